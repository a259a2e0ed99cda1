// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// When the reminders about one entitlement are due.
public struct ReminderSchedule: Hashable, Sendable {
    /// One reminder.
    public struct Reminder: Hashable, Sendable {
        /// What the reminder is about.
        public enum Kind: Hashable, Sendable {
            /// Service ends.
            case end

            /// A subscription renews.
            case renewal
        }

        /// What it is about.
        public var kind: Kind

        /// When that happens.
        public var target: Date

        /// How long before it the reminder is due.
        public var lead: LeadTime

        /// When the reminder is due.
        public var dueDate: Date {
            target.adding(milliseconds: -lead.milliseconds)
        }
    }

    /// All reminders, the earliest first.
    public let reminders: [Reminder]

    /// Makes the schedule of an entitlement.
    ///
    /// - Parameters:
    ///   - end: When service really ends, or `nil` when it does not, or is not known to.
    ///   - renewal: When the subscription that gives it renews, or `nil` when none does.
    ///   - policy: The lead times.
    public init(end: Date?, renewal: Date?, policy: ReminderPolicy) {
        let ends = end.map { end in
            policy.beforeEnd.map { Reminder(kind: .end, target: end, lead: $0) }
        }
        let renewals = renewal.map { renewal in
            policy.beforeRenewal.map { Reminder(kind: .renewal, target: renewal, lead: $0) }
        }
        reminders = ((ends ?? []) + (renewals ?? [])).sorted { ($0.dueDate, $1.lead) < ($1.dueDate, $0.lead) }
    }

    /// When to look at the entitlement next, or `nil` when no reminder is due after an instant.
    public func nextDueDate(after instant: Date) -> Date? {
        reminders.lazy.map(\.dueDate).first { $0 > instant }
    }

    /// The reminders to send now.
    ///
    /// A reminder whose target has passed is not sent any more.
    ///
    /// - Parameters:
    ///   - planned: When the next reminder was to be sent, as decided last; `nil` when none was planned. What was due
    ///     before it was sent, or was over before the target became known.
    ///   - now: The instant.
    /// - Returns: The reminders, the earliest first.
    public func due(since planned: Date?, asOf now: Date) -> [Reminder] {
        guard let planned else { return [] }
        return reminders.filter { planned <= $0.dueDate && $0.dueDate <= now && now < $0.target }
    }
}
