// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An item and its words.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmigrateitem>
public struct AdvancedCommerceItem: Hashable, Sendable, Codable {
    /// The developer's name of the item; at most 128 characters.
    public var sku: String

    /// What it is; at most 45 characters.
    public var description: String

    /// Its name; at most 30 characters.
    public var displayName: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(sku: String, description: String, displayName: String) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description
        case displayName
    }
}
