// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// How to write prices in the product's currency.
    public var priceFormatStyle: Decimal.FormatStyle.Currency {
        Decimal.FormatStyle.Currency(code: record.currency, locale: Locale(identifier: record.localeIdentifier))
    }

    /// How to write the product's subscription period.
    ///
    /// Apple's `Date.ComponentsFormatStyle` is not usable on Linux; this style writes the same lengths.
    public var subscriptionPeriodFormatStyle: Product.SubscriptionPeriod.RangeFormatStyle {
        Product.SubscriptionPeriod.RangeFormatStyle(locale: Locale(identifier: record.localeIdentifier))
    }

    /// How to write the unit of the product's subscription period.
    public var subscriptionPeriodUnitFormatStyle: Product.SubscriptionPeriod.Unit.FormatStyle {
        Product.SubscriptionPeriod.Unit.FormatStyle().locale(Locale(identifier: record.localeIdentifier))
    }
}

extension Product.SubscriptionPeriod {
    /// Writes the length of a range of instants in years, months, weeks and days.
    ///
    /// It represents Apple's `Date.ComponentsFormatStyle`, which is an empty name on Linux.
    public struct RangeFormatStyle: Foundation.FormatStyle, Sendable {
        /// How long the words are; whole words are written with each.
        public struct Style: Codable, Hashable, Sendable {
            private var name: String

            /// Whole words.
            public static var wide: Style { Style(name: "wide") }

            /// Shortened words.
            public static var abbreviated: Style { Style(name: "abbreviated") }

            /// Shortened words without spaces.
            public static var condensedAbbreviated: Style { Style(name: "condensedAbbreviated") }

            /// Letters.
            public static var narrow: Style { Style(name: "narrow") }

            /// Numbers as words.
            public static var spellOut: Style { Style(name: "spellOut") }
        }

        /// How long the words are.
        public var style: Style

        /// The language to write in.
        public var locale: Locale

        /// Makes a style for a language; English words are written where no others are known.
        public init(style: Style = .wide, locale: Locale = .autoupdatingCurrent) {
            self.style = style
            self.locale = locale
        }

        /// Writes the length of a range.
        ///
        /// - Parameter value: The range.
        /// - Returns: The length, such as "1 month".
        public func format(_ value: Range<Date>) -> String {
            let calendar = Calendar(identifier: .gregorian)
            let parts = calendar.dateComponents(
                [.year, .month, .day],
                from: value.lowerBound,
                to: value.upperBound
            )
            var lengths: [(Int, Unit)] = [(parts.year ?? 0, .year), (parts.month ?? 0, .month)]
            let days = parts.day ?? 0
            lengths.append(days.isMultiple(of: 7) ? (days / 7, .week) : (days, .day))
            let pieces = lengths.filter { $0.0 > 0 }.map { "\($0.0) \($0.1.name(plural: $0.0 != 1, locale: locale))" }
            return pieces.isEmpty ? "0 \(Unit.day.name(plural: true, locale: locale))" : pieces.joined(separator: ", ")
        }

        /// The same style for another language.
        ///
        /// - Parameter locale: The language.
        /// - Returns: The style.
        public func locale(_ locale: Locale) -> RangeFormatStyle {
            RangeFormatStyle(style: style, locale: locale)
        }
    }
}
