// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The seats of a group subscription at an instant: who has one, who is invited, and how many are free.
public struct SeatRoster: Hashable, Sendable {
    /// How many seats the buyer occupies; Apple does not say whether it is one.
    public static let buyersSeats = 1

    /// The instant.
    public let asOf: Date

    /// The side that invites the members; absent when the purchase is not a group subscription.
    public let invitationManagement: InvitationManagement?

    /// How many seats there are: those bought without those revoked; 0 while the subscription gives no access.
    public let seats: Int

    /// All invitations, in the order in which they were made; a claim that Apple has without one is among them.
    public let invitations: [SeatInvitation]

    /// Makes a roster.
    init(history: SubscriptionHistory, invitations: [SeatInvitation], asOf instant: Date) {
        let state = history.state(asOf: instant)
        let open = state.flatMap { $0.hasAccess || $0.isRenewalPending ? $0.seats : nil }
        asOf = instant
        invitationManagement = state?.period.invitationManagement
        seats = open ?? 0
        self.invitations = invitations
    }

    private func count(_ states: Set<SeatInvitation.State>) -> Int {
        invitations.count { states.contains($0.state(asOf: asOf)) }
    }

    /// The invitations that have a claim at Apple, as far as is known: the oldest claim first.
    public var claims: [SeatInvitation] {
        var found: [(order: FactOrder, invitation: SeatInvitation)] = []
        for invitation in invitations where invitation.claim != nil && invitation.unclaimedDate == nil {
            if let order = invitation.claimedOrder { found.append((order, invitation)) }
        }
        return found.sorted(on: { $0.order }).map(\.invitation)
    }

    /// The invitations that can be accepted.
    public var open: [SeatInvitation] { invitations.filter { $0.state(asOf: asOf) == .open } }

    /// The invitations whose claim or release Apple has not answered yet.
    public var unanswered: [SeatInvitation] {
        invitations.filter { [.requested, .releasing].contains($0.state(asOf: asOf)) }
    }

    /// How many seats are claimed, or are being claimed: a seat that is being released is not free yet.
    public var occupied: Int { count([.requested, .claimed, .releasing]) }

    /// How many seats can be claimed.
    public var claimable: Int { max(0, seats - Self.buyersSeats - occupied) }

    /// How many people can be invited: each open invitation holds a seat.
    public var free: Int { max(0, claimable - count([.open])) }

    /// The claims for which there is no seat, after a renewal with fewer: those that were claimed last.
    ///
    /// Apple revokes none of them; while there are any, it gives no claim.
    public var excess: [SeatInvitation] {
        guard seats > 0 else { return [] }
        return Array(claims.dropFirst(max(0, seats - Self.buyersSeats)))
    }

    /// The invitation of an identifier.
    public subscript(id: SeatInvitationID) -> SeatInvitation? { invitations.first { $0.id == id } }

    /// The invitation that a claim followed from.
    public subscript(claim: SeatClaimID) -> SeatInvitation? { invitations.first { $0.claim == claim } }

    /// The customers who have a seat.
    public var members: Set<CustomerID> {
        Set(invitations.filter { $0.state(asOf: asOf) == .claimed }.compactMap(\.customer))
    }
}

extension ServicePeriod {
    /// The side that invites the members of a group subscription; absent for others.
    public var invitationManagement: InvitationManagement? {
        guard transaction.isSale else { return nil }
        return transactions.lazy.compactMap(\.multiSeatInfo).first?.invitationManagement
    }
}
