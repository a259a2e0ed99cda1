// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

extension CatalogBody {
    /// The products and groups of a StoreKit configuration file, in the file's order, entitlements as the rules read
    /// them.
    init(_ file: StoreKitFile, currency: Currency) {
        // The file names no app, and the body belongs to the one whose key it comes with.
        let catalog = Catalog(file, bundleID: "", currency: currency)
        products = catalog.products.enumerated().map { position, product in
            StoredCatalogProduct(product: product, promotionOrder: position + 1)
        }
        groups = catalog.groups
    }
}
