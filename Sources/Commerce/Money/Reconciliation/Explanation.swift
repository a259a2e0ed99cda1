// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Why one of our sales, or units of Apple's row, have no counterpart on their own day or at their own price.
///
/// An open set.
public struct Explanation: WireString {
    /// The explanation's name.
    public let rawValue: String

    /// Makes an explanation from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The counterpart is on the next or the previous day, and the sale is close to midnight.
    public static let dayEdge = Explanation(rawValue: "day-boundary")

    /// The refund is reported in another period.
    public static let refundInAnotherPeriod = Explanation(rawValue: "refund-in-another-period")

    /// The price is that of an offer, which the report shows otherwise.
    public static let offerPrice = Explanation(rawValue: "offer-price")

    /// The product is owned through Family Sharing: no one paid, nothing is reported.
    public static let familyShare = Explanation(rawValue: "family-shared")

    /// The product is owned in another way than by paying for it, such as an assigned seat: nothing is reported.
    public static let notSold = Explanation(rawValue: "not-sold")

    /// A bundle brings the subscription: Apple's documents do not state which part of the bundle's price is its own.
    public static let bundle = Explanation(rawValue: "bundle")

    /// The sale is none: it was made in the sandbox.
    public static let sandbox = Explanation(rawValue: "sandbox")

    /// The day's report has not come yet.
    public static let lateReport = Explanation(rawValue: "late-report")

    /// The price was kept for earlier subscribers.
    public static let preservedPrice = Explanation(rawValue: "preserved-price")

    /// The price differs by less than the currency's smallest coin.
    public static let rounding = Explanation(rawValue: "rounding")

    /// The customer moved to a better plan: Apple gave back what was left of the old one, counted by its own clock.
    public static let upgrade = Explanation(rawValue: "upgrade")

    /// Our document tells no price, as those from before 2023 do; the catalog's replaces it.
    public static let priceUnknown = Explanation(rawValue: "price-unknown")

    /// Nothing was paid, so Apple need not report it: a free trial.
    public static let nothingPaid = Explanation(rawValue: "zero-price")
}
