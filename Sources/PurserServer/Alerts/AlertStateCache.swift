// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence
import Synchronization

/// A server's own memory for alerts: metrics that it has read, and a failing database.
final class AlertStateCache: Sendable {
    private struct State {
        var minutes: [NumberedName: MetricsBucket] = [:]
        var hours: [NumberedName: MetricsBucket] = [:]
        var failingSince: Date?
        var isReported = false
    }

    private let state = Mutex(State())

    /// How long the database may fail before somebody is notified.
    static let patience: TimeInterval = 120

    /// The buckets that were read before and no longer change.
    func known(_ span: MetricsWindow.Span) -> [NumberedName: MetricsBucket] {
        state.withLock { span == .minute ? $0.minutes : $0.hours }
    }

    func cache(_ buckets: [NumberedName: MetricsBucket], _ span: MetricsWindow.Span) {
        state.withLock { state in
            if span == .minute { state.minutes = buckets } else { state.hours = buckets }
        }
    }

    /// The database failed; answers whether somebody must be notified now.
    func recordFailure(at now: Date) -> Bool {
        state.withLock { state in
            let since = state.failingSince ?? now
            state.failingSince = since
            guard !state.isReported, now.timeIntervalSince(since) >= Self.patience else { return false }
            state.isReported = true
            return true
        }
    }

    /// The database works; answers since when it had failed if somebody was notified of it.
    func recordSuccess() -> Date? {
        state.withLock { state in
            defer { (state.failingSince, state.isReported) = (nil, false) }
            return state.isReported ? state.failingSince : nil
        }
    }

    /// Since when the database has been failing, once that was reported.
    var outage: Date? { state.withLock { $0.isReported ? $0.failingSince : nil } }
}
