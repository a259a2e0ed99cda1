// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How goods whose price lies between price points are sold: at a point, the difference credited as virtual currency.
///
/// Requirement E3. The customer sees it before paying, and it is booked with the order.
public struct CustomPrice: Hashable, Sendable {
    /// What the goods cost.
    public let price: Money

    /// The price point that is asked.
    public let charged: Money

    /// The virtual currency credited for what was paid above the price; never negative.
    public let credit: Int64

    /// Prices goods at the lowest point that covers them, so that the credit is never negative.
    ///
    /// Nothing when no point covers the price or an amount does not fit.
    ///
    /// - Parameters:
    ///   - price: What the goods cost.
    ///   - points: The storefront's price points.
    ///   - ratio: The virtual currency that one unit of money buys on this platform.
    public init?(price: Money, points: PricePoints, ratio: VirtualCurrencyRate) {
        guard price.currency == points.currency, price.milliunits > 0,
            let charged = points.lowest(from: price.milliunits),
            let credit = ratio.virtualCurrency(
                for: Money(milliunits: charged.milliunits - price.milliunits, currency: price.currency)
            )
        else { return nil }
        self.price = price
        self.charged = charged
        self.credit = credit
    }
}
