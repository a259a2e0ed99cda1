// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A customer's subscriptions of one group.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/subscriptiongroupidentifieritem>
public struct SubscriptionGroupIdentifierItem: Hashable, Sendable, Codable {
    /// The group.
    public var subscriptionGroupIdentifier: SubscriptionGroupID?

    /// The last transaction of each subscription.
    public var lastTransactions: [LastTransactionsItem]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(subscriptionGroupIdentifier: SubscriptionGroupID? = nil, lastTransactions: [LastTransactionsItem]) {
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.lastTransactions = lastTransactions
    }
}
