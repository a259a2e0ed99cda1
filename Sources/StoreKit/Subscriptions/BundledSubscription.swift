// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionInfo {
    /// A subscription that a bundle brings.
    public struct BundledSubscription: Identifiable, Hashable, Sendable {
        /// The product.
        public let id: Product.ID

        /// Its name in the customer's language.
        public let displayName: String

        /// What it is, in the customer's language.
        public let description: String

        /// Its own price as the customer reads it.
        public let displayPrice: String

        /// Its own price.
        public let price: Decimal

        /// Whether a family may share it.
        public let isFamilyShareable: Bool

        /// Its group.
        public let subscriptionGroupID: String

        /// Its level in the group; 1 is the highest.
        public let subscriptionGroupLevel: Int

        /// The group's name.
        public let subscriptionGroupDisplayName: String
    }
}
