// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A time in which something gives an entitlement.
public struct AccessSpan: Hashable, Sendable {
    /// What gives it.
    public enum Origin: Hashable, Sendable {
        /// A subscription's period, by its place in the history.
        case period(LineageKey, Int)

        /// The grace period, or the team's leeway, after such a period.
        case afterPeriod(LineageKey, Int)

        /// A lifetime purchase, by its place in the history.
        case purchase(LineageKey, Int)

        /// Time of service, by the number of the credit.
        case credit(Int)

        /// A grant.
        case grant(GrantID)

        /// A seat of another customer's group subscription.
        case seat(Seat)
    }

    /// A period of a group subscription in which a claim of a seat lasted.
    public struct Seat: Hashable, Sendable {
        /// The group subscription.
        public var key: LineageKey

        /// The period's place in the history.
        public var place: Int

        /// The invitation that the claim followed from.
        public var invitation: SeatInvitationID

        /// Whether the span is the grace period, or the team's leeway, after the period.
        public var isAfterPeriod: Bool
    }

    /// From when.
    public var startDate: Date

    /// Until when; permanently when absent.
    public var endDate: Date?

    /// What gives it.
    public var origin: Origin

    /// Whether it covers an instant.
    public func covers(_ instant: Date) -> Bool {
        startDate <= instant && endDate.map { instant < $0 } ?? true
    }
}
