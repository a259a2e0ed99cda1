// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Synchronization

/// The figures that charts were drawn from last, in memory: a chart that is looked at in another way is not computed again.
final class ChartCellCache: Sendable {
    struct Key: Hashable, Sendable {
        var scope: AppScope
        var days: ClosedRange<CivilDay>
    }

    /// Figures, with what they were computed from and when.
    struct Entry: Sendable {
        var cells: ChartCells
        /// The newest fact then.
        var fact: Int64
        var stored: Date
    }

    /// How many ranges are remembered, and how many rows they have together.
    private static let maximumEntries = 24
    private static let maximumRows = 1_000_000

    private let entries = Mutex<[Key: Entry]>([:])

    func entry(_ key: Key) -> Entry? { entries.withLock { $0[key] } }

    func store(_ entry: Entry, _ key: Key) {
        entries.withLock { entries in
            entries[key] = entry
            while entries.count > 1,
                entries.count > Self.maximumEntries
                    || entries.values.reduce(0, { $0 + $1.cells.count }) > Self.maximumRows,
                let oldest = entries.min(by: { $0.value.stored < $1.value.stored })
            {
                entries[oldest.key] = nil
            }
        }
    }
}
