// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SKTestSession {
    /// How fast subscriptions live.
    public enum TimeRate: Int, Sendable {
        /// As fast as life.
        case realTime = 0

        /// A day lasts an hour.
        case oneHourIsOneDay = 1

        /// A day lasts 30 minutes.
        case thirtyMinutesIsOneDay = 2

        /// A day lasts five minutes.
        case fiveMinutesIsOneDay = 3

        /// A day lasts a minute.
        case oneMinuteIsOneDay = 4

        /// A day lasts 30 seconds.
        case thirtySecondsIsOneDay = 5

        /// A day lasts a second.
        case oneSecondIsOneDay = 6

        /// A month lasts an hour.
        case monthlyRenewalEveryHour = 10

        /// A month lasts 30 minutes.
        case monthlyRenewalEveryThirtyMinutes = 11

        /// A month lasts 15 minutes.
        case monthlyRenewalEveryFifteenMinutes = 12

        /// A month lasts five minutes.
        case monthlyRenewalEveryFiveMinutes = 13

        /// A month lasts 30 seconds.
        case monthlyRenewalEveryThirtySeconds = 15

        /// Every period lasts 15 minutes.
        case oneRenewalEveryFifteenMinutes = 1000

        /// Every period lasts five minutes.
        case oneRenewalEveryFiveMinutes = 1001

        /// Every period lasts a minute.
        case oneRenewalEveryMinute = 1002

        /// Every period lasts 30 seconds.
        case oneRenewalEveryThirtySeconds = 1003

        /// Every period lasts ten seconds.
        case oneRenewalEveryTenSeconds = 1004

        /// Every period lasts two seconds.
        case oneRenewalEveryTwoSeconds = 1005
    }
}

extension SKTestSession.TimeRate {
    /// The rate of a configuration file, whose first numbers are the positions in Xcode's list.
    init(file rate: Int) {
        switch rate {
        case 1...6: self = Self(rawValue: 999 + rate) ?? .realTime
        case 10...15: self = Self(rawValue: rate) ?? .realTime
        default: self = .realTime
        }
    }

    /// How long a month lasts, for rates that keep the lengths' proportions.
    var monthSeconds: Int? {
        switch self {
        case .oneHourIsOneDay: 30 * 3600
        case .thirtyMinutesIsOneDay: 30 * 1800
        case .fiveMinutesIsOneDay: 30 * 300
        case .oneMinuteIsOneDay: 30 * 60
        case .thirtySecondsIsOneDay: 30 * 30
        case .oneSecondIsOneDay, .monthlyRenewalEveryThirtySeconds: 30
        case .monthlyRenewalEveryHour: 3600
        case .monthlyRenewalEveryThirtyMinutes: 1800
        case .monthlyRenewalEveryFifteenMinutes: 900
        case .monthlyRenewalEveryFiveMinutes: 300
        default: nil
        }
    }

    /// How long every period lasts, whatever its length.
    var periodSeconds: Int? {
        switch self {
        case .oneRenewalEveryFifteenMinutes: 900
        case .oneRenewalEveryFiveMinutes: 300
        case .oneRenewalEveryMinute: 60
        case .oneRenewalEveryThirtySeconds: 30
        case .oneRenewalEveryTenSeconds: 10
        case .oneRenewalEveryTwoSeconds: 2
        default: nil
        }
    }
}
