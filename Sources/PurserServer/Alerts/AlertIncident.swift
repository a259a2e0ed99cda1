// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Persistence

/// A time in which an alert fired.
struct AlertIncident: Hashable, Sendable, Codable {
    var rule: String
    var severity: AlertSeverity
    var since: Date
    /// When the fault was last measured; `nil` while the alert fires.
    var until: Date?
    /// What was wrong.
    var english: String
    var chinese: String

    init(_ transition: AlertTransition, since: Date, until: Date?) {
        rule = transition.rule
        severity = transition.severity
        (self.since, self.until) = (since, until)
        (english, chinese) = (transition.english, transition.chinese)
    }

    init(_ rule: AlertRule, since: Date, until: Date?) {
        self.rule = rule.name
        severity = rule.severity
        (self.since, self.until) = (since, until)
        (english, chinese) = (rule.english, rule.chinese)
    }

    /// How many are stored; the oldest ones are removed.
    static let maximumCount = 500

    /// The times in which alerts fired, by their beginning.
    static let records = RecordStore<NumberedName, AlertIncident>("alert-incidents")

    /// How it is stored.
    var name: NumberedName { NumberedName(since.millisecondsSince1970, suffix: " " + rule) }
}

extension DatabaseWriter {
    /// Records that a rule began or ceased to fire.
    func recordIncident(of rule: AlertRule, from before: AlertState, to state: AlertState, now: Date) throws {
        guard before.isFiring != state.isFiring else { return }
        let since = before.isFiring ? before.since ?? now : state.since ?? now
        let until = before.isFiring ? before.calmSince ?? now : nil
        try record(AlertIncident(rule, since: since, until: until), now: now)
    }

    /// Stores an incident instead of the one that began at the same instant.
    func record(_ incident: AlertIncident, now: Date) throws {
        try upsert(incident, as: incident.name, in: AlertIncident.records, now: now)
        try removeOldestRecords(in: AlertIncident.records, beyond: AlertIncident.maximumCount)
    }
}
