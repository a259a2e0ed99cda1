// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Which report of sales or subscriptions is wanted.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-salesreports>
public struct SalesReportQuery: Hashable, Sendable {
    /// The kind of report.
    public struct Kind: WireString {
        /// The value as Apple writes it.
        public let rawValue: String

        /// Makes a value from Apple's text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Sales.
        public static let sales = Kind(rawValue: "SALES")

        /// The state of subscriptions on a day.
        public static let subscription = Kind(rawValue: "SUBSCRIPTION")

        /// What happened to subscriptions on a day.
        public static let subscriptionEvent = Kind(rawValue: "SUBSCRIPTION_EVENT")

        /// The purchases of each subscriber on a day.
        public static let subscriber = Kind(rawValue: "SUBSCRIBER")

        /// Redeemed offer codes.
        public static let offerCodeRedemption = Kind(rawValue: "SUBSCRIPTION_OFFER_CODE_REDEMPTION")

        /// Pre-orders.
        public static let preOrder = Kind(rawValue: "PRE_ORDER")

        /// Who may have win-back offers.
        public static let winBackEligibility = Kind(rawValue: "WIN_BACK_ELIGIBILITY")
    }

    /// How long a report's time is.
    public struct Frequency: WireString {
        /// The value as Apple writes it.
        public let rawValue: String

        /// Makes a value from Apple's text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A day.
        public static let daily = Frequency(rawValue: "DAILY")

        /// A week.
        public static let weekly = Frequency(rawValue: "WEEKLY")

        /// A month.
        public static let monthly = Frequency(rawValue: "MONTHLY")

        /// A year.
        public static let yearly = Frequency(rawValue: "YEARLY")
    }

    /// The vendor's number.
    public var vendorNumber: String

    /// The kind of report.
    public var reportType: Kind

    /// Summed up, or in detail.
    public var reportSubType: String

    /// How long its time is.
    public var frequency: Frequency

    /// The day as YYYY-MM-DD, the month as YYYY-MM, or the year; the latest when absent.
    public var reportDate: String?

    /// The layout's version, such as 1_0.
    public var version: String?

    /// Makes a query.
    public init(
        vendorNumber: String,
        reportType: Kind = .sales,
        reportSubType: String? = nil,
        frequency: Frequency = .daily,
        reportDate: String? = nil,
        version: String? = nil
    ) {
        self.vendorNumber = vendorNumber
        self.reportType = reportType
        self.reportSubType = reportSubType ?? (reportType == .subscriber ? "DETAILED" : "SUMMARY")
        self.frequency = frequency
        self.reportDate = reportDate
        self.version = version ?? Self.defaultVersion(of: reportType)
    }

    private static func defaultVersion(of kind: Kind) -> String { versions(of: kind)[0] }

    /// The layouts that a kind of report has, the usual one first, then those that may take its place.
    public static func versions(of kind: Kind) -> [String] {
        [.subscription, .subscriptionEvent, .subscriber].contains(kind) ? ["1_3", "1_4", "1_2"] : ["1_0", "1_1"]
    }

    var queryItems: [(name: String, value: String)] {
        let optional = [("filter[reportDate]", reportDate), ("filter[version]", version)]
        return [
            (name: "filter[frequency]", value: frequency.rawValue),
            (name: "filter[reportType]", value: reportType.rawValue),
            (name: "filter[reportSubType]", value: reportSubType),
            (name: "filter[vendorNumber]", value: vendorNumber),
        ] + optional.compactMap { name, value in value.map { (name: name, value: $0) } }
    }
}

/// Which financial report is wanted.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-financereports>
public struct FinanceReportQuery: Hashable, Sendable {
    /// The vendor's number.
    public var vendorNumber: String

    /// The fiscal month as YYYY-MM.
    public var reportDate: String

    /// The region; ZZ is all of them summed up, Z1 all in detail.
    public var regionCode: String

    /// Whether each day's purchases are wanted.
    public var isDetailed: Bool

    /// Makes a query.
    public init(vendorNumber: String, reportDate: String, regionCode: String? = nil, isDetailed: Bool = false) {
        self.vendorNumber = vendorNumber
        self.reportDate = reportDate
        self.regionCode = regionCode ?? (isDetailed ? "Z1" : "ZZ")
        self.isDetailed = isDetailed
    }

    var queryItems: [(name: String, value: String)] {
        [
            (name: "filter[regionCode]", value: regionCode),
            (name: "filter[reportDate]", value: reportDate),
            (name: "filter[reportType]", value: isDetailed ? "FINANCE_DETAIL" : "FINANCIAL"),
            (name: "filter[vendorNumber]", value: vendorNumber),
        ]
    }
}
