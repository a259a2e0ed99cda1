// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence

/// A fault that the server watches for: what is measured, and from which value on somebody must know.
struct AlertRule: Sendable {
    /// What a value is counted in.
    enum Unit: String, Sendable {
        case share, seconds, count, days
    }

    /// On which side of the threshold the fault lies.
    enum Side: Sendable {
        case above, below
    }

    var name: String
    var severity: AlertSeverity
    var unit: Unit
    var side = Side.above
    var threshold: Double
    /// Over how many minutes it is measured; zero for what is read as it stands.
    var windowMinutes = 0
    /// How many there must be for a share or a time to say anything.
    var minimum = 0
    /// For how many minutes it must last before it is raised.
    var holdMinutes = 0
    /// What is wrong, in English and in Simplified Chinese.
    var english: String
    var chinese: String
    /// Measures; nothing when there is too little to say.
    var measure: @Sendable (AlertMeasurements, AlertRule) -> Double?

    /// For how many minutes all must be well before it is resolved, so that it does not come and go.
    static let calmMinutes = 5

    /// Whether a value is a fault.
    func isFault(_ value: Double) -> Bool {
        side == .above ? value > threshold : value < threshold
    }

    /// The rule with a team's own settings.
    func with(_ settings: AlertRuleSettings?) -> AlertRule {
        var rule = self
        rule.threshold = settings?.threshold ?? threshold
        rule.windowMinutes = settings?.windowMinutes ?? windowMinutes
        rule.minimum = settings?.minimumCount ?? minimum
        rule.severity = settings?.severity ?? severity
        return rule
    }

    /// A value as people read it.
    func text(of value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        switch unit {
        case .share: return PrometheusText.number((value * 1000).rounded() / 10) + " %"
        case .seconds: return value.isFinite ? PrometheusText.number(tenths) + " s" : "> 1 d"
        case .count: return PrometheusText.number(tenths)
        case .days: return PrometheusText.number(tenths) + " d"
        }
    }
}

/// What the rules are measured on.
struct AlertMeasurements: Sendable {
    var now: Date
    /// The metrics of all servers by minute and by hour.
    var minutes: [Int64: MetricsBucket]
    var hours: [Int64: MetricsBucket]
    var state: DatabaseStatistics
    var machine: HostMetrics
    var links: [AppleService: AppleServiceStatus]

    /// The counts of the last minutes; beyond two hours, of whole hours.
    func bucket(_ length: Int) -> MetricsBucket {
        var sum = MetricsBucket()
        if length <= 120 {
            let current = MetricsWindow.number(of: now, .minute)
            for number in (current - Int64(max(1, length)) + 1)...current { minutes[number].map { sum.add($0) } }
        } else {
            let current = MetricsWindow.number(of: now, .hour)
            for number in (current - Int64((length + 59) / 60) + 1)...current { hours[number].map { sum.add($0) } }
        }
        return sum
    }

    /// How long something waits.
    func age(_ backlog: Backlog) -> Double {
        guard backlog.count > 0, let oldest = backlog.oldest else { return 0 }
        return max(0, now.timeIntervalSince(oldest))
    }
}
