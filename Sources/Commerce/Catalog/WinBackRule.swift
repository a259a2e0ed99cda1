// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Who may have a win-back offer, in months.
///
/// <https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-win-back-offers>
public struct WinBackRule: Hashable, Sendable, Codable {
    /// The least time that the customer paid for, all periods together.
    public var minimumPaidMonths: Int

    /// The least time since the customer's subscription ended.
    public var minimumMonthsSinceLast: Int

    /// The most time since then; without a limit when absent.
    public var maximumMonthsSinceLast: Int?

    /// The least time between two win-back offers, when the customer had one.
    public var monthsBetweenOffers: Int?

    /// Makes a rule.
    public init(
        minimumPaidMonths: Int,
        minimumMonthsSinceLast: Int,
        maximumMonthsSinceLast: Int? = nil,
        monthsBetweenOffers: Int? = nil
    ) {
        self.minimumPaidMonths = minimumPaidMonths
        self.minimumMonthsSinceLast = minimumMonthsSinceLast
        self.maximumMonthsSinceLast = maximumMonthsSinceLast
        self.monthsBetweenOffers = monthsBetweenOffers
    }
}
