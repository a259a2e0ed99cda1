// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a command or an event changed, in the order in which it happened.
///
/// Payloads are as they are before signing. The store keeps only what it still acts upon: whoever needs the whole
/// history records the effects.
public struct Effects: Hashable, Sendable, Codable {
    /// A transaction that is new or changed; the newest of an identifier replaces those before it.
    public struct TransactionChange: Hashable, Sendable, Codable {
        /// Whose it is.
        public var customer: CustomerID
        /// What it says now.
        public var transaction: TransactionPayload
    }

    /// A renewal info that is new or changed; the newest of a lineage replaces those before it.
    public struct RenewalInfoChange: Hashable, Sendable, Codable {
        /// Whose it is.
        public var customer: CustomerID
        /// The subscription's group.
        public var group: SubscriptionGroupID
        /// The subscription's state.
        public var status: SubscriptionStatus
        /// What it says now.
        public var renewalInfo: RenewalInfoPayload
    }

    /// A customer's app receipt that changed.
    public struct ReceiptChange: Hashable, Sendable, Codable {
        /// Whose it is.
        public var customer: CustomerID
        /// The app.
        public var app: BundleID
        /// When.
        public var date: Date
    }

    /// The transactions.
    public var transactions: [TransactionChange] = []

    /// The renewal infos.
    public var renewalInfos: [RenewalInfoChange] = []

    /// The notifications to send.
    public var notifications: [NotificationEffect] = []

    /// The receipts.
    public var receipts: [ReceiptChange] = []

    /// The access that customers gained, keep longer, or lost.
    public var access: [AccessChange] = []

    /// The lines of the store's books.
    public var sales: [SaleRecord] = []

    /// The events that the subscription event report counts.
    public var subscriptionEvents: [SubscriptionEvent] = []

    /// The transactions that the app is done with.
    public var finished: [TransactionID] = []

    /// The customers whose history was cleared.
    public var clearedHistories: [CustomerID] = []

    /// The customers whose history the App Store Server API shows as empty until an instant.
    public var hiddenHistories: [DelayedHistory] = []

    /// Makes effects without any.
    public init() {}

    /// Whether nothing changed.
    public var isEmpty: Bool { self == Effects() }

    /// Adds later effects.
    public mutating func append(_ other: Effects) {
        transactions += other.transactions
        renewalInfos += other.renewalInfos
        notifications += other.notifications
        receipts += other.receipts
        access += other.access
        sales += other.sales
        subscriptionEvents += other.subscriptionEvents
        finished += other.finished
        clearedHistories += other.clearedHistories
        hiddenHistories += other.hiddenHistories
    }
}

/// A customer whose history is empty for a while after a purchase.
public struct DelayedHistory: Hashable, Sendable, Codable {
    /// The customer.
    public var customer: CustomerID
    /// Until when.
    public var until: Date
}
