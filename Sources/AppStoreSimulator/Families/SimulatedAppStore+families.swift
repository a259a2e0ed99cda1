// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A purchase that does not renew, shared with a member of the family.
struct SharedPurchase: Hashable, Sendable, Codable {
    var source: TransactionKey
    var member: Int
    var copy: TransactionKey
}

extension SimulatedAppStore {
    /// How many customers a family has at most, its organizer among them.
    private static let maximumFamilySize = 6

    mutating func join(_ slot: Int, _ family: FamilyID) throws {
        let members = families[family] ?? []
        let environment = customers[slot].profile.environment
        guard customers[slot].isOrganization != true else {
            throw SimulatorError(.familyRefused, "\"\(customers[slot].profile.id)\" is an organization.")
        }
        guard customers[slot].family == nil else {
            throw SimulatorError(.familyRefused, "\"\(customers[slot].profile.id)\" is in a family; leave it first.")
        }
        guard members.count < Self.maximumFamilySize else {
            throw SimulatorError(
                .familyRefused,
                "The family \"\(family)\" has \(Self.maximumFamilySize) members already."
            )
        }
        guard members.allSatisfy({ customers[$0].profile.environment == environment }) else {
            throw SimulatorError(.familyRefused, "The family \"\(family)\" lives in another environment.")
        }
        customers[slot].family = family
        families[family] = members + [slot]
        for member in members {
            shareEverything(of: member)
        }
        shareEverything(of: slot)
    }

    /// A customer leaves the family: what others shared is lost, and what the customer shared is lost to them.
    mutating func leaveFamily(_ slot: Int) {
        guard let family = customers[slot].family else { return }
        stopSharing(of: slot)
        for member in families[family] ?? [] where member != slot {
            for subscription in customers[member].subscriptions {
                withdraw(lineages[subscription.slot].sharedTo.filter { lineages[$0].customer == slot })
            }
            withdraw(purchasesOf: member, from: slot)
        }
        customers[slot].family = nil
        families[family]?.removeAll { $0 == slot }
    }

    /// Shares what a customer has with every member who lacks it.
    mutating func shareEverything(of slot: Int) {
        for subscription in customers[slot].subscriptions { share(subscription.slot) }
        for purchase in customers[slot].purchases where purchase.type == .nonConsumable {
            share(purchase, of: slot)
        }
    }

    mutating func stopSharing(of slot: Int) {
        for subscription in customers[slot].subscriptions { withdraw(lineages[subscription.slot].sharedTo) }
        withdraw(purchasesOf: slot, from: nil)
    }

    private func members(besides slot: Int) -> [Int] {
        guard customers[slot].sharesPurchases, let family = customers[slot].family else { return [] }
        return (families[family] ?? []).filter { $0 != slot && !customers[$0].isDeleted }
    }

    private func isShareable(_ product: ProductID) -> Bool {
        productSlots[product].map { catalog.products[$0].isFamilyShareable } ?? false
    }

    /// Whether the period before the one at hand was one of a plan that is shared.
    private func wasShareable(_ slot: Int) -> Bool {
        lineages[slot].transactions.dropLast().last.map { isShareable($0.productId) } ?? false
    }

    /// Gives the members of the owner's family a live subscription.
    mutating func share(_ slot: Int) {
        guard lineages[slot].isLive, !lineages[slot].isShared, lineages[slot].bundle == nil,
            isShareable(lineages[slot].product)
        else { return }
        for member in members(besides: lineages[slot].customer) { share(slot, with: member) }
    }

    private mutating func share(_ slot: Int, with member: Int) {
        let group = lineages[slot].group
        let own = customers[member].subscription(of: group).map { lineages[$0].isLive } ?? false
        let known = customers[member].sharedSubscription(of: group)
        guard !own, !(known.map { lineages[$0].isLive } ?? false) else { return }
        let copy = known ?? addSharedLineage(of: slot, to: member)
        // A member follows one buyer: the last one may still be in retry.
        if let former = lineages[copy].sharedFrom { lineages[former].sharedTo.removeAll { $0 == copy } }
        lineages[copy].sharedFrom = slot
        lineages[slot].sharedTo.append(copy)
        copyPeriod(of: slot, to: copy, from: now, reason: .purchase)
        notify(.subscribed(isFirst: known == nil, sameProduct: true), slot: copy)
    }

    private mutating func addSharedLineage(of slot: Int, to member: Int) -> Int {
        var lineage = emptyCopy(of: slot, for: member)
        lineage.sharedFrom = slot
        let copy = addLineage(lineage)
        customers[member].sharedSubscriptions.append(Customer.Subscription(group: lineage.group, slot: copy))
        return copy
    }

    /// A subscription of another customer's that is to follow one, without any period yet.
    mutating func emptyCopy(of slot: Int, for member: Int) -> Lineage {
        var lineage = lineages[slot]
        lineage.customer = member
        lineage.key = identities.transaction(in: customers[member].profile.environment)
        lineage.originalPurchaseDate = now
        lineage.token = nil
        lineage.recentStart = now
        lineage.transactions = []
        lineage.served = []
        lineage.sharedTo = []
        lineage.sharedFrom = nil
        lineage.increase = nil
        // Family Sharing is of the buyer's own seat.
        lineage.seats = nil
        lineage.assignedTo = nil
        lineage.invitations = nil
        lineage.commitment = nil
        lineage.renewalPlan = nil
        return lineage
    }

    /// Gives a member the period that the buyer has.
    mutating func copyPeriod(of slot: Int, to copy: Int, from start: Date, reason: TransactionReason) {
        endGraceAccess(copy, at: start)
        copyState(of: slot, to: copy)
        let end = lineages[slot].expires
        let terms = NextPeriodTerms(
            product: lineages[slot].product,
            period: period(of: lineages[slot].product),
            price: 0
        )
        var transaction = makeTransaction(copy, terms, from: start, to: end, reason: reason)
        if lineages[copy].isAssigned { transaction.repeatSeats(of: groupTransaction(slot)) }
        lineages[copy].periodStart = start
        record(transaction, slot: copy)
        grantAccess(transaction, customer: lineages[copy].customer, until: lineages[slot].graceExpires ?? end)
    }

    mutating func copyState(of slot: Int, to copy: Int) {
        let source = lineages[slot]
        lineages[copy].product = source.product
        lineages[copy].phase = source.phase
        lineages[copy].expires = source.expires
        lineages[copy].willRenew = source.willRenew
        lineages[copy].renewalProduct = source.renewalProduct
        lineages[copy].renewalStatusChangeDate = source.renewalStatusChangeDate
        lineages[copy].graceExpires = source.graceExpires
        lineages[copy].retryUntil = source.retryUntil
        lineages[copy].intent = source.intent
        lineages[copy].runningOffer = nil
        lineages[copy].queuedOffer = nil
    }

    /// Lets a shared subscription follow what happened to the buyer's.
    mutating func mirror(_ happening: SimulatedEvent, of slot: Int) {
        switch happening {
        case .subscribed:
            if !isShareable(lineages[slot].product) { withdraw(lineages[slot].sharedTo) }
        case .renewed, .recovered:
            guard isShareable(lineages[slot].product) else { return stopSharingRenewal(of: slot) }
            for copy in lineages[slot].sharedTo {
                // A member who joined during grace gained the subscription after the period that is paid now had begun.
                let start = max(lineages[slot].periodStart, latest(copy).purchaseDate)
                copyPeriod(of: slot, to: copy, from: start, reason: .renewal)
                notify(happening, slot: copy)
            }
            // A member who has no copy has lost it, unless there was none to have.
            if !wasShareable(slot) { share(slot) }
        case .upgraded, .upgradedWithOffer:
            mirrorUpgrade(of: slot)
        case .extended:
            for copy in lineages[slot].sharedTo {
                copyState(of: slot, to: copy)
                moveEnd(copy, to: lineages[slot].expires)
                notify(happening, slot: copy)
            }
        case .renewalFailed:
            for copy in lineages[slot].sharedTo {
                copyState(of: slot, to: copy)
                if let end = lineages[slot].graceExpires {
                    grantAccess(latest(copy), customer: lineages[copy].customer, until: end)
                }
                notify(happening, slot: copy)
            }
        case .graceEnded, .ended, .renewalTurnedOff, .renewalTurnedOn, .planChangeQueued, .planChangeWithdrawn:
            for copy in lineages[slot].sharedTo {
                copyState(of: slot, to: copy)
                notify(happening, slot: copy)
            }
            if case .ended = happening { lineages[slot].sharedTo = [] }
        case .refunded where lineages[slot].phase == .revoked:
            withdraw(lineages[slot].sharedTo)
        case .refundReversed:
            share(slot)
        default:
            break
        }
    }

    /// The buyer's next period is one of a plan that is not shared: members keep what is left of theirs.
    private mutating func stopSharingRenewal(of slot: Int) {
        for copy in lineages[slot].sharedTo {
            let end = lineages[copy].expires
            guard lineages[copy].phase == .active, now < end else {
                withdraw([copy])
                continue
            }
            lineages[slot].sharedTo.removeAll { $0 == copy }
            queue.insert(.sharingEnd(copy: copy), at: end.millisecondsSince1970)
        }
    }

    /// A member's last period is over; the buyer may have a plan that is shared again.
    mutating func endSharing(of copy: Int) {
        guard let source = lineages[copy].sharedFrom, lineages[copy].phase == .active, now >= lineages[copy].expires,
            !lineages[source].sharedTo.contains(copy)
        else { return }
        withdraw([copy])
        share(source)
    }

    private mutating func mirrorUpgrade(of slot: Int) {
        guard isShareable(lineages[slot].product) else { return withdraw(lineages[slot].sharedTo) }
        for copy in lineages[slot].sharedTo {
            closeForUpgrade(copy)
            copyPeriod(of: slot, to: copy, from: now, reason: .purchase)
            notify(.upgraded, slot: copy)
        }
        share(slot)
    }

    /// Takes shared subscriptions away from members.
    mutating func withdraw(_ copies: [Int]) {
        for copy in copies {
            guard let source = lineages[copy].sharedFrom else { continue }
            lineages[source].sharedTo.removeAll { $0 == copy }
            let phase = lineages[copy].phase
            lineages[copy].phase = .revoked
            lineages[copy].willRenew = false
            lineages[copy].graceExpires = nil
            // One whose payment is still tried is not over: the member is notified that nothing will come of it.
            guard phase == .active || phase == .grace || phase == .retry else { continue }
            let last = lineages[copy].transactions.count - 1
            lineages[copy].transactions[last].revocationDate = now
            lineages[copy].transactions[last].revocationReason = .other
            lineages[copy].transactions[last].revocationType = .familyRevoke
            publish(latest(copy), customer: lineages[copy].customer)
            // A renewal may come a little late: what ended before it is not used until then.
            let end = phase == .active ? min(now, lineages[copy].expires) : now
            if phase != .retry { grantAccess(latest(copy), customer: lineages[copy].customer, until: end) }
            notify(.sharingLost, slot: copy)
        }
    }
}
