// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The share that Apple keeps of a sale, after tax.
///
/// Requirement E5. <https://developer.apple.com/app-store/small-business-program/>
public enum CommissionRate: String, Hashable, Sendable, Codable, CaseIterable {
    /// 30 %; 25 % in China mainland since 15 March 2026.
    case standard

    /// 15 % for a subscription after one year of paid service, since 13 June 2016; 12 % in China mainland since 15 March 2026.
    case afterOneYear = "after-one-year"

    /// 15 % in the small-business program, since 1 January 2021; 12 % in China mainland since 15 March 2026.
    case smallBusiness = "small-business"

    /// The team's share of what is left after tax, as the newest line for all storefronts says.
    public var proceedsShare: Ratio { CommissionTable.current.newestShare(of: self) ?? .zero }

    /// The team's share on a day of what is left after tax, where a storefront has none of its own.
    public func proceedsShare(on day: CivilDay) -> Ratio {
        CommissionTable.current.share(of: self, on: day) ?? .zero
    }

    /// The rate of one transaction.
    ///
    /// - Parameters:
    ///   - day: The day of the sale.
    ///   - isAutoRenewable: Whether it is a period of an auto-renewable subscription.
    ///   - paidServiceDays: Days of paid service in the group before this period, lapses of over 60 days counted as a new start.
    ///   - smallBusiness: Whether the team is in the small-business program on that day.
    /// - Returns: The rate; the small-business program comes first.
    public static func rate(
        on day: CivilDay,
        isAutoRenewable: Bool,
        paidServiceDays: Int,
        smallBusiness: Bool
    ) -> CommissionRate {
        CommissionTable.current.rate(
            on: day,
            isAutoRenewable: isAutoRenewable,
            paidServiceDays: paidServiceDays,
            smallBusiness: smallBusiness
        )
    }
}

extension CommissionTable {
    /// The rate of one transaction, of those that the table has on its day.
    func rate(
        on day: CivilDay,
        isAutoRenewable: Bool,
        paidServiceDays: Int,
        smallBusiness: Bool
    ) -> CommissionRate {
        if smallBusiness, share(of: .smallBusiness, on: day) != nil { return .smallBusiness }
        if isAutoRenewable, paidServiceDays >= 365, share(of: .afterOneYear, on: day) != nil { return .afterOneYear }
        return .standard
    }
}
