// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A time of the week in which people want to be left alone.
public struct QuietHours: Sendable, Codable, Hashable {
    /// The days on which it begins, `mon` to `sun`; all when absent.
    public var days: [String]?

    /// When it begins, such as `22:00`.
    public var from: String

    /// When it ends, such as `08:00`; on the next day when that is not after the beginning.
    public var until: String

    /// How far the clock on the wall is ahead of UTC, such as `+08:00`; UTC when absent.
    public var utcOffset: String?

    /// Makes a time.
    public init(days: [String]? = nil, from: String, until: String, utcOffset: String? = nil) {
        self.days = days
        self.from = from
        self.until = until
        self.utcOffset = utcOffset
    }

    private static let names = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"]

    /// What is wrong with it, or nothing.
    public var fault: String? {
        if Self.minutes(from) == nil { return "'from' takes a time such as 22:00, not '\(from)'" }
        if Self.minutes(until) == nil { return "'until' takes a time such as 08:00, not '\(until)'" }
        if utcOffset != nil, offset == nil {
            return "'utcOffset' takes a difference such as +08:00, not '\(utcOffset ?? "")'"
        }
        if let day = days?.first(where: { !Self.names.contains($0) }) {
            return "'days' takes \(Self.names.sorted().joined(separator: ", ")), not '\(day)'"
        }
        return nil
    }

    /// When the quiet that reigns at an instant ends, or nothing when none reigns.
    public func end(at instant: Date) -> Date? {
        guard let from = Self.minutes(from), let until = Self.minutes(until), let offset else { return nil }
        let local = instant.timeIntervalSince1970 + Double(offset * 60)
        let today = Int((local / 86_400).rounded(.down))
        let length = until > from ? until - from : until + 24 * 60 - from
        // It may have begun yesterday.
        for day in [today - 1, today] where days?.contains(Self.names[((day % 7) + 7) % 7]) ?? true {
            let start = Double(day) * 86_400 + Double(from * 60)
            let end = start + Double(length * 60)
            if local >= start, local < end { return Date(timeIntervalSince1970: end - Double(offset * 60)) }
        }
        return nil
    }

    private var offset: Int? {
        guard let utcOffset else { return 0 }
        guard let sign = utcOffset.first, sign == "+" || sign == "-" else { return nil }
        return Self.minutes(String(utcOffset.dropFirst())).map { sign == "-" ? -$0 : $0 }
    }

    /// The minutes of a time such as `22:00`.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour),
            (0...59).contains(minute), hour * 60 + minute <= 24 * 60
        else { return nil }
        return hour * 60 + minute
    }
}
