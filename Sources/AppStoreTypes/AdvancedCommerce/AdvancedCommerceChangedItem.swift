// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// New words for an item of a subscription.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionchangemetadataitem>
public struct AdvancedCommerceChangedItem: Hashable, Sendable, Codable {
    /// The item as it is named now.
    public var currentSKU: String

    /// What it is.
    public var description: String?

    /// Its name.
    public var displayName: String?

    /// When they take effect.
    public var effective: AdvancedCommerceEffective

    /// The item's new name.
    public var sku: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        currentSKU: String,
        description: String? = nil,
        displayName: String? = nil,
        effective: AdvancedCommerceEffective,
        sku: String? = nil
    ) {
        self.currentSKU = currentSKU
        self.description = description
        self.displayName = displayName
        self.effective = effective
        self.sku = sku
    }

    private enum CodingKeys: String, CodingKey {
        case currentSKU
        case description
        case displayName
        case effective
        case sku = "SKU"
    }
}
