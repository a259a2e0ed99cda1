// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence
import Synchronization

/// A store in a PostgreSQL database, which any number of processes share, none of them special.
///
/// A write that decides about purchases and customers holds the locks of all that it reads, so that no two decide about
/// the same at once. Every other write is a serializable transaction; one that another writer disturbs is run again.
package final class PostgresDatabase: Database {
    private let configuration: Configuration
    private let readers: ConnectionPool<PostgresWorker>
    private let writers: [PostgresWorker]
    private let queue: WriteQueue
    private let draining = Mutex<[Int: Task<Void, Never>]>([:])
    private let all: [PostgresWorker]
    private let placing: EventSequencer
    private let replicaSet: ReplicaSet?

    /// The versions that the schema reached when the store was opened; empty when it was up to date.
    package let migratedVersions: [Int]

    /// Connects and brings the schema up to date, beside instances that serve with the version before.
    ///
    /// - Parameters:
    ///   - configuration: Where the database is, and how it is used.
    ///   - steps: The steps of the schema.
    /// - Throws: `DatabaseError`: `unavailable` when the server cannot be reached, `newerSchema` when a later version
    ///   of the program wrote the database and this one cannot run beside it, `locked` when reads held up the migration.
    package init(_ configuration: Configuration, steps: [Migration] = Migration.all) async throws {
        self.configuration = configuration
        let memory = DatabaseCache(folding: configuration.folding)
        all = (1...max(1, configuration.connections)).map {
            PostgresWorker(configuration: configuration, memory: memory, number: $0)
        }
        let placer = PostgresWorker(configuration: configuration, memory: memory, number: 0)
        migratedVersions = try await Self.migrate(placer, configuration, steps)
        let count = max(1, min(configuration.writers, all.count / 2))
        writers = Array(all.prefix(count))
        queue = WriteQueue(capacity: configuration.waitingCalls, writers: count)
        // One connection alone does both in turn.
        readers = ConnectionPool(all.count > 1 ? Array(all.dropFirst(count)) : all, waiting: configuration.waitingCalls)
        placing = EventSequencer(worker: placer)
        replicaSet = configuration.replicas.isEmpty ? nil : ReplicaSet(configuration)
    }

    /// Takes the steps that are missing, and waits for the locks only so long that other instances are not held up:
    /// whatever comes after a statement that waits for a table waits, too.
    private static func migrate(
        _ worker: PostgresWorker,
        _ configuration: Configuration,
        _ steps: [Migration]
    ) async throws -> [Int] {
        var attempt = 1
        while true {
            do {
                return try await worker.maintain(isLong: true) { writer in
                    // Instances that start together migrate one after another.
                    try writer.forEach("SELECT pg_advisory_xact_lock(\(migrationLock))") { _ in }
                    try writer.execute("SET LOCAL lock_timeout TO '1s'")
                    if let schema = configuration.schema { try writer.execute(.createSchema(schema)) }
                    let versions = try Migration.migrate(writer, steps: steps)
                    if !configuration.replicas.isEmpty { try ReplicationHeartbeat.prepare(writer) }
                    return versions
                }
            } catch let error as DatabaseError where error.code == .locked && attempt < maximumMigrationAttempts {
                attempt += 1
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        try await readers.withConnection { try await $0.read(body) }
    }

    package func read<Value: Sendable>(
        within tolerance: ReadStaleness,
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        if let replicaSet, let value = try await replicaSet.read(within: tolerance, body) { return value }
        return try await read(body)
    }

    package var replicaStaleness: Duration? { replicaSet.map { _ in configuration.replicaStaleness } }

    package var replicas: [ReplicaStatus] { replicaSet?.readings ?? [] }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await enqueue(locks: nil, body)
    }

    @discardableResult
    package func write<Value: Sendable>(
        locking locks: WriteLocks,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await enqueue(locks: locks, body)
    }

    private func enqueue<Value: Sendable>(
        locks: WriteLocks?,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = PendingWrite(locks: locks, body, continuation)
            let admission = queue.add(write)
            if case .first(let number) = admission { wake(number) }
            if let refusal = admission.refusal { write.fail(refusal) }
        }
    }

    private func wake(_ number: Int) {
        draining.withLock { tasks in
            // Requests wait for it, even when a background task wakes it.
            tasks[number] = Task(priority: .medium) { [before = tasks[number]] in
                await before?.value
                while true {
                    let limit = max(configuration.writesPerCommit, configuration.decisionsPerCommit)
                    let waiting = queue.next(upTo: limit, for: number)
                    guard !waiting.isEmpty else { return }
                    // Each kind needs an isolation of its own.
                    let others = waiting.filter { $0.locks == nil }.groups(upTo: configuration.writesPerCommit)
                    let byRow = waiting.filter { $0.locks?.isByRow == true }.groups(upTo: configuration.writesPerCommit)
                    let decisions = waiting.filter { $0.locks?.isByRow == false }
                        .groups(upTo: configuration.decisionsPerCommit)
                    for group in others + byRow + decisions { await commit(group, on: writers[number]) }
                }
            }
        }
    }

    /// Commits a group; when it fails, each of its writes alone, so that none fails for another one's sake.
    ///
    /// Only when no one knows whether it was committed none is run again.
    private func commit(_ group: [PendingWrite], on worker: PostgresWorker) async {
        do {
            for outcome in try await committed(group, on: worker) { outcome() }
        } catch let lost as UnknownCommitOutcome {
            for write in group { write.fail(lost.error) }
        } catch {
            guard group.count > 1 else { return group[0].fail(error) }
            for write in group { await commit([write], on: worker) }
        }
    }

    private func committed(_ group: [PendingWrite], on worker: PostgresWorker) async throws -> [@Sendable () -> Void] {
        var pause = 1.0
        var locks = group.reduce(into: Set<WriteLock>()) { $0.formUnion($1.locks?.known ?? []) }
        var disturbances = 0
        for attempt in 1... {
            guard !queue.isClosed else {
                throw DatabaseError(code: .closed, message: "the store was closed; start it again")
            }
            // A group without locks is too dear to be run again: those of all instances go one after another from the
            // beginning.
            let isDear = group.count > 1 && group[0].locks == nil
            let needsTurn = isDear || disturbances >= configuration.attemptsBeforeTurn
            switch try await worker.attempt(group, needsTurn: needsTurn, locks: locks) {
            case .committed(let outcomes, let hasAppendedEvent):
                if hasAppendedEvent { placing.wake() }
                return outcomes
            case .unknown(let error):
                throw UnknownCommitOutcome(error: error)
            case .needsLocks(let missing):
                // Of a group without locks each is run alone.
                guard attempt < configuration.attempts, group.count == 1 || group[0].locks != nil else {
                    throw DatabaseError(code: .conflict, message: "a write needs ever more locks; try again")
                }
                locks.formUnion(missing)
            case .disturbed(let error):
                disturbances += 1
                guard attempt < configuration.attempts else { throw error }
                // Those who disturbed each other should not meet again at once.
                try await Task.sleep(for: .milliseconds(Double.random(in: 0...pause)))
                pause = min(pause * 2, 100)
            }
        }
        throw DatabaseError(code: .conflict, message: "other writers were in the way; try again")
    }

    package func sequenceEvents() async throws {
        try await placing.sequence()
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
        await replicaSet?.close()
        readers.close()
        queue.close()
        for task in draining.withLock({ Array($0.values) }) { await task.value }
        await placing.close()
        for worker in all { await worker.close() }
    }

    /// Runs statements in a transaction in which each sees what was committed before it.
    func maintain<Value: Sendable>(_ body: @Sendable (any DatabaseWriter) throws -> Value) async throws -> Value {
        try await writers[0].maintain(isLong: true, body)
    }
}

extension [PendingWrite] {
    /// The writes in groups of so many at most.
    fileprivate func groups(upTo limit: Int) -> [[PendingWrite]] {
        stride(from: 0, to: count, by: Swift.max(1, limit)).map { start in
            Array(self[start..<Swift.min(count, start + Swift.max(1, limit))])
        }
    }
}

/// A commit whose outcome no one knows.
private struct UnknownCommitOutcome: Error {
    let error: DatabaseError
}

/// The number of the lock under which those write who were disturbed too often.
let turnLock: Int64 = 0x5075_7273_6572_0003

/// For ten minutes, a second of waiting for a table and a second for the instances that serve in turns.
private let maximumMigrationAttempts = 300

/// The number of the lock under which the schema is changed.
private let migrationLock: Int64 = 0x5075_7273_6572_0001

extension Query {
    fileprivate static func createSchema(_ name: String) -> Query {
        Query(stringLiteral: "CREATE SCHEMA IF NOT EXISTS \"\(name.replacing("\"", with: "\"\""))\"")
    }
}
