// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Synchronization

/// The stored totals of charts that were read last, in memory, as long as they are the stored ones.
final class ChartTotalsCache: Sendable {
    /// The sums of one measure and segment, in the order of their places.
    struct Series: Sendable {
        var key: ChartRow.Key
        var sums: [(place: ChartTotals.Place, sum: ExactSum)]
    }

    private struct Entry {
        var state: ChartTotalsState
        var measures: [ChartMeasure: [Series]] = [:]
    }

    private let entries = Mutex<[AppScope: Entry]>([:])

    /// The series of a measure; `nil` when they have to be read.
    func series(of measure: ChartMeasure, in scope: AppScope, _ state: ChartTotalsState) -> [Series]? {
        entries.withLock { entries in
            guard let entry = entries[scope], entry.state == state else { return nil }
            return entry.measures[measure]
        }
    }

    func store(_ series: [ChartMeasure: [Series]], in scope: AppScope, _ state: ChartTotalsState) {
        entries.withLock { entries in
            if entries[scope]?.state != state { entries[scope] = Entry(state: state) }
            entries[scope]?.measures.merge(series) { _, new in new }
        }
    }
}
