// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Persistence

/// The rules about which the team is alerted.
struct AlertFeature: Sendable {
    let alertBoard: AlertStateCache
    let apps: Apps
    let clock: @Sendable () -> Date
    let measurement: AlertMeasurement
    let metrics: MetricsRecorder
    let sender: AlertSender
    let database: any Database
    let buckets: MetricsStore

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "alerts", interval: .seconds(30)) { [self] in try await evaluateAlerts() }]
    }

    var routes: [Route] { [listAlerts, silenceAlert, endSilence, testAlerts, getMonitoring] }

    private var listAlerts: Route {
        Route(
            method: .get,
            path: "/v1/alerts",
            name: "listAlerts",
            summary: "Lists the alert rules with state, value and threshold, and the notified channels.",
            group: .monitoring,
            access: .backend,
            answers: [.json(AlertList.self, "The rules, firing ones first.")]
        ) { [self] call in
            try .json(try await alertList(now: call.now))
        }
    }

    /// How every rule stands, the raised ones first.
    func alertList(now: Date) async throws -> AlertList {
        let rules = alertRules
        let channels = apps.configuration.alerts.channels
        var list = try await database.read { reader in
            AlertList(
                alerts: try rules.map { rule in
                    AlertBody(
                        rule,
                        try reader.alertState(of: rule.name),
                        silence: try reader.alertSilence(of: rule.name, now: now)
                    )
                },
                channels: try channels.map { AlertChannelBody($0, try reader.alertOutbox(of: $0.name)) }
            )
        }
        list.alerts.sort { ($0.isFiring ? 0 : 1, $0.rule) < ($1.isFiring ? 0 : 1, $1.rule) }
        return list
    }

    private var silenceAlert: Route {
        Route(
            method: .put,
            path: "/v1/alerts/{rule}/silence",
            name: "silenceAlert",
            summary:
                "Silences a rule for a while, or all rules (`all`). Purser continues to evaluate it.",
            group: .monitoring,
            access: .backend,
            body: .json(SilenceRequest.self),
            answers: [.empty("The rule is silenced.")]
        ) { [self] call in
            let rule = try knownRule(call)
            let request = try call.body(SilenceRequest.self)
            guard (1...43_200).contains(request.minutes), (request.note ?? "").utf8.count <= 1000 else {
                throw ServiceProblem.invalid("minutes", "from 1 to 43200, thirty days")
            }
            let until = call.now.addingTimeInterval(Double(request.minutes) * 60)
            let silence = AlertSilence(until: until, by: call.caller.name, note: request.note)
            let audit = AuditRecord(call, "alert.silence", target: rule, detail: request.note)
            let now = call.now
            try await database.write { writer in
                try writer.upsert(silence, as: rule, in: AlertSilence.records, now: now)
                try writer.record(audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private var endSilence: Route {
        Route(
            method: .delete,
            path: "/v1/alerts/{rule}/silence",
            name: "endAlertSilence",
            summary: "Ends the silence of a rule.",
            group: .monitoring,
            access: .backend,
            answers: [.empty("The rule is not silenced.")]
        ) { [self] call in
            let rule = try knownRule(call)
            let audit = AuditRecord(call, "alert.end_silence", target: rule)
            try await database.write { writer in
                try writer.removeRecord(rule, in: AlertSilence.records)
                try writer.record(audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private func knownRule(_ call: RequestContext) throws -> String {
        let rule = try call.path("rule")
        guard rule == "all" || AlertRule.all.contains(where: { $0.name == rule }) else {
            throw ServiceProblem.notFound("rule; GET /v1/alerts lists them")
        }
        return rule
    }

    private var testAlerts: Route {
        Route(
            method: .post,
            path: "/v1/alerts/test",
            name: "testAlerts",
            summary:
                "Sends a test message to one channel or to all, and returns the results. 404 without a channel.",
            group: .monitoring,
            access: .backend,
            query: [
                .init(name: "channel", schema: .string(upTo: 200), summary: "A channel's name (default: all channels).")
            ],
            answers: [.json(AlertTestList.self, "The result of each channel.")],
            problems: [.notFound]
        ) { [self] call in
            let wanted = call.text("channel")
            let channels = apps.configuration.alerts.channels.filter { wanted == nil || $0.name == wanted }
            guard !channels.isEmpty else {
                throw ServiceProblem.notFound("channel; alerts.channels of the configuration names them")
            }
            let changes = AlertTransition(
                rule: "test",
                kind: .test,
                severity: .warning,
                at: call.now,
                english: "This is how an alert looks.",
                chinese: "这是一条测试告警。"
            )
            var results: [AlertTestList.Result] = []
            for channel in channels {
                let fault = await sender.send([changes], to: channel)
                results.append(.init(channel: channel.name, delivered: fault == nil, fault: fault))
            }
            return try .json(AlertTestList(results: results))
        }
    }

    private var getMonitoring: Route {
        Route(
            method: .get,
            path: "/v1/monitoring",
            name: "getMonitoring",
            summary: "Returns the counts and times of all servers, by minute for three hours and by hour for 40 days.",
            group: .monitoring,
            access: .backend,
            query: [
                .init(name: "groupBy", schema: .oneOf(["minute", "hour"]), summary: "minute or hour (default: hour)."),
                .init(name: "from", schema: .instant, summary: "The start time (default: a day ago)."),
                .init(name: "until", schema: .instant, summary: "The end time (default: now)."),
            ],
            answers: [
                .json(MonitoringSeries.self, "The intervals in order, without empty ones.")
            ]
        ) { [self] call in
            guard let span = MetricsWindow.Span(rawValue: call.text("groupBy") ?? "hour") else {
                throw ServiceProblem.invalid("groupBy", "minute or hour")
            }
            let from = try call.instant("from") ?? call.now.addingTimeInterval(-86_400)
            let until = try call.instant("until") ?? call.now
            let (first, last) = (MetricsWindow.number(of: from, span), MetricsWindow.number(of: until, span))
            let records = try await database.read { try $0.records(in: span.records, after: NumberedName(first)) }
            var sums: [Int64: MetricsBucket] = [:]
            for record in records where record.name.number <= last {
                sums[record.name.number, default: MetricsBucket()].add(try record.value)
            }
            return try .json(
                MonitoringSeries(
                    spans: sums.sorted { $0.key < $1.key }.map { number, bucket in
                        MonitoringSeries.Span(
                            at: Date(timeIntervalSince1970: Double(number * span.seconds)),
                            counts: bucket.counts,
                            seconds: bucket.times.mapValues { .init($0) },
                            levels: bucket.levels
                        )
                    }
                )
            )
        }
    }
}
