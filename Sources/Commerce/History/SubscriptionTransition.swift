// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A change from one period of a subscription to the next.
public struct SubscriptionTransition: Hashable, Sendable {
    /// What changed.
    public enum Change: Hashable, Sendable {
        /// The plan; the kind of change is absent when the catalog does not know both products.
        case plan(from: ProductID, to: ProductID, PlanChange?)

        /// The price of the same product at the same kind of offer.
        case price(from: Money, to: Money)
    }

    /// When the period began that is different.
    public var date: Date

    /// The transaction that bought it.
    public var transactionID: TransactionID

    /// What changed.
    public var change: Change
}

extension SubscriptionHistory {
    /// The changes of plan and price from each period to the next, undone periods left out.
    public func steps(in catalog: Catalog? = nil) -> [SubscriptionTransition] {
        let sound = periods.filter { !$0.isUndone }
        return zip(sound, sound.dropFirst()).compactMap { before, after in
            let (old, new) = (before.transaction, after.transaction)
            let change: SubscriptionTransition.Change
            if old.productID != new.productID {
                let kind = catalog?.planChange(from: old.productID, to: new.productID)
                change = .plan(from: old.productID, to: new.productID, kind)
            } else if before.kind == after.kind, let from = old.price, let to = new.price, from != to {
                change = .price(from: from, to: to)
            } else {
                return nil
            }
            return SubscriptionTransition(date: after.startDate, transactionID: new.id, change: change)
        }
    }
}
