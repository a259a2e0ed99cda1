// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Persistence

extension AlertFeature {
    /// The rules that are watched, with the team's own settings.
    var alertRules: [AlertRule] {
        let settings = apps.configuration.alerts.rules
        return AlertRule.all.filter { settings[$0.name]?.isEnabled ?? true }.map { $0.with(settings[$0.name]) }
    }

    /// Measures every rule, keeps its status, and has the channels notified of what changed.
    func evaluateAlerts() async throws {
        let now = clock()
        do {
            try await buckets.saveMetrics()
            let input = try await measurement.alertInput(now: now)
            let due = try await judge(input)
            if let since = alertBoard.recordSuccess() {
                let transition = AlertTransition.ofDatabase(.resolved, since: since, now: now)
                await sender.sendDatabaseAlert(transition)
                try await database.write {
                    try $0.record(AlertIncident(transition, since: since, until: now), now: now)
                }
            }
            if due { try await sender.deliverAlerts() }
        } catch let error as DatabaseError {
            if alertBoard.recordFailure(at: now) {
                let since = now.addingTimeInterval(-AlertStateCache.patience)
                await sender.sendDatabaseAlert(.ofDatabase(.raised, since: since, now: now))
            }
            throw error
        }
    }

    /// Brings the rules' states up to date; answers whether a channel has something to hear.
    private func judge(_ input: AlertMeasurements) async throws -> Bool {
        let now = input.now
        let configuration = apps.configuration.alerts
        let measured = alertRules.map { ($0, $0.measure(input, $0)) }
        return try await database.write { writer in
            var changes: [AlertTransition] = []
            for (rule, value) in measured {
                let before = try writer.alertState(of: rule.name)
                var state = before
                let silence = try writer.alertSilence(of: rule.name, now: now)
                let kind = state.advance(
                    value,
                    rule: rule,
                    now: now,
                    reminderIntervalHours: configuration.reminderIntervalHours,
                    isSilenced: silence != nil
                )
                if state != before { try writer.upsert(state, as: rule.name, in: AlertState.records, now: now) }
                try writer.recordIncident(of: rule, from: before, to: state, now: now)
                if let kind {
                    changes.append(AlertTransition(rule, state, kind: kind, raisedAt: before.since, now: now))
                }
            }
            var isDue = false
            for channel in configuration.channels {
                let selected = changes.filter { configuration.notifies(channel, of: $0) }
                var outbox = try writer.alertOutbox(of: channel.name)
                for item in selected { outbox.add(item) }
                isDue = isDue || !outbox.waiting.isEmpty
                guard !selected.isEmpty else { continue }
                try writer.upsert(outbox, as: channel.name, in: AlertOutbox.records, now: now)
                let next = max(now, (outbox.lastSentAt ?? .distantPast).addingTimeInterval(AlertOutbox.messageInterval))
                try writer.enqueue(NewTask(queue: AlertOutbox.queue, uniqueKey: channel.name, dueDate: next))
            }
            return isDue
        }
    }
}

extension AlertTransition {
    init(_ rule: AlertRule, _ state: AlertState, kind: Kind, raisedAt: Date?, now: Date) {
        self.init(
            rule: rule.name,
            kind: kind,
            severity: rule.severity,
            at: state.since ?? now,
            raisedAt: kind == .resolved ? raisedAt : nil,
            value: state.value.map { rule.text(of: $0) },
            limit: rule.text(of: rule.threshold),
            english: rule.english,
            chinese: rule.chinese
        )
    }
}

extension AlertConfiguration {
    /// Whether a channel hears of something.
    func notifies(_ channel: AlertChannel, of changes: AlertTransition) -> Bool {
        if channel.criticalOnly == true, changes.severity != .critical { return false }
        return rules[changes.rule]?.channels?.contains(channel.name) ?? true
    }

    /// When the quiet ends that keeps something from being told now, or nothing.
    func quietEnd(for changes: AlertTransition, at now: Date) -> Date? {
        let own = rules[changes.rule]?.quietHours ?? []
        let times = changes.severity == .critical ? own : own + quietHours
        return times.compactMap { $0.end(at: now) }.max()
    }
}

extension AlertState {
    /// The state of each rule.
    static let records = RecordStore<String, AlertState>("alerts")
}

extension AlertSilence {
    /// The rules that are silenced for a while.
    static let records = RecordStore<String, AlertSilence>("alert-silences")
}

extension AlertOutbox {
    static let queue = "alert-channels"

    /// The alerts that each channel has not received yet.
    static let records = RecordStore<String, AlertOutbox>("alert-outboxes")
}

extension DatabaseReader {
    func alertState(of rule: String) throws -> AlertState { try value(rule, in: AlertState.records) ?? AlertState() }

    func alertOutbox(of channel: String) throws -> AlertOutbox {
        try value(channel, in: AlertOutbox.records) ?? AlertOutbox()
    }

    /// The silence about a rule, or about all, that holds at an instant.
    func alertSilence(of rule: String, now: Date) throws -> AlertSilence? {
        for name in [rule, "all"] {
            if let silence = try value(name, in: AlertSilence.records), silence.until > now { return silence }
        }
        return nil
    }
}
