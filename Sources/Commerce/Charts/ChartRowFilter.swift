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

    /// Accepts only what it accepted and what is in a set.
    package mutating func narrow(_ names: WritableKeyPath<ChartRowFilter, Set<String>>, to others: Set<String>) {
        let known = self[keyPath: names]
        let both = known.isEmpty ? others : known.intersection(others)
        // An empty set would accept all.
        self[keyPath: names] = both.isEmpty ? [Self.nothing] : both
    }

    /// A name that nothing has.
    private static let nothing = "\u{0}"

    /// Whether a row counts.
    package func accepts(_ key: ChartRow.Key) -> Bool {
        (products.isEmpty || products.contains(key.product?.rawValue ?? ""))
            && (storefronts.isEmpty || storefronts.contains(key.storefront?.rawValue ?? ""))
            && (offers.isEmpty || offers.contains(key.offer ?? ""))
            && (stores.isEmpty || stores.contains(key.store?.rawValue ?? ""))
            && (currency == nil || key.currency == nil || key.currency == currency)
    }
}
