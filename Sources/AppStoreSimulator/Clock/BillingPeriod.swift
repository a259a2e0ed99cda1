// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The length of a subscription's period or of an offer, in calendar units.
///
/// Written as an ISO 8601 duration such as `P1M`, as configuration files and Apple's documents do.
public struct BillingPeriod: Hashable, Sendable {
    /// A calendar unit.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// 24 hours.
        case day = "D"

        /// Seven days.
        case week = "W"

        /// A calendar month.
        case month = "M"

        /// Twelve calendar months.
        case year = "Y"
    }

    /// How many units.
    public var count: Int

    /// The unit.
    public var unit: Unit

    /// Makes a period of some units.
    public init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// Makes a period from a duration with one unit, or nothing when the text is none.
    public init?(iso8601 text: String) {
        guard text.first == "P", let last = text.last, let unit = Unit(rawValue: String(last)),
            let count = Int(text.dropFirst().dropLast()), count > 0
        else { return nil }
        self.init(count, unit)
    }

    /// The period as an ISO 8601 duration.
    public var iso8601: String { "P\(count)\(unit.rawValue)" }

    /// Whether App Store Connect lets a subscription renew after the period: 1 week; 1, 2, 3 or 6 months; 1 year.
    public var isSubscriptionDuration: Bool {
        switch unit {
        case .day: count == 7
        case .week: count == 1
        case .month: [1, 2, 3, 6, 12].contains(count)
        case .year: count == 1
        }
    }

    /// The period several times over.
    public func times(_ factor: Int) -> BillingPeriod {
        BillingPeriod(count * factor, unit)
    }

    /// The calendar months of the period, zero for days and weeks.
    public var months: Int {
        switch unit {
        case .day, .week: 0
        case .month: count
        case .year: count * 12
        }
    }

    /// The days of the period, zero for months and years.
    public var days: Int {
        switch unit {
        case .day: count
        case .week: count * 7
        case .month, .year: 0
        }
    }

    /// One week.
    public static let week = BillingPeriod(1, .week)

    /// One month.
    public static let month = BillingPeriod(1, .month)

    /// One year.
    public static let year = BillingPeriod(1, .year)
}

extension BillingPeriod {
    /// Whether two periods are equally long, such as one year and twelve months.
    public func isAsLong(as other: BillingPeriod) -> Bool {
        months == other.months && days == other.days
    }
}

extension BillingPeriod: Codable {
    /// Decodes an ISO 8601 duration.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = BillingPeriod(iso8601: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\"\(text)\" is not a period; write one unit, such as P1W, P3M or P1Y"
            )
        }
        self = period
    }

    /// Encodes the ISO 8601 duration.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}
