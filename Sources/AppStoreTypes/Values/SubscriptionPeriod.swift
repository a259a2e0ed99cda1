// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The length of a subscription's or offer's period, as an ISO 8601 duration.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/offerperiod>
public struct SubscriptionPeriod: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Three days; for offers.
    public static let threeDays = SubscriptionPeriod(rawValue: "P3D")

    /// A week.
    public static let week = SubscriptionPeriod(rawValue: "P1W")

    /// Two weeks; for offers.
    public static let twoWeeks = SubscriptionPeriod(rawValue: "P2W")

    /// A month.
    public static let month = SubscriptionPeriod(rawValue: "P1M")

    /// Two months.
    public static let twoMonths = SubscriptionPeriod(rawValue: "P2M")

    /// Three months.
    public static let threeMonths = SubscriptionPeriod(rawValue: "P3M")

    /// Six months.
    public static let sixMonths = SubscriptionPeriod(rawValue: "P6M")

    /// Nine months; for offers.
    public static let nineMonths = SubscriptionPeriod(rawValue: "P9M")

    /// A year.
    public static let year = SubscriptionPeriod(rawValue: "P1Y")
}

extension SubscriptionPeriod {
    /// A calendar unit.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// A day.
        case day = "D"

        /// A week.
        case week = "W"

        /// A month.
        case month = "M"

        /// A year.
        case year = "Y"
    }

    /// Makes a period of so many units.
    public init(_ count: Int, _ unit: Unit) {
        self.init(rawValue: "P\(count)\(unit.rawValue)")
    }

    /// The count and its unit, or nothing when the text is not one count of one unit.
    public var components: (count: Int, unit: Unit)? {
        guard rawValue.first == "P", let last = rawValue.last, let unit = Unit(rawValue: String(last)) else {
            return nil
        }
        let digits = rawValue.dropFirst().dropLast()
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(digits), count > 0 else { return nil }
        return (count, unit)
    }
}
