// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Synchronization

/// The spans that wait to be sent: a limited number, so that a collector that is down costs no request any time.
final class SpanRecorder: Sendable {
    /// How many may wait; more are counted and dropped.
    static let maximumWaiting = 2048

    private let isEnabled: Bool
    private let sampleRatio: Double
    private let metrics: MetricsRecorder
    private let random: RandomSource
    private let waiting = Mutex<[TraceSpan]>([])

    init(_ configuration: TelemetryConfiguration, metrics: MetricsRecorder, random: RandomSource) {
        isEnabled = configuration.endpoint != nil
        sampleRatio = configuration.sampleRatio
        self.metrics = metrics
        self.random = random
    }

    /// The place of a new span below a caller's, or in a new trace; `nil` where it is not recorded.
    ///
    /// A caller's decision stands; without one, chance decides.
    func begin(below parent: TraceParent?) -> TraceParent? {
        guard isEnabled else { return nil }
        if let parent {
            guard parent.isSampled else { return nil }
            return TraceParent(trace: parent.trace, span: random.hexadecimal(8), isSampled: true)
        }
        guard sampleRatio > 0, random.fraction() < sampleRatio else { return nil }
        return TraceParent(trace: random.hexadecimal(16), span: random.hexadecimal(8), isSampled: true)
    }

    func record(_ span: TraceSpan) {
        let isRoom = waiting.withLock { waiting in
            guard waiting.count < Self.maximumWaiting else { return false }
            waiting.append(span)
            return true
        }
        if !isRoom { metrics.telemetrySpans.add("dropped") }
    }

    /// Takes up to so many of the oldest.
    func take(_ count: Int) -> [TraceSpan] {
        waiting.withLock { waiting in
            let oldest = Array(waiting.prefix(count))
            waiting.removeFirst(oldest.count)
            return oldest
        }
    }

    /// Puts spans that could not be sent before the others, as far as there is room.
    func putBack(_ spans: [TraceSpan]) {
        let lost = waiting.withLock { waiting in
            let room = max(0, Self.maximumWaiting - waiting.count)
            waiting = spans.suffix(room) + waiting
            return max(0, spans.count - room)
        }
        if lost > 0 { metrics.telemetrySpans.add("dropped", count: Double(lost)) }
    }
}
