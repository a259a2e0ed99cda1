// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A customer's bundle at the clock's instant.
public struct BundleSnapshot: Hashable, Sendable, Codable {
    /// The bundle's product.
    public var product: ProductID

    /// The bundle's subscription group.
    public var group: SubscriptionGroupID

    /// Whether it runs, is in grace or in retry, or has ended.
    public var status: SubscriptionStatus

    /// The bundle's transaction, which no app gets.
    public var transaction: TransactionID

    /// The end of the period.
    public var expiresDate: Date

    /// Whether it renews.
    public var willRenew: Bool

    /// The subscriptions that it brings.
    public var members: [ProductID]

    /// The subscriptions of other developers' apps that it brings; absent when there are none.
    public var partners: [PartnerSubscription]?

    /// The subscriptions that continue alone when the bundle ends; absent while the customer has not left it.
    public var keeping: [ProductID]?
}
