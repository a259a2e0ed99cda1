// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How long before an instant a reminder is due: weeks, days, hours and minutes, and never months.
public struct LeadTime: Hashable, Sendable, Comparable {
    /// The length in milliseconds; positive.
    public let milliseconds: Int64

    /// The longest lead time, in milliseconds: 366 days.
    public static let maximum: Int64 = 366 * 86_400_000

    /// Makes a lead time, or `nil` outside one minute to 366 days.
    ///
    /// - Parameter milliseconds: The length.
    public init?(milliseconds: Int64) {
        guard (60_000...Self.maximum).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Reads a lead time in ISO 8601, such as `P10D`, `P1W`, `PT12H` or `P1DT30M`.
    ///
    /// A day has 24 hours. `nil` for any other text, and outside one minute to 366 days.
    public init?(_ text: String) {
        guard text.first == "P" else { return nil }
        var (sum, isTime): (Int64, Bool) = (0, false)
        var number: Int64?
        for character in text.dropFirst() {
            if character.isASCII, let digit = character.wholeNumberValue {
                number = (number ?? 0) * 10 + Int64(digit)
                guard let number, number < 1_000_000 else { return nil }
                continue
            }
            if character == "T", !isTime, number == nil {
                isTime = true
                continue
            }
            guard let count = number, let unit = Self.units["\(isTime ? "T" : "")\(character)"] else { return nil }
            sum += count * unit
            number = nil
        }
        guard number == nil, text.last != "T" else { return nil }
        self.init(milliseconds: sum)
    }

    private static let units: [String: Int64] = [
        "W": 7 * 86_400_000, "D": 86_400_000, "TH": 3_600_000, "TM": 60_000,
    ]

    /// A shorter lead time comes first.
    public static func < (left: LeadTime, right: LeadTime) -> Bool { left.milliseconds < right.milliseconds }
}

extension LeadTime: CustomStringConvertible {
    /// The lead time in ISO 8601, in whole days, hours and minutes.
    public var description: String {
        let minutes = milliseconds / 60_000
        let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
        let time = (hours > 0 ? "\(hours)H" : "") + (rest > 0 ? "\(rest)M" : "")
        return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T" + time)
    }
}

extension LeadTime: Codable {
    /// Decodes a lead time from ISO 8601.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let lead = LeadTime(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A lead time looks like P10D or PT12H, from one minute to 366 days."
            )
        }
        self = lead
    }

    /// Encodes the lead time in ISO 8601.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
