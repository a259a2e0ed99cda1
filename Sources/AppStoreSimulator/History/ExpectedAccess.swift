// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a customer should have at an instant, by the simulator's own book.
///
/// A server that received everything must come to the same answer from the documents alone.
public struct ExpectedAccess: Hashable, Sendable, Codable {
    /// A product the customer may use.
    public struct Access: Hashable, Sendable, Codable {
        /// The product.
        public var product: ProductID
        /// The transaction that gives the access.
        public var transaction: TransactionID
        /// Until when, as it looks at the instant; permanently when absent.
        public var until: Date?
    }

    /// Goods that were delivered and not refunded: consumables and non-renewing subscriptions.
    public struct Purchases: Hashable, Sendable, Codable {
        /// The product.
        public var product: ProductID
        /// The purchase.
        public var transaction: TransactionID
        /// How many.
        public var quantity: Int
    }

    /// The customer.
    public var customer: CustomerID

    /// The instant.
    public var date: Date

    /// What the customer may use, ordered by product and transaction.
    public var access: [Access]

    /// What was delivered, ordered by product and transaction.
    public var oneTimePurchases: [Purchases]

    init(customer: CustomerID, date: Date, changes: some Sequence<AccessChange>) {
        self.customer = customer
        self.date = date
        let current = changes.filter { $0.from <= date && $0.until.map { $0 > date } ?? true }
            .sorted { ($0.product, $0.transaction) < ($1.product, $1.transaction) }
        let isOneTime: (AccessChange) -> Bool = { $0.type == .consumable || $0.type == .nonRenewingSubscription }
        oneTimePurchases = current.filter(isOneTime)
            .map { Purchases(product: $0.product, transaction: $0.transaction, quantity: $0.quantity) }
        access = current.filter { !isOneTime($0) }
            .map { Access(product: $0.product, transaction: $0.transaction, until: $0.until) }
    }
}

/// The book of who may use what since when: every change, so that any past instant can be asked about.
public struct AccessHistory: Sendable, Codable {
    private var changes: [CustomerID: [AccessChange]] = [:]

    /// Makes an empty book.
    public init() {}

    /// Writes down what changed.
    public mutating func record(_ effects: Effects) {
        for customer in effects.clearedHistories { changes[customer] = nil }
        for change in effects.access { changes[change.customer, default: []].append(change) }
    }

    /// What a customer should have at an instant, as it was known then.
    ///
    /// A refund changes the answer from its own instant on: before it, the customer was right to use the purchase.
    public func truth(of customer: CustomerID, at date: Date) -> ExpectedAccess {
        var latest: [TransactionID: AccessChange] = [:]
        for change in changes[customer] ?? [] where change.date <= date { latest[change.transaction] = change }
        return ExpectedAccess(customer: customer, date: date, changes: latest.values)
    }
}
