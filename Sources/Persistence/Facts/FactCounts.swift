// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

/// How many facts of each kind each scope has, up to one of them: what was counted is never read again.
package struct FactCounts: Hashable, Sendable {
    /// How long, in seconds, the newest facts are left for the next round: longer than any transaction lasts.
    package static let stabilizationDelay: TimeInterval = 600

    /// The number of the last fact that is counted in.
    package var last: Int64
    /// The counts.
    package var counts: [AppScope: [FactKind: Int]]
    /// Whether the counting stopped where there was nothing more to count, and not for the limit.
    package var isComplete = false

    /// Creates the counts; empty without arguments.
    package init(last: Int64 = 0, counts: [AppScope: [FactKind: Int]] = [:]) {
        self.last = last
        self.counts = counts
    }
}

extension FactReader {
    /// The counts with the facts that came after them, one page.
    ///
    /// - Parameters:
    ///   - bucket: What was counted before.
    ///   - instant: Only what was received before counts. What is still being written by another server may take a
    ///     number below one that is seen; a caller that stores the counts leaves the last minutes for the next time.
    ///   - limit: How many facts are read at most.
    /// - Returns: The new counts.
    /// - Throws: `DatabaseError`.
    package func continuing(
        _ bucket: FactCounts,
        receivedBefore instant: Date = .distantFuture,
        limit: Int
    ) throws -> FactCounts {
        let page = try rows(
            "SELECT id, scope, kind, received FROM facts WHERE id > \(bucket.last) ORDER BY id LIMIT \(limit)"
        ) { row in
            (
                id: try row.next(Int64.self), scope: try row.next(Int64.self), kind: try row.next(FactKind.self),
                received: try row.next(Date.self)
            )
        }
        let numbers = Set(page.map(\.scope))
        let scopes = try Dictionary(uniqueKeysWithValues: numbers.map { ($0, try scope(numbered: $0)) })
        var bucket = bucket
        bucket.isComplete = page.count < limit
        for fact in page {
            guard fact.received < instant else {
                bucket.isComplete = true
                break
            }
            bucket.last = fact.id
            if let scope = scopes[fact.scope] { bucket.counts[scope, default: [:]][fact.kind, default: 0] += 1 }
        }
        return bucket
    }
}
