// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a delivery of a product gives from an instant on.
///
/// Entitlements, names and prices are not part of it: the catalog of today gives them for all purchases, old ones too.
public struct ProductChange: Hashable, Sendable, Codable {
    /// The product.
    public var product: ProductID

    /// The product's type; `nil` when the product was removed from the catalog.
    public var type: ProductType?

    /// The virtual currency that one of it credits.
    public var credit: CatalogCredit?

    /// Makes a change.
    public init(product: ProductID, type: ProductType?, credit: CatalogCredit? = nil) {
        self.product = product
        self.type = type
        self.credit = credit
    }

    /// What a delivery of a catalog's product gives.
    package init(_ product: CatalogProduct) {
        self.init(product: product.id, type: product.type, credit: product.credit)
    }
}
