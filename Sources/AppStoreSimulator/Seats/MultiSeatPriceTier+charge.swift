// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension [MultiSeatPriceTier] {
    /// What the seats cost together.
    var charge: Int64 { reduce(0) { $0 + ($1.price ?? 0) * Int64($1.quantity ?? 0) } }

    /// How many seats there are.
    var seats: Int { reduce(0) { $0 + ($1.quantity ?? 0) } }

    /// What one of them costs on average.
    var averagePrice: Int64 { seats > 0 ? Int64((Double(charge) / Double(seats)).rounded()) : 0 }

    /// Some of the seats, those that were filled last: the cheapest.
    func cheapest(_ count: Int) -> [MultiSeatPriceTier] {
        var rest = count
        return sorted { ($0.price ?? 0) < ($1.price ?? 0) }.compactMap { tier in
            let removed = Swift.min(rest, tier.quantity ?? 0)
            rest -= removed
            return removed > 0 ? MultiSeatPriceTier(price: tier.price, quantity: removed) : nil
        }
    }

    /// The seats without the cheapest ones.
    func withoutCheapest(_ count: Int) -> [MultiSeatPriceTier] {
        var rest = count
        return sorted { ($0.price ?? 0) < ($1.price ?? 0) }.compactMap { tier in
            let removed = Swift.min(rest, tier.quantity ?? 0)
            rest -= removed
            let left = (tier.quantity ?? 0) - removed
            return left > 0 ? MultiSeatPriceTier(price: tier.price, quantity: left) : nil
        }
    }
}
