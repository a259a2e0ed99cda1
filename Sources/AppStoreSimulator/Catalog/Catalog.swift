// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Everything the simulated store sells: apps, products, subscription groups and storefronts.
public struct Catalog: Hashable, Sendable, Codable {
    /// The apps.
    public var apps: [CatalogApp]

    /// The products of all apps.
    public var products: [CatalogProduct]

    /// The subscription groups' names.
    public var groups: [CatalogGroup]

    /// The storefront in which the products' base prices are.
    public var baseStorefront: StorefrontCountryCode

    /// Makes a catalog.
    public init(
        apps: [CatalogApp],
        products: [CatalogProduct],
        groups: [CatalogGroup] = [],
        baseStorefront: StorefrontCountryCode = "USA"
    ) {
        self.apps = apps
        self.products = products
        self.groups = groups
        self.baseStorefront = baseStorefront
    }
}

extension Catalog {
    /// The product of an identifier.
    public func product(_ id: ProductID) -> CatalogProduct? {
        products.first { $0.id == id }
    }

    /// The app of a bundle identifier.
    public func app(_ id: BundleID) -> CatalogApp? {
        apps.first { $0.bundleID == id }
    }
}
