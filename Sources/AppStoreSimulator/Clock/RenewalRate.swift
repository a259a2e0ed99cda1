// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// How fast subscriptions live: in real time, or compressed as the sandbox and StoreKit testing do.
///
/// <https://developer.apple.com/help/app-store-connect/test-in-app-purchases/manage-sandbox-apple-account-settings>
public enum RenewalRate: Hashable, Sendable, Codable {
    /// Calendar weeks, months and years.
    case realTime

    /// A month lasts so many seconds; the other lengths follow Apple's table.
    case monthly(seconds: Int)

    /// Every period lasts so many seconds, whatever its length.
    case every(seconds: Int)

    /// Every period lasts a day, as in TestFlight.
    case daily

    /// The sandbox table's fastest row: a month lasts 3 minutes.
    public static let sandboxThreeMinutes = RenewalRate.monthly(seconds: 180)

    /// The sandbox table's default row: a month lasts 5 minutes, a week 3, a year an hour.
    public static let sandboxFiveMinutes = RenewalRate.monthly(seconds: 300)

    /// The sandbox table's third row: a month lasts 15 minutes.
    public static let sandboxFifteenMinutes = RenewalRate.monthly(seconds: 900)

    /// The sandbox table's fourth row: a month lasts 30 minutes.
    public static let sandboxThirtyMinutes = RenewalRate.monthly(seconds: 1800)

    /// The sandbox table's slowest row: a month lasts an hour.
    public static let sandboxHour = RenewalRate.monthly(seconds: 3600)
}

extension RenewalRate {
    /// The end of a period that begins at an instant.
    ///
    /// In real time a monthly period ends on the anchor day, or on the last day of a month that is too short:
    /// bought on 31 January, it renews on 28 February and on 31 March.
    package func end(of period: BillingPeriod, from start: Date, anchorDay: Int) -> Date {
        guard self == .realTime else { return start.addingTimeInterval(Double(seconds(of: period))) }
        guard period.months > 0 else { return start.addingTimeInterval(Double(period.days) * 86_400) }
        return start.adding(months: period.months, onDay: anchorDay)
    }

    /// How long Apple retries a failed payment: 60 days, or two months on a compressed clock.
    package var retrySeconds: Int {
        switch self {
        case .realTime: 60 * 86_400
        case .monthly(let month): 2 * month
        case .every(let seconds): 2 * seconds
        case .daily: 2 * 86_400
        }
    }

    /// How long a grace period lasts: the chosen days, fewer for weekly subscriptions, or the table's share of a month.
    package func graceSeconds(days: Int, for period: BillingPeriod) -> Int {
        let isWeekly = period.months == 0 && period.days <= 7
        return switch self {
        case .realTime: (isWeekly ? min(days, 6) : days) * 86_400
        case .monthly(let month): isWeekly ? Int((Double(weekSeconds) * 6 / 7).rounded()) : month / 2
        case .every(let seconds): seconds
        case .daily: 86_400 / 2
        }
    }

    /// What a number of days of real time lasts on this clock; the sandbox counts whole minutes.
    package func scaled(days: Int) -> Int {
        switch self {
        case .realTime: days * 86_400
        case .monthly(let month): days * month / 30 / 60 * 60
        case .every(let seconds): days * seconds / 30
        case .daily: days * 86_400 / 30 / 60 * 60
        }
    }

    /// What a length of real time lasts on this clock, to the millisecond.
    package func scaled(seconds real: Double) -> Double {
        let month = 30.0 * 86_400
        let factor: Double =
            switch self {
            case .realTime: 1
            case .monthly(let seconds), .every(let seconds): Double(seconds) / month
            case .daily: 1.0 / 30
            }
        return (real * factor * 1000).rounded() / 1000
    }

    private func seconds(of period: BillingPeriod) -> Int {
        switch self {
        case .realTime, .daily: 86_400
        // A period without a length would be followed by the next one at the same instant, permanently.
        case .every(let seconds): max(1, seconds)
        case .monthly(let month):
            max(1, period.months > 0 ? period.months * month : weekSeconds * period.days / 7)
        }
    }

    /// A week on the sandbox's clock; the table's rows are not a common fraction of a month.
    private var weekSeconds: Int {
        guard case .monthly(let month) = self else { return 86_400 }
        return switch month {
        case 180, 300: 180
        case 900: 300
        case 1800: 600
        case 3600: 900
        default: max(1, month / 3)
        }
    }
}
