// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Foundation

/// Seats of a product that cost the same.
package struct StoreSeatTier: Hashable, Sendable {
    package var firstSeat: Int

    /// The last seat; absent when there is no last one.
    package var lastSeat: Int?

    package var milliunits: Int64
}

extension [StoreSeatTier] {
    /// What that many seats cost: each the price of the tier that it falls into.
    func price(of seats: Int) -> Int64 {
        reduce(0) { sum, tier in
            let last = Swift.min(seats, tier.lastSeat ?? seats)
            return sum + (last >= tier.firstSeat ? Int64(last - tier.firstSeat + 1) * tier.milliunits : 0)
        }
    }
}

/// How a product is paid month by month.
package struct StoreMonthlyPlan: Hashable, Sendable {
    /// The price of a month.
    package var milliunits: Int64

    /// How many months the customer commits to.
    package var months: Int
}

/// The seats of a group subscription that the customer bought.
package struct StoreSeats: Hashable, Sendable {
    /// How many people may use it now.
    package var count: Int

    /// When its current period began.
    package var began: Date

    /// When its current period ends.
    package var ends: Date

    /// How much of the period is left, from 0 to 1.
    func share(asOf now: Date) -> Double {
        let length = ends.timeIntervalSince(began)
        return length > 0 ? min(1, max(0, ends.timeIntervalSince(now) / length)) : 0
    }
}

extension StoreProduct {
    /// An amount as the customer reads the product's price.
    func display(_ milliunits: Int64) -> String {
        let amount = Decimal(milliunits) / 1000
        return (priceFormat ?? Decimal.FormatStyle.Currency(code: currency)).format(amount)
    }
}
