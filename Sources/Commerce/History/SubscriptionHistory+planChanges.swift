// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What a change of plan does to the periods around it.
///
/// Apple signs the new plan's transaction and need not sign the old one again, so both rules go by what the transactions say of
/// each other. Documentation/SubscriptionRules.md has them as tables, which a test works out.
extension SubscriptionHistory {
    /// Whether the customer moved to another plan before the period at a place had begun, which was charged early.
    ///
    /// Such a period never takes effect: the new plan, bought before it and running when it would begin, replaces it.
    func isSuperseded(_ place: Int) -> Bool {
        guard place > 0, let end = entries[place].expirationDate else { return false }
        let base = basePlace(of: place - 1)
        // Most periods begin when the one before has ended.
        guard let planEnd = entries[base].expirationDate, planEnd > entries[place].purchaseDate else { return false }
        let (period, plan) = (entries[place], entries[base])
        guard plan.isAnotherPlan(than: period), plan.stillReplaces(period), period.wasCharged(before: plan)
        else { return false }
        // A period that begins while both would run shows which plan continues. What begins at the new plan's end is that plan's
        // own next period.
        return !hasPeriod(after: place, startingBefore: min(end, planEnd))
    }

    /// Whether the customer left the period at a place for another plan.
    ///
    /// Either a document says so, or the customer bought another plan within the period. A refund of the new plan does not
    /// bring the old one back.
    func wasLeft(_ place: Int) -> Bool {
        if entries[place].isUpgraded { return true }
        guard !entries[place].isRevoked, let end = entries[place].expirationDate,
            let following = entries.indices[(place + 1)...].first(where: beginsPeriod),
            entries[following].startDate < end
        else { return false }
        let (period, next) = (entries[place], entries[following])
        return next.isAnotherPlan(than: period) && next.transaction.reason == .purchase
    }

    private func hasPeriod(after place: Int, startingBefore end: Date) -> Bool {
        entries.indices[(place + 1)...].contains { entries[$0].startDate < end && beginsPeriod($0) }
    }
}

extension SubscriptionHistory.Entry {
    /// Whether it is of another product, or sells the same one another way: to a group, with a commitment, or in a bundle.
    fileprivate func isAnotherPlan(than other: Self) -> Bool {
        if record.productID != other.record.productID { return true }
        // A receipt states neither.
        guard !record.isFromReceiptOnly, !other.record.isFromReceiptOnly else { return false }
        let (own, theirs) = (transaction, other.transaction)
        return (own.multiSeatInfo == nil) != (theirs.multiSeatInfo == nil)
            || own.paysCommitment != theirs.paysCommitment || (own.bundle == nil) != (theirs.bundle == nil)
    }

    /// Whether a plan that was bought before a period was charged still replaces it.
    ///
    /// A plan that was left itself replaces nothing. After a refund of the plan, a renewal of the old one stays replaced; a
    /// purchase is a new one.
    fileprivate func stillReplaces(_ period: Self) -> Bool {
        !isUpgraded && (!isRevoked || period.transaction.reason == .renewal)
    }

    /// Whether the period was charged before the customer moved to a plan.
    ///
    /// Apple charges renewals early, and signs nothing more about such a one after the move but that it was left, or moved to a
    /// bundle. A purchase is never charged early, however far behind the clock was that signed it.
    fileprivate func wasCharged(before plan: Self) -> Bool {
        if isUpgraded || wasMoved(to: plan) { return true }
        guard transaction.reason != .purchase else { return false }
        let (signed, planSigned) = (record.evidence.instant, plan.record.first.evidence.instant)
        if signed <= plan.purchaseDate { return true }
        // Both are signed a moment after their dates. Of two that happen in one moment, the numbers say which came first.
        return signed <= planSigned && id.isNumbered(before: plan.id)
    }

    /// Whether Apple revoked it because the customer bought the bundle that a plan came with.
    private func wasMoved(to plan: Self) -> Bool {
        plan.transaction.bundle != nil && transaction.revocation?.reason == .upgradedToBundle
    }
}
