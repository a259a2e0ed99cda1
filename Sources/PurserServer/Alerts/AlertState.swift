// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// How a rule stands; it is kept in the store, so that a restart forgets nothing.
struct AlertState: Codable, Hashable, Sendable {
    var isFiring = false
    /// When it was raised, or resolved last.
    var since: Date?
    /// Since when it has been measured as a fault, and since when no longer.
    var faultSince: Date?
    var calmSince: Date?
    var value: Double?
    /// When somebody was notified last that it is raised.
    var notifiedAt: Date?

    /// Goes on to what is measured now.
    ///
    /// - Returns: What is to be reported, if anything.
    mutating func advance(
        _ measured: Double?,
        rule: AlertRule,
        now: Date,
        reminderIntervalHours: Double,
        isSilenced: Bool
    ) -> AlertTransition.Kind? {
        value = measured.flatMap { $0.isFinite ? $0 : 1e9 }
        if let measured, rule.isFault(measured) {
            calmSince = nil
            faultSince = faultSince ?? now
            let held = now.timeIntervalSince(faultSince ?? now)
            if !isFiring, held >= Double(rule.holdMinutes * 60) {
                isFiring = true
                since = now
                notifiedAt = nil
            }
        } else {
            faultSince = nil
            if isFiring { calmSince = calmSince ?? now }
        }
        if isFiring, let calmSince, now.timeIntervalSince(calmSince) >= Double(AlertRule.calmMinutes * 60) {
            isFiring = false
            since = now
            self.calmSince = nil
            defer { notifiedAt = nil }
            // A channel that did not receive the start does not need the end.
            return notifiedAt == nil ? nil : .resolved
        }
        guard isFiring, calmSince == nil, !isSilenced else { return nil }
        guard let notified = notifiedAt else {
            notifiedAt = now
            return .raised
        }
        guard now.timeIntervalSince(notified) >= reminderIntervalHours * 3600 else { return nil }
        notifiedAt = now
        return .lasts
    }
}

/// Something that is to be reported about a rule.
struct AlertTransition: Codable, Hashable, Sendable {
    enum Kind: String, Codable, Sendable {
        case raised = "firing"
        case lasts = "reminder"
        case resolved, test
    }

    var rule: String
    var kind: Kind
    var severity: AlertSeverity
    /// When it was raised or resolved.
    var at: Date
    /// When it had been raised, for what is resolved.
    var raisedAt: Date?
    var value: String?
    var limit: String?
    var english: String
    var chinese: String
}

/// A rule about which no one wants to hear for a while.
struct AlertSilence: Codable, Hashable, Sendable {
    var until: Date
    var by: String
    var note: String?
}

/// What waits to be reported on a channel: the newest of each rule, so that however much happens it is one message.
struct AlertOutbox: Codable, Hashable, Sendable {
    /// How long, in seconds, a channel gets one message at most: what changes meanwhile is reported together.
    static let messageInterval: TimeInterval = 60

    var waiting: [String: AlertTransition] = [:]
    var lastSentAt: Date?
    var lastError: String?
    var failures = 0

    mutating func add(_ changes: AlertTransition) {
        let earlier = waiting[changes.rule]
        if changes.kind == .resolved, let earlier, earlier.kind == .raised {
            // It began and ended before anyone was notified.
            waiting[changes.rule]?.kind = .resolved
            waiting[changes.rule]?.raisedAt = earlier.at
            waiting[changes.rule]?.at = changes.at
        } else {
            waiting[changes.rule] = changes
        }
    }
}
