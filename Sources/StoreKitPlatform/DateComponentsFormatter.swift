// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Writes lengths of time, such as "1 month": Foundation's own is only a name on Linux.
///
/// It writes English, and the units of a subscription's period. Files that import StoreKit get this one.
///
/// <https://developer.apple.com/documentation/foundation/datecomponentsformatter>
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
    /// How units are written.
    public enum UnitsStyle: Int, Sendable {
        /// Numbers with colons between them.
        case positional = 0

        /// A letter, such as 1m.
        case abbreviated

        /// A short word, such as 1 mo.
        case short

        /// A word, such as 1 month.
        case full

        /// Words, such as one month.
        case spellOut

        /// A short word without a space, such as 1mo.
        case brief
    }

    /// What is written for units of which there are none.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        /// Makes options from bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// They are left out.
        public static let `default` = ZeroFormattingBehavior(rawValue: 1)

        /// They are left out at the beginning.
        public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)

        /// They are left out in the middle.
        public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)

        /// They are left out at the end.
        public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)

        /// They are left out.
        public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]

        /// They are written with zeros; left out here.
        public static let pad = ZeroFormattingBehavior(rawValue: 65536)
    }

    /// How units are written.
    open var unitsStyle: UnitsStyle = .positional

    /// The units that may be written; all when empty.
    open var allowedUnits: NSCalendar.Unit = []

    /// What is written for units of which there are none.
    open var zeroFormattingBehavior: ZeroFormattingBehavior = .default

    /// The calendar that turns spans of time into units.
    open var calendar: Calendar? = .current

    /// The instant from which spans are counted.
    open var referenceDate: Date?

    /// How many units are written at most; all when zero.
    open var maximumUnitCount = 0

    /// Whether only the largest unit is written.
    open var collapsesLargestUnit = false

    /// Whether a span is written as one that is left.
    open var includesTimeRemainingPhrase = false

    /// Whether a span is written as an approximate one.
    open var includesApproximationPhrase = false

    /// Writes a length.
    ///
    /// - Parameter components: The length, by units.
    /// - Returns: The text; nil when no unit is set.
    open func string(from components: DateComponents) -> String? {
        let lengths = units.compactMap { unit -> (Int, Unit)? in
            guard let value = components.value(for: unit.component), value != 0 else { return nil }
            return allowedUnits.isEmpty || allowedUnits.contains(unit.flag) ? (value, unit) : nil
        }
        let shown = maximumUnitCount > 0 ? Array(lengths.prefix(maximumUnitCount)) : lengths
        guard !shown.isEmpty else { return nil }
        let separator = unitsStyle == .positional ? ":" : unitsStyle == .abbreviated ? " " : ", "
        return shown.map { text($0.0, $0.1) }.joined(separator: separator)
    }

    /// Writes the length between two instants.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        let wanted = Set(units.filter { allowedUnits.isEmpty || allowedUnits.contains($0.flag) }.map(\.component))
        let calendar = calendar ?? Calendar(identifier: .gregorian)
        return string(from: calendar.dateComponents(wanted, from: startDate, to: endDate))
    }

    /// Writes a number of seconds.
    open func string(from ti: TimeInterval) -> String? {
        let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
        return string(from: start, to: start.addingTimeInterval(ti))
    }

    /// Writes a length.
    open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    private struct Unit {
        var component: Calendar.Component
        var flag: NSCalendar.Unit
        var name: String
        var short: String
        var letter: String
    }

    private var units: [Unit] {
        [
            Unit(component: .year, flag: .year, name: "year", short: "yr", letter: "y"),
            Unit(component: .month, flag: .month, name: "month", short: "mo", letter: "mo"),
            Unit(component: .weekOfYear, flag: .weekOfMonth, name: "week", short: "wk", letter: "w"),
            Unit(component: .weekOfMonth, flag: .weekOfMonth, name: "week", short: "wk", letter: "w"),
            Unit(component: .day, flag: .day, name: "day", short: "day", letter: "d"),
            Unit(component: .hour, flag: .hour, name: "hour", short: "hr", letter: "h"),
            Unit(component: .minute, flag: .minute, name: "minute", short: "min", letter: "m"),
            Unit(component: .second, flag: .second, name: "second", short: "sec", letter: "s"),
        ]
    }

    private func text(_ value: Int, _ unit: Unit) -> String {
        switch unitsStyle {
        case .positional: "\(value)"
        case .abbreviated: "\(value)\(unit.letter)"
        case .short: "\(value) \(unit.short)" + (value == 1 || unit.short == "mo" || unit.short == "min" ? "" : "s")
        case .brief: "\(value)\(unit.short)"
        case .full: "\(value) \(unit.name)" + (value == 1 ? "" : "s")
        case .spellOut: spelled(value) + " \(unit.name)" + (value == 1 ? "" : "s")
        }
    }

    private func spelled(_ value: Int) -> String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .spellOut
        formatter.locale = Locale(identifier: "en_US")
        return formatter.string(from: NSNumber(value: value)) ?? "\(value)"
    }
}
