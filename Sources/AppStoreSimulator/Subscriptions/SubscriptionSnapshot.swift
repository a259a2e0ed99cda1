// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A subscription as it is at the clock's instant.
public struct SubscriptionSnapshot: Hashable, Sendable {
    /// The subscription's group.
    public var group: SubscriptionGroupID
    /// The subscription's state.
    public var status: SubscriptionStatus
    /// The latest transaction.
    public var transaction: TransactionPayload
    /// What comes next.
    public var renewalInfo: RenewalInfoPayload
    /// When the next step happens automatically.
    public var nextDueDate: Date?
    /// How many people may use it, refunded seats left out; absent when it is not a group subscription.
    public var seats: Int?
    /// The members whom the App Store gave a seat, the oldest first; absent when it does not invite them.
    public var members: [GroupMemberSnapshot]?
    /// The customers who are invited and have no seat yet.
    public var invited: [CustomerID]?
}

extension SimulatedAppStore {
    /// A customer's subscriptions, own ones first.
    public func subscriptions(of id: CustomerID) -> [SubscriptionSnapshot] {
        guard let slot = customerSlots[id] else { return [] }
        // An organization's own subscriptions are shown to its administrator, a bundle's never to anybody.
        let subscriptions = customers[slot].allSubscriptions.filter { !isBundle(lineages[$0.slot].product) }
        return subscriptions.map { subscription in
            var (transaction, info) = (latest(subscription.slot), renewalInfo(slot: subscription.slot))
            transaction.signedDate = shownDate(in: customers[slot].profile.environment)
            info.signedDate = transaction.signedDate
            return SubscriptionSnapshot(
                group: subscription.group,
                status: lineages[subscription.slot].status,
                transaction: transaction,
                renewalInfo: info,
                nextDueDate: lineages[subscription.slot].nextDue,
                seats: lineages[subscription.slot].seats.map { _ in heldSeats(subscription.slot) },
                members: hasAppleMembers(subscription.slot) ? members(of: subscription.slot) : nil,
                invited: hasAppleMembers(subscription.slot) ? invited(to: subscription.slot) : nil
            )
        }
    }

    /// Whether a customer may have an introductory offer of a group: who never had one there.
    public func isEligibleForIntroductoryOffer(_ id: CustomerID, group: SubscriptionGroupID) -> Bool {
        guard let slot = customerSlots[id] else { return false }
        return !customers[slot].usedIntroductoryGroups.contains(group)
    }
}
