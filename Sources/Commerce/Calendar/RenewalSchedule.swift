// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The dates at which a subscription renews: always counted from its first day, so that a short month is not kept.
///
/// From 31 January a monthly subscription renews on 28 February and then on 31 March.
public struct RenewalSchedule: Hashable, Sendable, Codable {
    /// When the subscription began, or began again.
    public var anchor: Date

    /// How long a period is.
    public var period: CalendarPeriod

    /// Where days are counted.
    public var zone: CalendarZone

    /// Makes a schedule.
    public init(anchor: Date, period: CalendarPeriod, zone: CalendarZone = .utc) {
        self.anchor = anchor
        self.period = period
        self.zone = zone
    }

    /// When it renews for the nth time; the anchor itself for zero.
    public func renewalDate(_ count: Int) -> Date {
        period.multiplied(by: count).end(from: anchor, in: zone)
    }

    /// The first renewal after an instant, or nothing when the period has no length.
    public func nextRenewal(after instant: Date) -> Date? {
        guard period.months > 0 || period.days > 0 else { return nil }
        // No month is longer, so that this is never a later renewal.
        let days = Double(period.months) * 31 + Double(period.days)
        var count = max(1, Int(instant.timeIntervalSince(anchor) / (days * 86_400)))
        while renewalDate(count) <= instant { count += 1 }
        return renewalDate(count)
    }
}
