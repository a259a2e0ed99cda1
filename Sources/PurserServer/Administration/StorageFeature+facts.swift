// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StorageFeature {
    /// How many facts are read at once to count them.
    static let factPage = 5000

    /// Counts the facts that came since the last round; the first round on a large database takes a while.
    func countFacts() async throws {
        while !Task.isCancelled {
            // Another server may still be writing a fact whose number lies below the newest.
            let stable = clock().addingTimeInterval(-FactCounts.stabilizationDelay)
            let (before, after) = try await database.read { reader in
                let stored = try reader.storedFactCounts()
                return (stored, try reader.continuing(stored, receivedBefore: stable, limit: Self.factPage))
            }
            guard after.last > before.last else { return }
            let now = clock()
            try await database.write { try $0.save(after, now: now) }
            guard !after.isComplete else { return }
        }
    }

    /// How large the database is, what is in it, and how fast it grows; nothing is counted from the beginning.
    func storage(of app: BundleID) async throws -> StorageReport {
        let bytes = try await database.size()
        let (logs, audit) = (apps.configuration.logRetentionDays, apps.configuration.auditRetentionDays)
        return try await database.read { reader in
            let samples = try reader.allRecords(in: StorageReport.Sample.records).map { try $0.value }
            let bucket = try reader.continuing(try reader.storedFactCounts(), limit: Self.factPage)
            var facts: [String: Int] = [:]
            for (scope, counts) in bucket.counts where scope.bundleID == app {
                for (kind, count) in counts { facts[kind.rawValue, default: 0] += count }
            }
            return StorageReport(
                bytes: bytes,
                bytesPerDay: StorageReport.growth(samples.suffix(31)),
                samples: samples.suffix(400),
                facts: facts,
                factsAreComplete: bucket.isComplete,
                logRetentionDays: logs,
                auditRetentionDays: audit
            )
        }
    }
}

/// The counts as they are stored.
private struct StoredFactCounts: Codable, Sendable {
    struct Count: Codable, Sendable {
        var scope: AppScope
        var kind: FactKind
        var count: Int
    }

    var last: Int64
    var counts: [Count]

    /// How many facts there are, up to one of them.
    static let records = RecordStore<String, StoredFactCounts>("fact-counts")
}

extension DatabaseReader {
    /// The facts that were counted so far.
    func storedFactCounts() throws -> FactCounts {
        guard let stored = try value("all", in: StoredFactCounts.records) else { return FactCounts() }
        var bucket = FactCounts(last: stored.last)
        for count in stored.counts { bucket.counts[count.scope, default: [:]][count.kind] = count.count }
        return bucket
    }
}

extension DatabaseWriter {
    fileprivate func save(_ bucket: FactCounts, now: Date) throws {
        let counts = bucket.counts.flatMap { scope, counts in
            counts.map { StoredFactCounts.Count(scope: scope, kind: $0.key, count: $0.value) }
        }
        let stored = StoredFactCounts(last: bucket.last, counts: counts)
        try upsert(stored, as: "all", in: StoredFactCounts.records, now: now)
    }
}
