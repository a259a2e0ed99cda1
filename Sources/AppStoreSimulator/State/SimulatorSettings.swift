// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How the simulated store behaves in each of its environments.
public struct SimulatorSettings: Hashable, Sendable, Codable {
    /// The production environment.
    public var production: EnvironmentSettings

    /// The sandbox.
    public var sandbox: EnvironmentSettings

    /// StoreKit testing.
    public var xcode: EnvironmentSettings

    /// Makes settings; by default Apple's.
    public init(
        production: EnvironmentSettings = .production,
        sandbox: EnvironmentSettings = .sandbox,
        xcode: EnvironmentSettings = .xcode
    ) {
        self.production = production
        self.sandbox = sandbox
        self.xcode = xcode
    }

    /// The settings of an environment; local testing shares those of Xcode.
    public subscript(environment: Environment) -> EnvironmentSettings {
        get {
            switch environment {
            case .production: production
            case .sandbox: sandbox
            default: xcode
            }
        }
        set {
            switch environment {
            case .production: production = newValue
            case .sandbox: sandbox = newValue
            default: xcode = newValue
            }
        }
    }
}

/// How the simulated store behaves in one environment.
public struct EnvironmentSettings: Hashable, Sendable, Codable {
    /// The version of notifications that the app's URL takes.
    public enum NotificationVersion: String, Hashable, Sendable, Codable {
        /// No URL is set: nothing is sent.
        case none

        /// Version 1 as it was in 2018: five types, and an upgrade cancels the old plan.
        case earlyVersion1

        /// Version 1.
        case version1

        /// Version 2.
        case version2
    }

    /// How fast subscriptions live.
    public var rate: RenewalRate

    /// How often a subscription renews automatically.
    public var renewalLimit: RenewalLimit

    /// When renewals are charged.
    public var renewalTiming: RenewalTiming

    /// The billing grace period; none when absent.
    public var grace: GracePeriod?

    /// The version of notifications.
    public var notifications: NotificationVersion

    /// How refunds are decided.
    public var refunds: RefundPolicy

    /// How long before a price increase takes effect customers are notified of it, in days of real time.
    public var priceIncreaseNoticeDays: Int

    /// The developer's part of a price in the first year, in hundredths of a per cent.
    ///
    /// In China mainland the usual 7000 are 7500 since 15 March 2026, and the usual 8500 after one year 8800.
    public var proceedsBasisPoints: Int64

    /// The developer's part after one year of paid service, in hundredths of a per cent.
    public var proceedsAfterOneYearBasisPoints: Int64

    /// The faults that happen by chance.
    public var faults: FaultRates

    /// The tax in hundredths of a per cent, by storefront, where it is not the table's.
    public var taxBasisPoints: [String: Int64]?

    /// Whether the calls about groups and seats are answered; when absent as Apple does it: everywhere but in production.
    public var answersSeatCalls: Bool?

    /// Makes settings; by default those of real time.
    public init(
        rate: RenewalRate = .realTime,
        renewalLimit: RenewalLimit = .unlimited,
        renewalTiming: RenewalTiming = .atExpiry,
        grace: GracePeriod? = nil,
        notifications: NotificationVersion = .version2,
        refunds: RefundPolicy = RefundPolicy(),
        priceIncreaseNoticeDays: Int = 30,
        proceedsBasisPoints: Int64 = 7000,
        proceedsAfterOneYearBasisPoints: Int64 = 8500,
        faults: FaultRates = .none,
        taxBasisPoints: [String: Int64]? = nil,
        answersSeatCalls: Bool? = nil
    ) {
        self.rate = rate
        self.renewalLimit = renewalLimit
        self.renewalTiming = renewalTiming
        self.grace = grace
        self.notifications = notifications
        self.refunds = refunds
        self.priceIncreaseNoticeDays = priceIncreaseNoticeDays
        self.proceedsBasisPoints = proceedsBasisPoints
        self.proceedsAfterOneYearBasisPoints = proceedsAfterOneYearBasisPoints
        self.faults = faults
        self.taxBasisPoints = taxBasisPoints
        self.answersSeatCalls = answersSeatCalls
    }

    /// Real time.
    public static let production = EnvironmentSettings()

    /// The sandbox's default row, with 12 renewals and then none.
    public static let sandbox = EnvironmentSettings(
        rate: .sandboxFiveMinutes,
        renewalLimit: .total(12),
        priceIncreaseNoticeDays: 0
    )

    /// The sandbox of old: at most six renewals a day.
    public static let oldSandbox = EnvironmentSettings(
        rate: .sandboxFiveMinutes,
        renewalLimit: .perDay(6),
        priceIncreaseNoticeDays: 0
    )

    /// TestFlight: every period lasts a day, and renews six times.
    public static let testFlight = EnvironmentSettings(
        rate: .daily,
        renewalLimit: .total(6),
        priceIncreaseNoticeDays: 0
    )

    /// StoreKit testing in Xcode: real time unless the test chooses a rate, and no server notifications.
    public static let xcode = EnvironmentSettings(notifications: .none, priceIncreaseNoticeDays: 0)
}

/// The billing grace period, which an app's team turns on.
public struct GracePeriod: Hashable, Sendable, Codable {
    /// 3, 16 or 28 days; fewer for weekly subscriptions; the sandbox's table overrides it.
    public var days: Int

    /// Whether only renewals from a paid period get it, and the end of a free trial does not.
    public var onlyAfterPaidPeriods: Bool

    /// Makes a grace period.
    public init(days: Int = 16, onlyAfterPaidPeriods: Bool = false) {
        self.days = days
        self.onlyAfterPaidPeriods = onlyAfterPaidPeriods
    }
}
