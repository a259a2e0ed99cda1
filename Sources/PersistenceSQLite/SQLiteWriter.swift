// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import SQLite

/// The one writer of a database: it commits the writes of concurrent callers together.
///
/// While one group is being made durable, the next one gathers; so the cost of a sync is shared by all who wait. What
/// background tasks write waits a moment for more of it: a commit for each would cost several times as much.
actor SQLiteWriter {
    private let executor: SerialQueueExecutor
    private let connection: SQLiteConnection
    private let queue: WriteQueue
    private let log: SQLiteLogMover
    private let groupLimit: Int
    private let memory: DatabaseCache

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(configuration: SQLiteDatabase.Configuration, memory: DatabaseCache) async throws {
        self.memory = memory
        executor = SerialQueueExecutor(label: "purser.sqlite.writer")
        queue = WriteQueue(capacity: configuration.waitingWrites)
        groupLimit = max(1, configuration.writesPerCommit)
        connection = try translated { try SQLiteConnection.writing(configuration) }
        log = try await SQLiteLogMover(configuration: configuration)
    }

    /// Runs a body in the next group and returns once the group is durable.
    nonisolated func run<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = PendingWrite(body, continuation)
            let admission = queue.add(write)
            if case .first = admission { executor.schedule { self.assumeIsolated { $0.drain() } } }
            if let refusal = admission.refusal { write.fail(refusal) }
        }
    }

    /// Brings the schema up to date, all of it or nothing.
    func migrate() throws -> [Int] {
        let session = newSession()
        return try translated {
            let versions = try connection.transaction { try Migration.migrate(session) }
            try SQLiteStatistics.store(in: connection)
            return versions
        }
    }

    /// Waits for the group in progress, takes on no more, and moves what the log holds into the database.
    func close() async {
        queue.close()
        drain()
        await log.close()
        // The log is read again at the next start, so nothing is lost when this fails.
        _ = try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Copies the database to a file; writes wait meanwhile.
    func backUp(to path: String) throws {
        try translated { try connection.backUp(to: path) }
    }

    private func newSession() -> SQLiteSession {
        SQLiteSession(connection: connection, memory: TransactionCache(memory))
    }

    // MARK: - Committing

    private func drain() {
        while true {
            switch queue.turn(upTo: groupLimit) {
            case .commit(let group):
                commit(group)
                log.check(connection)
            case .gather:
                return executor.schedule(after: WriteQueue.gatheringTime) {
                    self.assumeIsolated { writer in
                        if writer.queue.endGathering() { writer.drain() }
                    }
                }
            case .idle: return
            }
        }
    }

    /// Commits a group.
    ///
    /// Most groups have no write that fails, and are spared a savepoint for each. When one fails, the group is undone
    /// and run again with savepoints; and when the group as a whole fails, each write is tried in a transaction of its
    /// own, so that one that is too large for the disk, say, does not take the others with it.
    private func commit(_ group: [PendingWrite]) {
        do {
            let outcomes = try translated {
                try connection.transaction { try group.map { try $0.attempt(newSession()) } }
            }
            for outcome in outcomes { outcome() }
            return
        } catch {
            guard group.count > 1 else { return group[0].fail(error) }
        }
        do {
            let outcomes = try translated { try attemptTogether(group) }
            for outcome in outcomes { outcome() }
        } catch {
            guard group.count > 1 else { return group[0].fail(error) }
            for write in group { commitAlone(write) }
        }
    }

    private func attemptTogether(_ group: [PendingWrite]) throws -> [@Sendable () -> Void] {
        try connection.transaction {
            try group.map { write in
                do {
                    return try connection.savepoint { try write.attempt(newSession()) }
                } catch {
                    guard connection.isInTransaction else { throw error }
                    return { write.fail(error) }
                }
            }
        }
    }

    private func commitAlone(_ write: PendingWrite) {
        do {
            let succeed = try translated {
                try connection.transaction { try write.attempt(newSession()) }
            }
            succeed()
        } catch {
            write.fail(error)
        }
    }
}
