// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The share that Apple keeps of a sale, after tax.
///
/// Requirement E5. <https://developer.apple.com/app-store/small-business-program/>
public enum CommissionRate: String, Hashable, Sendable, Codable, CaseIterable {
    /// 30 %.
    case standard

    /// 15 % for a subscription after one year of paid service, since 13 June 2016.
    case afterOneYear = "after-one-year"

    /// 15 % in the small-business programme, since 1 January 2021.
    case smallBusiness = "small-business"

    /// The team's share of what is left after tax.
    public var proceedsShare: Ratio {
        Ratio(thousandthsOfPercent: self == .standard ? 70_000 : 85_000)
    }

    /// The rate of one transaction.
    ///
    /// - Parameters:
    ///   - day: The day of the sale.
    ///   - isAutoRenewable: Whether it is a period of an auto-renewable subscription.
    ///   - paidServiceDays: Days of paid service in the group before this period, lapses of over 60 days counted as a new start.
    ///   - smallBusiness: Whether the team is in the small-business programme on that day.
    /// - Returns: The rate; the small-business programme comes first.
    public static func rate(
        on day: CivilDay,
        isAutoRenewable: Bool,
        paidServiceDays: Int,
        smallBusiness: Bool
    ) -> CommissionRate {
        if smallBusiness, day >= CommissionRate.smallBusinessBegins { return .smallBusiness }
        if isAutoRenewable, paidServiceDays >= 365, day >= CommissionRate.yearRuleBegins { return .afterOneYear }
        return .standard
    }

    /// 13 June 2016.
    private static let yearRuleBegins = CivilDay(daysSince1970: 16_965)

    /// 1 January 2021.
    private static let smallBusinessBegins = CivilDay(daysSince1970: 18_628)
}
