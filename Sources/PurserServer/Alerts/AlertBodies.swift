// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

struct SilenceRequest: Decodable, Sendable, SchemaDescribed {
    var minutes: Int
    var note: String?

    static let schema = Schema.object(
        ["minutes": .integer(from: 1, to: 43_200)],
        optional: ["note": .string(upTo: 1000).described("The reason, for the audit log.")]
    )
}

/// A rule and its status.
struct AlertBody: Codable, Sendable, SchemaDescribed {
    var rule: String
    var severity: String
    var isFiring: Bool
    var since: Date?
    var value: Double?
    var formattedValue: String?
    var threshold: Double
    var formattedThreshold: String
    var windowMinutes: Int
    var silencedUntil: Date?
    var silencedBy: String?
    var text: [String: String]

    private enum CodingKeys: String, CodingKey {
        case rule, severity, isFiring, since, value, formattedValue, threshold, formattedThreshold
        case windowMinutes, silencedUntil, silencedBy
        case text = "message"
    }

    init(_ rule: AlertRule, _ state: AlertState, silence: AlertSilence?) {
        self.rule = rule.name
        severity = rule.severity.rawValue
        isFiring = state.isFiring
        since = state.since
        value = state.value
        formattedValue = state.value.map { rule.text(of: $0) }
        threshold = rule.threshold
        formattedThreshold = rule.text(of: rule.threshold)
        windowMinutes = rule.windowMinutes
        silencedUntil = silence?.until
        silencedBy = silence?.by
        text = ["en": rule.english, "zh-Hans": rule.chinese]
    }

    static let schemaName = "Alert"
    static let schema = Schema.object(
        [
            "rule": .string, "severity": .oneOf(AlertSeverity.allCases.map(\.rawValue)), "isFiring": .boolean,
            "threshold": .decimal, "formattedThreshold": .string, "windowMinutes": .integer,
            "message": .map(of: .string),
        ],
        optional: [
            "since": .instant, "value": .decimal, "formattedValue": .string, "silencedUntil": .instant,
            "silencedBy": .string,
        ]
    )
}

/// A place where alerts go, without its address.
struct AlertChannelBody: Codable, Sendable, SchemaDescribed {
    var name: String
    var kind: String
    var waiting: Int
    var lastSentAt: Date?
    var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case name, kind, lastSentAt, lastError
        case waiting = "pending"
    }

    init(_ channel: AlertChannel, _ outbox: AlertOutbox) {
        name = channel.name
        kind = channel.kind.rawValue
        waiting = outbox.waiting.count
        lastSentAt = outbox.lastSentAt
        lastError = outbox.lastError
    }

    static let schemaName = "AlertChannel"
    static let schema = Schema.object(
        ["name": .string, "kind": .oneOf(AlertChannel.Kind.allCases.map(\.rawValue)), "pending": .integer],
        optional: ["lastSentAt": .instant, "lastError": .string]
    )
}

struct AlertList: Codable, Sendable, SchemaDescribed {
    var alerts: [AlertBody]
    var channels: [AlertChannelBody]

    static let schema = Schema.object([
        "alerts": .array(of: .of(AlertBody.self)), "channels": .array(of: .of(AlertChannelBody.self)),
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [AlertBody.self, AlertChannelBody.self]
}

struct AlertTestList: Codable, Sendable, SchemaDescribed {
    struct Result: Codable, Sendable {
        var channel: String
        var delivered: Bool
        var fault: String?
    }

    var results: [Result]

    static let schema = Schema.object([
        "results": .array(
            of: .object(["channel": .string, "delivered": .boolean], optional: ["fault": .string])
        )
    ])
}

/// What was measured, span by span.
struct MonitoringSeries: Codable, Sendable, SchemaDescribed {
    struct Times: Codable, Sendable {
        var count: Int
        var median: Double?
        var p95: Double?

        init(_ times: MetricsBucket.DurationHistogram) {
            count = times.count
            // What lies beyond the last bucket is reported as its end, for JSON knows no infinity.
            median = times.quantile(0.5).map { min($0, 86_400) }
            p95 = times.quantile(0.95).map { min($0, 86_400) }
        }
    }

    struct Span: Codable, Sendable {
        var at: Date
        var counts: [String: Int]
        var seconds: [String: Times]
        var levels: [String: Int64]

        private enum CodingKeys: String, CodingKey {
            case seconds
            case at = "startedAt"
            case counts = "counters"
            case levels = "gauges"
        }
    }

    var spans: [Span]

    private enum CodingKeys: String, CodingKey {
        case spans = "buckets"
    }

    static let schema = Schema.object([
        "buckets": .array(
            of: .object([
                "startedAt": .instant, "counters": .map(of: .integer), "gauges": .map(of: .integer),
                "seconds": .map(
                    of: .object(["count": .integer], optional: ["median": .decimal, "p95": .decimal])
                ),
            ])
        )
    ])
}
