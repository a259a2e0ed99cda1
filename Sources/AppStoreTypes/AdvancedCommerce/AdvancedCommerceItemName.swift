// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The name of an item.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmodifyremoveitem>
public struct AdvancedCommerceItemName: Hashable, Sendable, Codable {
    /// The developer's name of the item.
    public var sku: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(sku: String) {
        self.sku = sku
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
    }
}
