// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A zone in which days are counted: UTC, or Pacific time, in which Apple reports.
public enum ReportingZone: String, Hashable, Sendable, Codable {
    /// Coordinated universal time.
    case utc

    /// Pacific time, with its daylight saving since 1987.
    case pacific

    /// The day on which an instant falls in this zone.
    public func day(of instant: Date) -> CivilDay {
        CivilDay(daysSince1970: zone.daysSince1970(instant).days)
    }

    /// The instant at which a day begins in this zone.
    public func start(of day: CivilDay) -> Date {
        zone.instant(daysSince1970: day.daysSince1970)
    }

    /// Seconds to add to universal time at an instant.
    public func offset(at instant: Date) -> Int {
        Int(zone.offset(at: instant) / 1000)
    }

    private var zone: CalendarZone {
        switch self {
        case .utc: .utc
        case .pacific: .pacific
        }
    }
}
