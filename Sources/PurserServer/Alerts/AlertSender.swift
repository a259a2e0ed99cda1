// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence

/// Tells the team's channels of alerts.
struct AlertSender: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let log: @Sendable (ServiceLogEntry) -> Void
    let mail: any MailTransport
    let random: RandomSource
    let database: any Database
    let transport: any HTTPTransport

    /// How long, in seconds, one server alone sends to a channel; then another may.
    private static let leaseLength: TimeInterval = 120

    /// How long, in seconds, what could not be sent waits at first, and at most.
    private static let (firstWait, longestWait): (TimeInterval, TimeInterval) = (30, 900)

    /// Tells every channel what waits for it, unless another server is doing so.
    func deliverAlerts() async throws {
        let owner = random.eventID().rawValue
        let now = clock()
        let jobs = try await database.write { writer in
            try writer.leaseJobs(
                of: AlertOutbox.queue,
                to: owner,
                now: now,
                until: now.addingTimeInterval(Self.leaseLength),
                limit: 50
            )
        }
        for job in jobs { try await deliver(job, owner: owner) }
    }

    private func deliver(_ job: QueuedTask, owner: String) async throws {
        let now = clock()
        let name = job.job.uniqueKey ?? ""
        let outbox = try await database.read { try $0.alertOutbox(of: name) }
        guard let channel = apps.configuration.alerts.channels.first(where: { $0.name == name }),
            !outbox.waiting.isEmpty
        else {
            try await database.write { try $0.complete(job, owner: owner) }
            return
        }
        var ready: [AlertTransition] = []
        var quietEnd: Date?
        for changes in outbox.waiting.values {
            guard let end = apps.configuration.alerts.quietEnd(for: changes, at: now) else {
                ready.append(changes)
                continue
            }
            quietEnd = min(quietEnd ?? end, end)
        }
        var fault: String?
        if !ready.isEmpty { fault = await send(ready, to: channel) }
        let sent = fault == nil ? ready : []
        let (end, failed) = (quietEnd, fault)
        try await database.write { writer in
            var outbox = try writer.alertOutbox(of: name)
            for changes in sent where outbox.waiting[changes.rule] == changes { outbox.waiting[changes.rule] = nil }
            outbox.lastError = failed
            outbox.failures = failed == nil ? 0 : outbox.failures + 1
            if !sent.isEmpty { outbox.lastSentAt = now }
            try writer.upsert(outbox, as: name, in: AlertOutbox.records, now: now)
            if failed != nil {
                let wait = min(Self.longestWait, Self.firstWait * Double(1 << min(outbox.failures, 5)))
                try writer.postpone(job, owner: owner, until: now.addingTimeInterval(wait), error: failed)
            } else if !outbox.waiting.isEmpty {
                let next = end ?? now.addingTimeInterval(AlertOutbox.messageInterval)
                try writer.postpone(job, owner: owner, until: next, error: nil)
            } else {
                try writer.complete(job, owner: owner)
            }
        }
        if let failed {
            log(
                ServiceLogEntry(
                    kind: .warning,
                    message: "the alert channel \(channel) could not be notified: \(failed)"
                )
            )
        }
    }

    /// Tells a channel; answers what went wrong, or nothing.
    func send(_ changes: [AlertTransition], to channel: AlertChannel) async -> String? {
        let now = clock()
        let message = AlertMessage(changes, server: apps.configuration.publicURL, now: now)
        do {
            guard channel.kind == .email else {
                let request = try message.request(to: channel)
                return AlertMessage.fault(in: try await transport.send(request), of: channel.kind)
            }
            guard let server = apps.configuration.alerts.mail, let recipients = channel.to, !recipients.isEmpty else {
                return "configure alerts.mail and the channel's 'to'"
            }
            let language = channel.language ?? .english
            let host = server.from.split(separator: "@").last.map(String.init) ?? "purser"
            try await mail.send(
                Mail(
                    sender: server.from,
                    recipients: recipients,
                    subject: message.subject(language),
                    text: message.text(language),
                    date: now,
                    id: "\(random.eventID().rawValue)@\(host)"
                ),
                through: MailServer(
                    url: server.url,
                    user: server.user,
                    password: server.password,
                    requiresTLS: server.requiresTLS ?? true
                )
            )
            return nil
        } catch let error as HTTPClientError {
            // A robot's URL is as good as its key, so only the kind of failure is reported.
            return error.code.rawValue
        } catch {
            return "failed"
        }
    }

    /// Tells every channel at once that the database fails, or works again: nothing can be kept meanwhile.
    func sendDatabaseAlert(_ changes: AlertTransition) async {
        guard apps.configuration.alerts.rules[AlertRule.databaseRule]?.isEnabled ?? true else { return }
        for channel in apps.configuration.alerts.channels where apps.configuration.alerts.notifies(channel, of: changes)
        {
            guard let fault = await send([changes], to: channel) else { continue }
            log(
                ServiceLogEntry(kind: .warning, message: "the alert channel \(channel) could not be notified: \(fault)")
            )
        }
    }
}

extension AlertTransition {
    /// What is to be reported about the database, whose rule needs none.
    static func ofDatabase(_ kind: Kind, since: Date, now: Date) -> AlertTransition {
        AlertTransition(
            rule: AlertRule.databaseRule,
            kind: kind,
            severity: .critical,
            at: kind == .resolved ? now : since,
            raisedAt: kind == .resolved ? since : nil,
            english: "The database cannot be used: nothing can be processed.",
            chinese: "数据库不可用：无法处理任何请求。"
        )
    }
}
