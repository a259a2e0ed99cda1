// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// A length of calendar time: so many days, weeks, months or years.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptionperiod>
    public struct SubscriptionPeriod: Equatable, Hashable {
        /// The units of a period.
        public enum Unit: Equatable, Hashable {
            /// A day.
            case day

            /// A week.
            case week

            /// A month.
            case month

            /// A year.
            case year
        }

        /// The unit.
        public let unit: Product.SubscriptionPeriod.Unit

        /// How many units.
        public let value: Int

        init(unit: Unit, value: Int) {
            self.unit = unit
            self.value = value
        }

        /// Reads an ISO 8601 duration of one unit, such as P1M.
        init?(iso8601 text: String) {
            guard text.hasPrefix("P"), let last = text.last, let count = Int(text.dropFirst().dropLast()), count > 0
            else { return nil }
            switch last {
            case "D":
                self.init(
                    unit: count.isMultiple(of: 7) ? .week : .day,
                    value: count.isMultiple(of: 7) ? count / 7 : count
                )
            case "W": self.init(unit: .week, value: count)
            case "M": self.init(unit: .month, value: count)
            case "Y": self.init(unit: .year, value: count)
            default: return nil
            }
        }

        /// The period as an ISO 8601 duration.
        var iso8601: String {
            switch unit {
            case .day: "P\(value)D"
            case .week: "P\(value)W"
            case .month: "P\(value)M"
            case .year: "P\(value)Y"
            }
        }
    }
}

extension Product.SubscriptionPeriod: Sendable {}
extension Product.SubscriptionPeriod.Unit: Sendable {}

extension Product.SubscriptionPeriod: CustomDebugStringConvertible {
    /// The period in words.
    public var debugDescription: String {
        "\(value) \(unit.name(plural: value != 1, locale: Locale(identifier: "en_US")))"
    }
}

extension Product.SubscriptionPeriod {
    /// A week.
    public static var weekly: Product.SubscriptionPeriod { Self(unit: .week, value: 1) }

    /// A month.
    public static var monthly: Product.SubscriptionPeriod { Self(unit: .month, value: 1) }

    /// A year.
    public static var yearly: Product.SubscriptionPeriod { Self(unit: .year, value: 1) }

    /// Three days.
    public static var everyThreeDays: Product.SubscriptionPeriod { Self(unit: .day, value: 3) }

    /// Two weeks.
    public static var everyTwoWeeks: Product.SubscriptionPeriod { Self(unit: .week, value: 2) }

    /// Two months.
    public static var everyTwoMonths: Product.SubscriptionPeriod { Self(unit: .month, value: 2) }

    /// Three months.
    public static var everyThreeMonths: Product.SubscriptionPeriod { Self(unit: .month, value: 3) }

    /// Six months.
    public static var everySixMonths: Product.SubscriptionPeriod { Self(unit: .month, value: 6) }
}

extension Product.SubscriptionPeriod {
    /// The time from an instant on that the period covers, in the Gregorian calendar.
    ///
    /// - Parameter referenceDate: Where the period begins.
    /// - Returns: The instants of the period.
    public func dateRange(referenceDate: Date = .now) -> Range<Date> {
        let calendar = Calendar(identifier: .gregorian)
        let end = calendar.date(byAdding: DateComponents(subscriptionPeriod: self), to: referenceDate)
        return referenceDate..<max(end ?? referenceDate, referenceDate)
    }

    /// Writes the period with a style for ranges of instants.
    ///
    /// - Parameters:
    ///   - format: The style.
    ///   - referenceDate: Where the period begins.
    /// - Returns: What the style makes of it.
    public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
    where S: FormatStyle, S.FormatInput == Range<Date> {
        format.format(dateRange(referenceDate: referenceDate))
    }

    /// Writes the period with a style for durations.
    ///
    /// - Parameters:
    ///   - format: The style.
    ///   - referenceDate: Where the period begins, which determines the length of its months.
    /// - Returns: What the style makes of it.
    public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
    where S: FormatStyle, S.FormatInput == Duration {
        let range = dateRange(referenceDate: referenceDate)
        return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
    }
}

extension DateComponents {
    /// Makes components that add a period to an instant.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        switch period.unit {
        case .day: self.init(day: period.value)
        case .week: self.init(weekOfYear: period.value)
        case .month: self.init(month: period.value)
        case .year: self.init(year: period.value)
        }
    }
}
