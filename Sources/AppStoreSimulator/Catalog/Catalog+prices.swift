// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Catalog {
    /// The price in a storefront: the one set manually, or the base price converted and rounded up to the next step.
    package func price(_ list: PriceList, in storefront: Storefront) -> Int64 {
        if let manual = list.manual(in: storefront.countryCode) { return manual }
        guard storefront.countryCode != baseStorefront, let base = Storefront.of(baseStorefront),
            base.currency != storefront.currency
        else { return list.base }
        // In two parts, for the product of a high price and a rate may not fit.
        let (whole, rest) = list.base.quotientAndRemainder(dividingBy: base.rate)
        let converted = whole * storefront.rate + rest * storefront.rate / base.rate
        let steps = (converted + storefront.step - 1) / storefront.step
        return steps * storefront.step
    }
}
