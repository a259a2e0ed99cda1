// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// The seats that the App Store assigns: each member has a copy of the buyer's subscription, with transactions of its own.
extension SimulatedAppStore {
    /// Whether the App Store invites the members of a subscription.
    func hasAppleMembers(_ slot: Int) -> Bool {
        lineages[slot].seats?.invitationManagement == .apple && !lineages[slot].isShared
    }

    private func copies(of slot: Int) -> [Int] { lineages[slot].assignedTo ?? [] }

    /// How many seats members can have; the buyer occupies one, an organization none.
    ///
    /// Once the next period is charged and the one before it is not over, the smaller number counts: no one gets a seat
    /// that is lost within the hour, or one that does not exist yet.
    func memberSeats(_ slot: Int) -> Int {
        guard lineages[slot].isLive else { return 0 }
        var seats = heldSeats(slot)
        if now < lineages[slot].periodStart { seats = min(seats, seatsInUse(slot)) }
        let buyers = customers[lineages[slot].customer].isOrganization == true ? 0 : Self.buyersSeats
        return max(0, seats - buyers)
    }

    /// How many people may use a subscription at the clock's instant.
    private func seatsInUse(_ slot: Int) -> Int {
        lineages[slot].transactions.reduce(0) { sum, transaction in
            let isValid =
                transaction.purchaseDate <= now && now < transaction.expiresDate ?? now
                && transaction.revocationDate == nil && transaction.isUpgraded != true
            return sum + (isValid ? transaction.quantity - transaction.revokedSeats : 0)
        }
    }

    /// The transaction that the members' copies repeat: the first of the period that was not refunded.
    func groupTransaction(_ slot: Int) -> TransactionPayload {
        let period = periodPlaces(slot).map { lineages[slot].transactions[$0] }
        return period.first { $0.revocationDate == nil } ?? period.first ?? latest(slot)
    }

    // MARK: - What the buyer and the members do

    /// The buyer invites a customer; an organization assigns the seat at once.
    ///
    /// - Throws: A ``SimulatorError`` when the App Store does not invite the members, or no seat is left.
    mutating func invite(_ member: Int, to slot: Int, role: CustomerGroupRole?) throws -> Outcome.Answer {
        try checkMembership(of: member, in: slot)
        guard !(lineages[slot].invitations ?? []).contains(where: { $0.member == member }) else {
            throw SimulatorError(.invalidState, "\"\(customers[member].profile.id)\" is invited already.")
        }
        try checkFreeSeat(slot)
        guard customers[lineages[slot].customer].isOrganization == true else {
            guard role == nil else {
                throw SimulatorError(.invalidCommand, "Only the members of an organization have roles.")
            }
            lineages[slot].invitations = (lineages[slot].invitations ?? []) + [SeatInvitation(member: member)]
            return .done
        }
        return assignSeat(slot, to: member, role: role ?? CustomerGroupRole.none)
    }

    /// A customer accepts an invitation and has the seat from now on.
    ///
    /// - Throws: A ``SimulatorError`` when the customer is not invited, or fewer seats are left than there were.
    mutating func acceptInvitation(_ member: Int, to slot: Int) throws -> Outcome.Answer {
        guard let place = lineages[slot].invitations?.firstIndex(where: { $0.member == member }) else {
            throw SimulatorError(.unknownMember, "\"\(customers[member].profile.id)\" is not invited.")
        }
        try checkMembership(of: member, in: slot)
        guard copies(of: slot).count < memberSeats(slot) else { throw noSeat(slot) }
        let invitation = lineages[slot].invitations?.remove(at: place)
        return assignSeat(slot, to: member, role: invitation?.role)
    }

    /// The buyer removes a member, or withdraws an invitation.
    ///
    /// - Throws: A ``SimulatorError`` when the customer has neither a seat nor an invitation.
    mutating func removeMember(_ member: Int, from slot: Int) throws {
        if let place = lineages[slot].invitations?.firstIndex(where: { $0.member == member }) {
            lineages[slot].invitations?.remove(at: place)
            return
        }
        let seats = copies(of: slot).filter { lineages[$0].customer == member }
        guard !seats.isEmpty else {
            throw SimulatorError(
                .unknownMember,
                "\"\(customers[member].profile.id)\" has no seat of this subscription."
            )
        }
        revokeSeats(of: seats)
    }

    /// A customer who is no longer there leaves every group.
    mutating func leaveGroups(_ member: Int) {
        let seats = (customers[member].assignedSubscriptions ?? []).map(\.slot)
        for slot in lineages.indices { lineages[slot].invitations?.removeAll { $0.member == member } }
        revokeSeats(
            of: seats.filter { seat in
                lineages[seat].assignment.map { copies(of: $0.source).contains(seat) } ?? false
            }
        )
    }

    private func checkMembership(of member: Int, in slot: Int) throws {
        guard hasAppleMembers(slot) else {
            throw SimulatorError(.notAppleManaged, "The App Store does not invite the members of this subscription.")
        }
        guard lineages[slot].phase == .active, now < lineages[slot].expires else {
            throw SimulatorError(.invalidState, "The subscription has no period in which a member could begin.")
        }
        let (buyer, profile) = (lineages[slot].customer, customers[member].profile)
        guard member != buyer, customers[member].isOrganization != true,
            profile.environment == customers[buyer].profile.environment
        else {
            throw SimulatorError(.invalidCommand, "\"\(profile.id)\" cannot be a member of this group.")
        }
        guard !copies(of: slot).contains(where: { lineages[$0].customer == member }) else {
            throw SimulatorError(.invalidState, "\"\(profile.id)\" has a seat already.")
        }
    }

    private func checkFreeSeat(_ slot: Int) throws {
        let promised = copies(of: slot).count + (lineages[slot].invitations ?? []).count
        guard promised < memberSeats(slot) else { throw noSeat(slot) }
    }

    private func noSeat(_ slot: Int) -> SimulatorError {
        SimulatorError(
            .noAvailableSeats,
            "All \(memberSeats(slot)) seats for members are taken; remove a member or buy more."
        )
    }

    private mutating func assignSeat(_ slot: Int, to member: Int, role: CustomerGroupRole?) -> Outcome.Answer {
        let group = lineages[slot].group
        let known = (customers[member].assignedSubscriptions ?? []).first { seat in
            let isOver = lineages[seat.slot].phase == .expired || lineages[seat.slot].phase == .revoked
            return seat.group == group && isOver
        }?.slot
        let copy = known ?? addAssignedLineage(of: slot, to: member)
        lineages[copy].assignment = SeatAssignment(source: slot, role: role)
        lineages[slot].assignedTo = copies(of: slot) + [copy]
        copyPeriod(of: slot, to: copy, from: now, reason: .purchase)
        notify(.subscribed(isFirst: known == nil, sameProduct: true), slot: copy)
        return .assigned(latest(copy))
    }

    private mutating func addAssignedLineage(of slot: Int, to member: Int) -> Int {
        var lineage = emptyCopy(of: slot, for: member)
        lineage.assignment = SeatAssignment(source: slot)
        let copy = addLineage(lineage)
        let subscription = Customer.Subscription(group: lineage.group, slot: copy)
        customers[member].assignedSubscriptions = (customers[member].assignedSubscriptions ?? []) + [subscription]
        return copy
    }
}

// MARK: - What happens to the buyer's subscription

extension SimulatedAppStore {
    /// Lets the members' copies, and the developer's claims, follow what happened to the buyer's subscription.
    mutating func updateMembers(_ happening: SimulatedEvent, of slot: Int) {
        switch happening {
        case .refunded, .seatsRefunded: unclaimExcess(slot)
        case .ended: lineages[slot].invitations = nil
        default: break
        }
        guard !copies(of: slot).isEmpty else { return }
        switch happening {
        case .renewed, .recovered: renewSeats(of: slot, happening)
        case .upgraded, .upgradedWithOffer: upgradeSeats(of: slot)
        case .refunded, .seatsRefunded:
            revokeSeats(of: Array(copies(of: slot).dropFirst(memberSeats(slot))))
        case .extended:
            for copy in renewingCopies(of: slot) {
                copyState(of: slot, to: copy)
                moveEnd(copy, to: lineages[slot].expires)
                notify(happening, slot: copy)
            }
        case .renewalFailed:
            for copy in renewingCopies(of: slot) {
                copyState(of: slot, to: copy)
                if let end = lineages[slot].graceExpires {
                    grantAccess(latest(copy), customer: lineages[copy].customer, until: end)
                }
                notify(happening, slot: copy)
            }
        case .renewalTurnedOff, .renewalTurnedOn, .seatsIncreased:
            // Who cancels a commitment renews until it ends, and who buys more seats renews again.
            let renews = lineages[slot].willRenew
            for copy in renewingCopies(of: slot) where lineages[copy].willRenew != renews {
                copyState(of: slot, to: copy)
                notify(renews ? .renewalTurnedOn : .renewalTurnedOff, slot: copy)
            }
        case .graceEnded, .planChangeQueued, .planChangeWithdrawn:
            for copy in renewingCopies(of: slot) {
                copyState(of: slot, to: copy)
                notify(happening, slot: copy)
            }
        case .ended:
            for copy in copies(of: slot) {
                copyState(of: slot, to: copy)
                notify(happening, slot: copy)
            }
            lineages[slot].assignedTo = nil
        default: break
        }
    }

    private func renewingCopies(of slot: Int) -> [Int] {
        copies(of: slot).filter { lineages[$0].assignment?.endsWithPeriod != true }
    }

    /// The members who were there first keep their seats; the others lose theirs with the period before.
    private mutating func renewSeats(of slot: Int, _ happening: SimulatedEvent) {
        let renewing = renewingCopies(of: slot)
        let seats = memberSeats(slot)
        for copy in copies(of: slot) where !renewing.contains(copy) { endSeat(of: copy) }
        for copy in renewing.prefix(seats) {
            // A member's seat may have begun after the period that is paid now: it was recovered in grace.
            let start = max(lineages[slot].periodStart, latest(copy).purchaseDate)
            copyPeriod(of: slot, to: copy, from: start, reason: .renewal)
            notify(happening, slot: copy)
        }
        for copy in renewing.dropFirst(seats) { letGo(copy) }
    }

    private mutating func upgradeSeats(of slot: Int) {
        let seats = hasAppleMembers(slot) ? memberSeats(slot) : 0
        let renewing = renewingCopies(of: slot)
        revokeSeats(of: copies(of: slot).filter { !renewing.contains($0) } + renewing.dropFirst(seats))
        for copy in renewing.prefix(seats) {
            closeForUpgrade(copy)
            copyPeriod(of: slot, to: copy, from: now, reason: .purchase)
            notify(.upgraded, slot: copy)
        }
    }

    /// A member for whom no seat renewed keeps what is left of the period.
    private mutating func letGo(_ copy: Int) {
        lineages[copy].assignment?.endsWithPeriod = true
        guard lineages[copy].phase == .active, now < lineages[copy].expires else { return endSeat(of: copy) }
        if lineages[copy].willRenew {
            lineages[copy].willRenew = false
            lineages[copy].renewalStatusChangeDate = now
            notify(.renewalTurnedOff, slot: copy)
        }
        queue.insert(.sharingEnd(copy: copy), at: lineages[copy].expires.millisecondsSince1970)
    }

    /// A member's last period is over.
    mutating func endSeat(of copy: Int) {
        guard let assignment = lineages[copy].assignment, assignment.endsWithPeriod,
            copies(of: assignment.source).contains(copy)
        else { return }
        let isInGrace = lineages[copy].phase == .grace
        guard isInGrace || lineages[copy].phase == .retry || now >= lineages[copy].expires else { return }
        lineages[assignment.source].assignedTo?.removeAll { $0 == copy }
        if isInGrace { grantAccess(latest(copy), customer: lineages[copy].customer, until: now) }
        lineages[copy].graceExpires = nil
        finishLife(copy, .other)
    }

    /// The buyer subscribes again while Apple retries the last subscription: what its members had ends with it.
    mutating func endSeats(of slot: Int) {
        let members = copies(of: slot)
        lineages[slot].assignedTo = nil
        for copy in members where lineages[copy].phase == .retry { finishLife(copy, .other) }
    }

    /// Takes seats away from members, from now on.
    mutating func revokeSeats(of copies: [Int]) {
        for copy in copies {
            guard let source = lineages[copy].assignment?.source else { continue }
            lineages[source].assignedTo?.removeAll { $0 == copy }
            let (phase, customer) = (lineages[copy].phase, lineages[copy].customer)
            lineages[copy].phase = .revoked
            lineages[copy].willRenew = false
            lineages[copy].graceExpires = nil
            guard phase == .active || phase == .grace || phase == .retry else { continue }
            let last = lineages[copy].transactions.count - 1
            for place in lineages[copy].transactions.indices {
                let known = lineages[copy].transactions[place]
                let end = known.expiresDate ?? now
                // While the next period is charged already, the one before gives the seat.
                guard place == last || end > now && known.revocationDate == nil && known.isUpgraded != true else {
                    continue
                }
                lineages[copy].transactions[place].revocationDate = now
                lineages[copy].transactions[place].revocationReason = .other
                lineages[copy].transactions[place].revocationType = .assignmentRevoke
                let revoked = lineages[copy].transactions[place]
                publish(revoked, customer: customer)
                if phase != .retry {
                    grantAccess(revoked, customer: customer, until: phase == .grace ? now : min(now, end))
                }
            }
            notify(.sharingLost, slot: copy)
        }
    }
}

extension TransactionPayload {
    /// Makes it a copy of the one that bought the seats, which says the same of price and seats.
    ///
    /// Of seats that were refunded only the buyer's transaction tells.
    mutating func repeatSeats(of transaction: TransactionPayload) {
        quantity = transaction.quantity
        price = transaction.price
        currency = transaction.currency
        multiSeatInfo = transaction.multiSeatInfo
        multiSeatInfo?.revokedSeatQuantity = nil
    }
}
