// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// A store whose reads and writes are measured.
struct InstrumentedDatabase: Database {
    var base: any Database
    var metrics: MetricsRecorder

    func read<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseReader) throws -> Value) async throws -> Value {
        try await measure("read") { try await base.read(body) }
    }

    func read<Value: Sendable>(
        within tolerance: ReadStaleness,
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        try await measure("read") { try await base.read(within: tolerance, body) }
    }

    var replicaStaleness: Duration? { base.replicaStaleness }

    var replicas: [ReplicaStatus] { base.replicas }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseWriter) throws -> Value) async throws -> Value
    {
        try await measure("write") { try await base.write(body) }
    }

    @discardableResult
    func write<Value: Sendable>(
        locking locks: WriteLocks,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await measure("write") { try await base.write(locking: locks, body) }
    }

    func sequenceEvents() async throws {
        try await base.sequenceEvents()
    }

    func size() async throws -> Int64 {
        try await base.size()
    }

    var entitlementVersions: EntitlementVersions? { base.entitlementVersions }

    func close() async {
        await base.close()
    }

    /// Only the store's own failures are the database's; what a body throws is an answer.
    private func measure<Value>(_ operation: String, _ work: () async throws -> Value) async throws -> Value {
        let start = metrics.stopwatch()
        do {
            let value = try await work()
            record(operation, .ok, since: start)
            return value
        } catch let error as DatabaseError {
            record(operation, .failed, since: start)
            throw error
        } catch {
            record(operation, .ok, since: start)
            throw error
        }
    }

    private func record(_ operation: String, _ outcome: Outcome, since start: Duration) {
        let seconds = metrics.seconds(since: start)
        metrics.database.add(operation, outcome.rawValue)
        metrics.databaseTimes.record(seconds, operation)
        metrics.window.record(at: metrics.clock()) { bucket in
            bucket.count("database \(outcome.rawValue)")
            bucket.time("database \(operation)", seconds)
        }
    }
}
