// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product of the team's list, with the App Store's price and what to say of it.
public struct ProductListing: Hashable, Sendable, Identifiable {
    /// What kind of product it is; an open set.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind as Apple spells it.
        public let rawValue: String

        /// Makes a kind from Apple's spelling.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It is used up and can be bought again.
        public static let consumable = Kind(rawValue: StoreProduct.consumable)

        /// It is bought once and lasts.
        public static let nonConsumable = Kind(rawValue: StoreProduct.nonConsumable)

        /// It renews until the customer cancels.
        public static let autoRenewable = Kind(rawValue: StoreProduct.renewable)

        /// It gives a fixed length of time.
        public static let nonRenewing = Kind(rawValue: StoreProduct.nonRenewing)
    }

    /// The product's identifier.
    public let id: String

    /// What kind of product it is.
    public let kind: Kind

    /// The team's description in the language asked for.
    public let description: String?

    /// The subscription group.
    public let group: String?

    /// The level in the group; 1 is the highest.
    public let level: Int?

    /// The entitlements that it gives.
    public let entitlements: [String]

    /// The name, the prices, and what a purchase page must say.
    public let terms: PurchaseTerms

    /// The name in the language asked for.
    public var name: String { terms.name }

    /// The price as the App Store writes it, such as $4.99.
    public var price: String { terms.price }
}
