// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// Decides about the seats of one purchase, from who has them.
package struct SeatRules: Sendable {
    /// How long an invitation is valid when nothing else is said, in seconds: a week.
    package static let invitationLifetime: TimeInterval = 7 * 86_400

    /// How long an invitation is valid at most, in seconds: 90 days.
    package static let maximumLifetime: TimeInterval = 90 * 86_400

    /// How many members and open invitations a purchase has at most.
    ///
    /// Each document about the purchase derives the entitlements of all of them.
    package static let maximumMembers = 500

    /// How many invitations a purchaser makes for one purchase in all: each is a fact that is stored.
    package static let maximumPurchaserInvitations = 2000

    /// How many invitations one purchase has in all, whoever makes them.
    package static let maximumInvitations = 5000

    /// How long Apple may not list a claim that it has just given, in seconds.
    package static let listingDelay: TimeInterval = 600

    private let lineage: OriginalTransactionID
    private let roster: SeatRoster
    private let owners: [CustomerID]

    /// Prepares decisions.
    ///
    /// - Parameters:
    ///   - lineage: The purchase.
    ///   - roster: Its seats now.
    ///   - owners: The customers who own it.
    package init(_ lineage: OriginalTransactionID, _ roster: SeatRoster, owners: [CustomerID]) {
        self.lineage = lineage
        self.roster = roster
        self.owners = owners
    }

    private var now: Date { roster.asOf }

    private func step(
        _ invitation: SeatInvitationID,
        _ customer: CustomerID?,
        _ action: SeatStep.Action
    ) -> SeatStep {
        SeatStep(lineage: lineage, invitation: invitation, customer: customer, action: action)
    }

    /// Why seats of the purchase cannot be given now.
    private var obstacle: SeatRefusal? {
        switch roster.invitationManagement {
        case nil: .notAGroup
        case .developer?: roster.seats > 0 ? nil : .inactive
        default: .managedByAppStore
        }
    }

    // MARK: - Invitations

    /// Invites someone, while there is a seat for each who may accept.
    ///
    /// - Parameters:
    ///   - id: The new invitation.
    ///   - terms: What it is made with.
    ///   - isPurchaser: Whether the purchaser asks, and not the team.
    /// - Returns: The step to record, or why there is none.
    package func invite(_ id: SeatInvitationID, _ terms: SeatStep.Invitation, isPurchaser: Bool) -> SeatRuling {
        if let obstacle { return .refused(obstacle) }
        let limit = isPurchaser ? Self.maximumPurchaserInvitations : Self.maximumInvitations
        guard roster.invitations.count < limit else { return .refused(.tooMany(limit: limit)) }
        guard roster.occupied + roster.open.count < Self.maximumMembers else {
            return .refused(.tooMany(limit: Self.maximumMembers))
        }
        guard roster.free > 0 else { return .refused(.noSeatAvailable(seats: roster.seats)) }
        return .steps([step(id, nil, .invited(terms))])
    }

    /// Cancels an invitation that no one accepted.
    package func cancel(_ id: SeatInvitationID) -> SeatRuling {
        guard let invitation = roster[id], invitation.terms != nil else { return .refused(.unknownInvitation) }
        switch invitation.state(asOf: now) {
        case .open: return .steps([step(id, nil, .canceled)])
        case .expired, .canceled: return .unchanged(id)
        case .requested, .claimed, .releasing, .released: return .refused(.accepted)
        }
    }

    /// Accepts an invitation for a customer; the same customer's acceptance again changes nothing.
    package func accept(_ id: SeatInvitationID, by customer: CustomerID, _ request: SeatStep.Request) -> SeatRuling {
        guard let invitation = roster[id], let terms = invitation.terms else { return .refused(.unknownInvitation) }
        switch invitation.state(asOf: now) {
        case .requested, .claimed:
            return invitation.customer == customer ? .unchanged(id) : .refused(.used)
        case .releasing, .released: return .refused(.used)
        case .canceled: return .refused(.canceled)
        case .expired: return .refused(.expired(terms.expirationDate))
        case .open: break
        }
        if let obstacle { return .refused(obstacle) }
        guard !owners.contains(customer) else { return .refused(.purchaser) }
        let held = roster.invitations.first {
            $0.customer == customer && [.requested, .claimed].contains($0.state(asOf: now))
        }
        if let held { return .refused(.alreadyMember(held.id)) }
        // Seats may have been refunded since the invitation was made: of two who accept, the first has the last one.
        guard roster.claimable > 0 else { return .refused(.noSeatAvailable(seats: roster.seats)) }
        return .steps([step(id, customer, .requested(request))])
    }

    // MARK: - Claims

    /// Records Apple's answer to a request; an answer to a request that was answered changes nothing.
    package func answer(_ id: SeatInvitationID, to request: UUID, _ claim: SeatClaimID) -> SeatRuling {
        guard let invitation = roster[id] else { return .refused(.unknownInvitation) }
        guard invitation.request?.identifier == request, invitation.claim == nil else { return .unchanged(id) }
        return .steps([step(id, invitation.customer, .claimed(claim, request: request))])
    }

    /// Records that Apple refused a request for good.
    package func refuse(_ id: SeatInvitationID, _ request: UUID, code: String) -> SeatRuling {
        guard let invitation = roster[id] else { return .refused(.unknownInvitation) }
        guard invitation.request?.identifier == request, invitation.claim == nil else { return .unchanged(id) }
        return .steps([step(id, invitation.customer, .refused(request: request, code: code))])
    }

    /// Records that Apple was notified of the member's download of the app.
    package func associate(_ claim: SeatClaimID, with download: AppTransactionID) -> SeatRuling {
        guard let invitation = roster[claim], invitation.unclaimedDate == nil else { return .refused(.unknownClaim) }
        guard invitation.appTransactionID != download else { return .unchanged(invitation.id) }
        return .steps([step(invitation.id, invitation.customer, .associated(download))])
    }

    /// Ends a member's access at once; the claim is then given back to Apple.
    package func release(_ claim: SeatClaimID, by name: String) -> SeatRuling {
        guard let invitation = roster[claim] else { return .refused(.unknownClaim) }
        return release(invitation, by: name)
    }

    /// Ends all that a customer has of the purchase's seats: a claim, or a request that Apple has not answered.
    package func releaseAll(of customer: CustomerID, by name: String) -> [SeatStep] {
        roster.invitations.filter { $0.customer == customer }.flatMap { invitation -> [SeatStep] in
            guard case .steps(let steps) = release(invitation, by: name) else { return [] }
            return steps
        }
    }

    private func release(_ invitation: SeatInvitation, by name: String) -> SeatRuling {
        switch invitation.state(asOf: now) {
        case .claimed, .requested: .steps([step(invitation.id, invitation.customer, .released(by: name))])
        default: .unchanged(invitation.id)
        }
    }

    /// Records that Apple has claims no more; one that is not known changes nothing.
    ///
    /// While a request is not answered, an unknown claim may be its answer: its end is kept for then.
    package func unclaim(_ claims: [SeatClaimID], _ cause: SeatStep.UnclaimCause) -> [SeatStep] {
        let isUnanswered = roster.unanswered.contains { $0.claim == nil }
        var seen: Set<SeatClaimID> = []
        return claims.filter { seen.insert($0).inserted }.compactMap { claim in
            if let invitation = roster[claim] {
                guard invitation.unclaimedDate == nil else { return nil }
                return step(invitation.id, invitation.customer, .unclaimed(claim, cause))
            }
            return isUnanswered ? step(SeatInvitationID(detected: claim), nil, .unclaimed(claim, cause)) : nil
        }
    }

    /// Compares the claims that Apple answered with those that are known.
    ///
    /// A claim that was given or released about the time of the question says nothing; nor does an unknown one while a
    /// request is not answered.
    ///
    /// - Parameters:
    ///   - answered: Apple's claims.
    ///   - asked: When Apple was asked.
    /// - Returns: The steps to record; none where both agree.
    package func reconcile(_ answered: [SeatClaimID], asked: Date) -> [SeatStep] {
        let listed = Set(answered)
        let missing = roster.claims.compactMap { invitation -> SeatClaimID? in
            guard let claim = invitation.claim, let claimed = invitation.claimedDate, !listed.contains(claim),
                claimed.addingTimeInterval(Self.listingDelay) <= asked
            else { return nil }
            return claim
        }
        let isUnanswered = roster.unanswered.contains { $0.claim == nil }
        let unknown = answered.filter { claim in
            guard let known = roster[claim] else { return !isUnanswered }
            guard known.unclaimCause == .missing, let end = known.unclaimedDate else { return false }
            return end <= asked
        }
        return unclaim(missing, .missing)
            + unknown.map { claim in
                let invitation = roster[claim]
                return step(invitation?.id ?? SeatInvitationID(detected: claim), invitation?.customer, .detected(claim))
            }
    }
}
