// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// What rows of charts must be of to count; an empty set accepts all.
package struct ChartRowFilter: Hashable, Sendable {
    /// The products.
    package var products: Set<String>
    /// The storefronts.
    package var storefronts: Set<String>
    /// The offers.
    package var offers: Set<String>
    /// The stores.
    package var stores: Set<String>
    /// The currency of amounts; `nil` accepts all.
    package var currency: Currency?

    /// Makes a filter.
    package init(
        products: Set<String> = [],
        storefronts: Set<String> = [],
        offers: Set<String> = [],
        stores: Set<String> = [],
        currency: Currency? = nil
    ) {
        self.products = products
        self.storefronts = storefronts
        self.offers = offers
        self.stores = stores
        self.currency = currency
    }

    /// Whether a row counts.
    package func accepts(_ key: ChartRow.Key) -> Bool {
        (products.isEmpty || products.contains(key.product?.rawValue ?? ""))
            && (storefronts.isEmpty || storefronts.contains(key.storefront?.rawValue ?? ""))
            && (offers.isEmpty || offers.contains(key.offer ?? ""))
            && (stores.isEmpty || stores.contains(key.store?.rawValue ?? ""))
            && (currency == nil || key.currency == nil || key.currency == currency)
    }
}
