// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// A server's metrics of the last minutes and hours, until the database has them.
final class MetricsWindow: Sendable {
    /// A span of time: a minute, or an hour.
    enum Span: String, Sendable, CaseIterable {
        case minute, hour

        var seconds: Int64 { self == .minute ? 60 : 3600 }
    }

    /// A bucket of a span, by the number of spans since 1970.
    struct Page: Hashable, Sendable {
        var span: Span
        var number: Int64
        var bucket: MetricsBucket
    }

    private struct State {
        /// By the place of the span among all.
        var pages: [[Int64: MetricsBucket]] = Span.allCases.map { _ in [:] }
        var changed: [Set<Int64>] = Span.allCases.map { _ in [] }
    }

    /// How many spans are kept while the store cannot take them.
    private static let maximumMinutes = 240

    private let state = Mutex(State())

    /// Counts something in the minute and the hour of an instant; `change` is called for each.
    func record(at instant: Date, _ change: (inout MetricsBucket) -> Void) {
        state.withLock { state in
            for (place, span) in Span.allCases.enumerated() {
                let number = Self.number(of: instant, span)
                change(&state.pages[place][number, default: MetricsBucket()])
                guard state.changed[place].insert(number).inserted else { continue }
                while state.pages[place].count > Self.maximumMinutes, let first = state.pages[place].keys.min() {
                    state.pages[place][first] = nil
                    state.changed[place].remove(first)
                }
            }
        }
    }

    /// The pages that changed since they were last written; old pages are dropped once `written` confirms them.
    func changedPages() -> [Page] {
        state.withLock { state in
            Span.allCases.enumerated().flatMap { place, span in
                state.changed[place].sorted().compactMap { number in
                    state.pages[place][number].map { Page(span: span, number: number, bucket: $0) }
                }
            }
        }
    }

    /// Takes note that pages are in the store; one that changed meanwhile is written again.
    func written(_ pages: [Page], now: Date) {
        state.withLock { state in
            for page in pages {
                guard let place = Span.allCases.firstIndex(of: page.span),
                    state.pages[place][page.number] == page.bucket
                else { continue }
                state.changed[place].remove(page.number)
                if page.number < Self.number(of: now, page.span) - 1 { state.pages[place][page.number] = nil }
            }
        }
    }

    static func number(of instant: Date, _ span: Span) -> Int64 {
        Int64((instant.timeIntervalSince1970 / Double(span.seconds)).rounded(.down))
    }
}
