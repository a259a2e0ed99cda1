// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// A store whose reads and writes are measured.
struct MeasuredStore: Store {
    var base: any Store
    var monitors: Monitors

    func read<Value: Sendable>(_ body: @escaping @Sendable (any StoreReader) throws -> Value) async throws -> Value {
        try await measure("read") { try await base.read(body) }
    }

    func read<Value: Sendable>(
        within tolerance: ReadTolerance,
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await measure("read") { try await base.read(within: tolerance, body) }
    }

    var replicaStaleness: Duration? { base.replicaStaleness }

    var replicas: [ReplicaReading] { base.replicas }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any StoreWriter) throws -> Value) async throws -> Value {
        try await measure("write") { try await base.write(body) }
    }

    func settle() async throws {
        try await base.settle()
    }

    func size() async throws -> Int64 {
        try await base.size()
    }

    var rightsWatch: RightsWatch? { base.rightsWatch }

    func close() async {
        await base.close()
    }

    /// Only the store's own failures are the database's; what a body throws is an answer.
    private func measure<Value>(_ operation: String, _ work: () async throws -> Value) async throws -> Value {
        let start = monitors.stopwatch()
        do {
            let value = try await work()
            note(operation, .ok, since: start)
            return value
        } catch let error as StoreError {
            note(operation, .failed, since: start)
            throw error
        } catch {
            note(operation, .ok, since: start)
            throw error
        }
    }

    private func note(_ operation: String, _ outcome: Outcome, since start: Duration) {
        let seconds = monitors.seconds(since: start)
        monitors.database.add(operation, outcome.rawValue)
        monitors.databaseTimes.record(seconds, operation)
        monitors.book.note(at: monitors.clock()) { tally in
            tally.count("database \(outcome.rawValue)")
            tally.time("database \(operation)", seconds)
        }
    }
}
