// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What kind of product a transaction bought.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/type>
public struct ProductType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A subscription that renews until it is canceled.
    public static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")

    /// Bought once, owned permanently.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")

    /// Used up, and bought again.
    public static let consumable = ProductType(rawValue: "Consumable")

    /// Service for a time that the app's team computes.
    public static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

    /// Several subscriptions sold together.
    public static let subscriptionBundle = ProductType(rawValue: ProvisionalNames.subscriptionBundle)

    /// One subscription for several apps of a team.
    public static let subscriptionSuite = ProductType(rawValue: ProvisionalNames.subscriptionSuite)
}
