// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence
import Synchronization

/// A store in a PostgreSQL database, which any number of processes share, none of them special.
///
/// Each write is a serialisable transaction; one that another writer disturbs is run again.
package final class PostgresStore: Store {
    private let configuration: Configuration
    private let readers: LendingPool<PostgresWorker>
    private let writers: LendingPool<PostgresWorker>
    private let all: [PostgresWorker]
    private let placing: EventPlacing

    /// The versions that the schema reached when the store was opened; empty when it was up to date.
    package let migratedVersions: [Int]

    /// Connects and brings the schema up to date.
    ///
    /// - Throws: `StoreError`: `unavailable` when the server cannot be reached, `newerSchema` when a later version of
    ///   the program wrote the database.
    package init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        let memory = StoreMemory()
        all = (1...max(1, configuration.connections)).map {
            PostgresWorker(configuration: configuration, memory: memory, number: $0)
        }
        let placer = PostgresWorker(configuration: configuration, memory: memory, number: 0)
        let schema = configuration.schema
        migratedVersions = try await placer.maintain { writer in
            // Instances that start together migrate one after another.
            try writer.forEach("SELECT pg_advisory_xact_lock(\(migrationLock))") { _ in }
            if let schema { try writer.execute(.createSchema(schema)) }
            return try Migration.migrate(writer)
        }
        let count = max(1, min(configuration.writers, all.count / 2))
        writers = LendingPool(Array(all.prefix(count)), waiting: configuration.waitingCalls)
        readers =
            all.count > 1 ? LendingPool(Array(all.dropFirst(count)), waiting: configuration.waitingCalls) : writers
        placing = EventPlacing(worker: placer)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await readers.withConnection { try await $0.read(body) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreWriter) throws -> Value
    ) async throws -> Value {
        var pause = 1.0
        for attempt in 1... {
            let takesTurn = attempt > configuration.attemptsBeforeTurn
            switch try await writers.withConnection({ try await $0.attempt(body, takesTurn: takesTurn) }) {
            case .committed(let value, let hasAppendedEvent):
                if hasAppendedEvent { placing.wake() }
                return value
            case .disturbed(let error):
                guard attempt < configuration.attempts else { throw error }
                // Those who disturbed each other should not meet again at once.
                try await Task.sleep(for: .milliseconds(Double.random(in: 0...pause)))
                pause = min(pause * 2, 100)
            }
        }
        throw StoreError(code: .conflict, message: "other writers were in the way; try again")
    }

    package func settle() async throws {
        try await placing.settle()
    }

    package func size() async throws -> Int64 {
        try await read { reader in
            var size: Int64 = 0
            try reader.forEach(
                """
                SELECT CAST(COALESCE(SUM(pg_total_relation_size(oid)), 0) AS BIGINT) FROM pg_class
                WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
                """
            ) { size = try $0.next() }
            return size
        }
    }

    package func close() async {
        readers.close()
        writers.close()
        await placing.close()
        for worker in all { await worker.close() }
    }

    /// Runs statements in a transaction in which each sees what was committed before it.
    func maintain<Value: Sendable>(_ body: @Sendable (any StoreWriter) throws -> Value) async throws -> Value {
        try await writers.withConnection { try await $0.maintain(body) }
    }
}

/// The number of the lock under which those write who were disturbed too often.
let turnLock: Int64 = 0x5075_7273_6572_0003

/// The number of the lock under which the schema is changed.
private let migrationLock: Int64 = 0x5075_7273_6572_0001

extension Query {
    fileprivate static func createSchema(_ name: String) -> Query {
        Query(stringLiteral: "CREATE SCHEMA IF NOT EXISTS \"\(name.replacing("\"", with: "\"\""))\"")
    }
}
