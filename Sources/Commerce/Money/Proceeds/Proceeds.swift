// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What one sale leaves: the customer's price taken apart to the milliunit.
///
/// Requirement E5. Price = tax + commission + proceeds, always.
public struct Proceeds: Hashable, Sendable, Codable {
    /// What the customer paid.
    public let customerPrice: Money

    /// What the law takes.
    public let tax: Money

    /// What Apple keeps.
    public let commission: Money

    /// What the team gets.
    public let proceeds: Money

    /// The rate that was used.
    public let rate: CommissionRate

    /// Takes a price apart: first the tax, then Apple's share of what is left, each to the nearest milliunit.
    ///
    /// A negative price, as of a refund, comes apart the same way. Nothing when an amount does not fit.
    ///
    /// - Parameters:
    ///   - customerPrice: What the customer paid.
    ///   - rule: What the law takes of it.
    ///   - rate: At which rate Apple takes its share.
    ///   - day: The day whose share counts (default: the newest).
    public init?(customerPrice: Money, tax rule: TaxRule, rate: CommissionRate, on day: CivilDay? = nil) {
        let share = day.map { rate.proceedsShare(on: $0) } ?? rate.proceedsShare
        self.init(customerPrice: customerPrice, tax: rule, rate: rate, share: share)
    }

    /// Takes a price apart by the team's share at a rate.
    init?(customerPrice: Money, tax rule: TaxRule, rate: CommissionRate, share proceedsShare: Ratio) {
        guard let tax = rule.tax(in: customerPrice) else { return nil }
        let (net, overflows) = customerPrice.milliunits.subtractingReportingOverflow(tax.milliunits)
        guard !overflows else { return nil }
        guard let share = proceedsShare.applied(to: net, rounding: .nearest) else { return nil }
        self.customerPrice = customerPrice
        self.tax = tax
        commission = Money(milliunits: net - share, currency: customerPrice.currency)
        proceeds = Money(milliunits: share, currency: customerPrice.currency)
        self.rate = rate
    }
}
