// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Why a balance changed.
///
/// An open set: a team's own reasons are kept as they come and booked as corrections.
public struct LedgerReason: WireString {
    /// The reason's name.
    public let rawValue: String

    /// Makes a reason from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Bought.
    public static let purchase = LedgerReason(rawValue: "purchase")

    /// Given with a purchase or for nothing.
    public static let bonus = LedgerReason(rawValue: "bonus")

    /// The difference between a price point and the price of goods, given back as virtual currency.
    public static let difference = LedgerReason(rawValue: "difference")

    /// Used up by the customer.
    public static let spend = LedgerReason(rawValue: "spend")

    /// Ran out of time.
    public static let expiry = LedgerReason(rawValue: "expiry")

    /// Withdrawn after a refund.
    public static let refund = LedgerReason(rawValue: "refund")

    /// Given back after a refund was reversed.
    public static let refundReversed = LedgerReason(rawValue: "refund-reversed")

    /// Moved to another customer's account.
    public static let transfer = LedgerReason(rawValue: "transfer")

    /// The account at which the other side of a posting is booked.
    public var counterpart: LedgerAccount {
        switch self {
        case .purchase, .refund, .refundReversed: .sales
        case .bonus, .difference: .bonuses
        case .spend: .spending
        case .expiry: .expiries
        default: .corrections
        }
    }
}
