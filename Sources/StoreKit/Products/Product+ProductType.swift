// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Product {
    /// The kinds of products.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/producttype>
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Used up, and bought again.
        public static let consumable = ProductType(rawValue: "Consumable")

        /// Bought once and kept.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")

        /// Service for a time, which the app counts.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")

        /// Service that renews until it is canceled.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

        /// Several subscriptions that are sold together at a lower price.
        public static let subscriptionBundle = ProductType(
            rawValue: AppStoreTypes.ProductType.subscriptionBundle.rawValue
        )

        /// One subscription for several apps of one developer.
        public static let subscriptionSuite = ProductType(
            rawValue: AppStoreTypes.ProductType.subscriptionSuite.rawValue
        )
    }
}

extension Product.ProductType {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .consumable: "Consumable"
        case .nonConsumable: "Non-Consumable"
        case .nonRenewable: "Non-Renewing Subscription"
        case .autoRenewable: "Auto-Renewable Subscription"
        case .subscriptionBundle: "Subscription Bundle"
        case .subscriptionSuite: "Subscription Suite"
        default: "\(rawValue)"
        }
    }
}
