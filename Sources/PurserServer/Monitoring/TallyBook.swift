// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// A server's tallies of the last minutes and hours, until the store has them.
final class TallyBook: Sendable {
    /// A span of time: a minute, or an hour.
    enum Span: String, Sendable, CaseIterable {
        case minute, hour

        var seconds: Int64 { self == .minute ? 60 : 3600 }
    }

    /// A tally of a span, by the number of spans since 1970.
    struct Page: Hashable, Sendable {
        var span: Span
        var number: Int64
        var tally: Tally
    }

    private struct State {
        var pages: [Span: [Int64: Tally]] = [:]
        var changed: [Span: Set<Int64>] = [:]
    }

    /// How many spans are kept while the store cannot take them.
    private static let longest = 240

    private let state = Mutex(State())

    /// Counts something in the minute and the hour of an instant.
    func note(at instant: Date, _ change: (inout Tally) -> Void) {
        var tally = Tally()
        change(&tally)
        state.withLock { state in
            for span in Span.allCases {
                let number = Self.number(of: instant, span)
                state.pages[span, default: [:]][number, default: Tally()].add(tally)
                state.changed[span, default: []].insert(number)
                while state.pages[span, default: [:]].count > Self.longest, let first = state.pages[span]?.keys.min() {
                    state.pages[span]?[first] = nil
                    state.changed[span]?.remove(first)
                }
            }
        }
    }

    /// The pages that changed since they were last written; what is long over is let go once `written` says so.
    func changedPages() -> [Page] {
        state.withLock { state in
            Span.allCases.flatMap { span in
                (state.changed[span] ?? []).sorted().compactMap { number in
                    state.pages[span]?[number].map { Page(span: span, number: number, tally: $0) }
                }
            }
        }
    }

    /// Takes note that pages are in the store; one that changed meanwhile is written again.
    func written(_ pages: [Page], now: Date) {
        state.withLock { state in
            for page in pages where state.pages[page.span]?[page.number] == page.tally {
                state.changed[page.span]?.remove(page.number)
                if page.number < Self.number(of: now, page.span) - 1 { state.pages[page.span]?[page.number] = nil }
            }
        }
    }

    static func number(of instant: Date, _ span: Span) -> Int64 {
        Int64((instant.timeIntervalSince1970 / Double(span.seconds)).rounded(.down))
    }
}
