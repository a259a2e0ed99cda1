// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionPeriod.Unit: Comparable {
    /// Orders units by their length.
    public static func < (lhs: Product.SubscriptionPeriod.Unit, rhs: Product.SubscriptionPeriod.Unit) -> Bool {
        lhs.rank < rhs.rank
    }

    private var rank: Int {
        switch self {
        case .day: 0
        case .week: 1
        case .month: 2
        case .year: 3
        }
    }
}

extension Product.SubscriptionPeriod.Unit: CustomDebugStringConvertible {
    /// The unit's name.
    public var debugDescription: String { localizedDescription }
}

extension Product.SubscriptionPeriod.Unit {
    /// The unit in words.
    public var localizedDescription: String {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        case .year: "Year"
        }
    }

    /// Writes the unit with a style.
    ///
    /// - Parameter format: The style.
    /// - Returns: What the style makes of it.
    public func formatted<S>(_ format: S) -> S.FormatOutput
    where S: Foundation.FormatStyle, S.FormatInput == Product.SubscriptionPeriod.Unit {
        format.format(self)
    }

    /// The unit's word inside a sentence.
    func name(plural: Bool, locale: Locale) -> String {
        if locale.language.languageCode?.identifier == "zh" {
            return switch self {
            case .day: "天"
            case .week: "周"
            case .month: "个月"
            case .year: "年"
            }
        }
        return localizedDescription.lowercased() + (plural ? "s" : "")
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// Writes a unit in words.
    public struct FormatStyle: Foundation.FormatStyle, Sendable {
        private var language = Locale.autoupdatingCurrent

        /// Makes a style for the customer's language.
        init() {}

        /// Writes a unit.
        ///
        /// - Parameter value: The unit.
        /// - Returns: Its word.
        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            value.name(plural: false, locale: language)
        }

        /// The same style for another language.
        ///
        /// - Parameter locale: The language.
        /// - Returns: The style.
        public func locale(_ locale: Locale) -> Product.SubscriptionPeriod.Unit.FormatStyle {
            var style = self
            style.language = locale
            return style
        }
    }
}
