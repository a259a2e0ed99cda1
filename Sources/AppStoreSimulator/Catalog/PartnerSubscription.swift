// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A subscription of another developer's app that a bundle brings.
///
/// Its transactions, notifications and report rows go to the other developer; customers see its name and price beside the
/// bundle's own subscriptions.
public struct PartnerSubscription: Hashable, Sendable, Codable {
    /// The product identifier, which only the other developer's app can load.
    public var product: ProductID

    /// The other developer.
    public var developer: String

    /// The name that customers read.
    public var displayName: String

    /// What it costs alone in the base storefront, in milliunits.
    public var price: Int64

    /// Its subscription group; named after the product when absent.
    public var group: SubscriptionGroupID?

    /// Describes another developer's subscription.
    public init(
        product: ProductID,
        developer: String,
        displayName: String,
        price: Int64,
        group: SubscriptionGroupID? = nil
    ) {
        self.product = product
        self.developer = developer
        self.displayName = displayName
        self.price = price
        self.group = group
    }
}
