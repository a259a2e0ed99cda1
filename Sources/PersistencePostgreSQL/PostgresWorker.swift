// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// One connection on a thread of its own; it connects when it is first needed, and again after it was lost.
actor PostgresWorker {
    private let executor: SerialQueueExecutor
    private let configuration: PostgresDatabase.Configuration
    private let memory: DatabaseCache
    private var connection: PostgresConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The result of one attempt to write.
    enum Attempt: Sendable {
        /// All of it is durable, and this is to be done now.
        case committed([@Sendable () -> Void], hasAppendedEvent: Bool)
        /// Another writer was in its way; nothing was changed.
        case disturbed(DatabaseError)
        /// A body came to need locks that were not known before; nothing was changed.
        case needsLocks(Set<WriteLock>)
        /// The connection was lost while it was committed: no one knows whether it was.
        case unknown(DatabaseError)
    }

    init(configuration: PostgresDatabase.Configuration, memory: DatabaseCache, number: Int) {
        self.memory = memory
        executor = SerialQueueExecutor(label: "purser.postgresql.\(number)")
        self.configuration = configuration
    }

    /// Runs a body at one moment of the database.
    func read<Value: Sendable>(_ body: @Sendable (any DatabaseReader) throws -> Value) throws -> Value {
        let connection = try begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let session = PostgresSession(connection: connection, memory: memory)
        do {
            let value = try body(session)
            try translated { try connection.commit() }
            session.memory.lesson()()
            return value
        } catch {
            undo()
            throw session.failure?.error ?? error
        }
    }

    /// Runs a group of writes once, one after another, as if they were alone, and commits them together.
    ///
    /// One that takes its turn waits for the others that do, before it sees anything: what it sees is newer than what
    /// they wrote. So does one with locks: it sees what those wrote who had them before. Everyone takes the turn first
    /// and the locks in the order of their numbers, so no one waits in a circle.
    ///
    /// - Parameters:
    ///   - group: The writes.
    ///   - needsTurn: Whether they take their turn.
    ///   - locks: The locks that they need as far as known.
    /// - Returns: The result.
    /// - Throws: What a write throws, or `DatabaseError`; then none of them changed anything.
    func attempt(_ group: [PendingWrite], needsTurn: Bool = false, locks: Set<WriteLock> = []) throws -> Attempt {
        let finders = group.compactMap { $0.locks?.find }
        // With locks on all that is read, it is enough that a row which another one changed meanwhile is not overwritten.
        let isLocking = !locks.isEmpty || !finders.isEmpty
        let isByRow = group.allSatisfy { $0.locks?.isByRow ?? false }
        let isolation = isLocking ? "REPEATABLE READ" : isByRow ? "READ COMMITTED" : "SERIALIZABLE"
        guard needsTurn || isLocking else {
            return try attemptOnce(group, try begin("BEGIN ISOLATION LEVEL \(isolation)"))
        }
        do {
            let (connection, held) = try onConnection { connection in
                try connection.postBeginning(Query(stringLiteral: "BEGIN ISOLATION LEVEL \(isolation)"))
                let session = PostgresSession(connection: connection, memory: memory)
                let held = try finders.reduce(into: locks) { $0.formUnion(try $1(session)) }
                session.memory.lesson()()
                let numbers = (needsTurn ? [turnLock] : []) + Set(held.map(\.number)).sorted()
                try post(locking: numbers, on: connection)
                // What asked nothing finds out here whether the connection still stands.
                if finders.isEmpty { try connection.flush() }
                return (connection, held)
            }
            return try attemptOnce(group, connection, holding: isLocking ? held : nil)
        } catch {
            undo()
            throw error
        }
    }

    /// Posts what takes locks that end with the transaction, and has it see the database as it is once they are taken.
    ///
    /// The first statement of a transaction decides what it sees, and waits for a lock only afterward. So the locks are
    /// taken by one that ends, for the session, and pass to the one that is chained to it. The connection never leaves a
    /// transaction meanwhile: a pooler that lends it for a transaction lends it until the end.
    ///
    /// - Parameters:
    ///   - numbers: The locks, in the order in which everyone takes them.
    ///   - connection: The connection.
    /// - Throws: `PostgresFailure`.
    private func post(locking numbers: [Int64], on connection: PostgresConnection) throws {
        guard !numbers.isEmpty else { return }
        let list = "{\(numbers.map(String.init).joined(separator: ","))}"
        try connection.post("SELECT pg_advisory_lock(k) FROM unnest(CAST(\(list) AS BIGINT[])) AS k")
        try connection.post("COMMIT AND CHAIN")
        try connection.postSettings()
        try connection.post(
            "SELECT pg_advisory_xact_lock(k), pg_advisory_unlock(k) FROM unnest(CAST(\(list) AS BIGINT[])) AS k"
        )
    }

    private func attemptOnce(
        _ group: [PendingWrite],
        _ connection: PostgresConnection,
        holding locks: Set<WriteLock>? = nil
    ) throws -> Attempt {
        var session = PostgresSession(connection: connection, memory: memory, holding: locks ?? [])
        var isCommitting = false
        do {
            var outcomes: [@Sendable () -> Void] = []
            var hasAppendedEvent = false
            for write in group {
                session = PostgresSession(connection: connection, memory: memory, holding: locks ?? [])
                outcomes.append(try write.attempt(session))
                // The body may have gone on after a statement failed; the transaction cannot.
                if let failure = session.failure { throw failure }
                guard session.missingLocks.isEmpty else {
                    undo()
                    return .needsLocks(session.missingLocks)
                }
                hasAppendedEvent = hasAppendedEvent || session.hasAppendedEvent
            }
            isCommitting = true
            try connection.commit()
            return .committed(outcomes, hasAppendedEvent: hasAppendedEvent)
        } catch {
            let failure = session.failure ?? error as? PostgresFailure
            undo()
            guard session.missingLocks.isEmpty else { return .needsLocks(session.missingLocks) }
            guard let failure else {
                // A body that found another writer in its way says so itself.
                guard let error = error as? DatabaseError, error.code == .conflict else { throw error }
                return .disturbed(error)
            }
            if isCommitting, failure.error.code == .unavailable { return .unknown(failure.error) }
            guard failure.state.isWorthRepeating else { throw failure.error }
            return .disturbed(failure.error)
        }
    }

    /// Runs statements in a transaction in which each sees what was committed before it.
    ///
    /// - Parameters:
    ///   - isLong: Whether its statements may take as long as they want, as when large tables are changed.
    ///   - body: The statements.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or `DatabaseError`.
    func maintain<Value: Sendable>(
        isLong: Bool = false,
        _ body: @Sendable (any DatabaseWriter) throws -> Value
    ) throws -> Value {
        let connection = try begin("BEGIN ISOLATION LEVEL READ COMMITTED")
        connection.isUnhurried = isLong
        defer { connection.isUnhurried = false }
        if isLong { try translated { try connection.run("SET LOCAL statement_timeout TO 0") } }
        let session = PostgresSession(connection: connection, memory: memory)
        do {
            let value = try body(session)
            try translated { try connection.commit() }
            session.memory.lesson()()
            return value
        } catch {
            undo()
            throw session.failure?.error ?? error
        }
    }

    /// Ends the connection.
    func close() {
        connection = nil
    }

    // MARK: - Private

    /// Opens a transaction, on a new connection when the server has ended the one at hand.
    private func begin(_ statement: String) throws -> PostgresConnection {
        try onConnection { connection in
            try connection.begin(statement)
            return connection
        }
    }

    /// Runs something that may be run twice: on a new connection when the server has ended the one at hand.
    private func onConnection<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try translated {
            if let connection, connection.isUsable {
                do {
                    return try body(connection)
                } catch {
                    guard !connection.isUsable else { throw error }
                }
            }
            let fresh = try PostgresConnection(configuration)
            connection = fresh
            return try body(fresh)
        }
    }

    private func undo() {
        guard let connection, connection.isUsable, (try? connection.rollBack()) != nil else {
            // A connection in an unknown state is abandoned; the server undoes what it held.
            self.connection = nil
            return
        }
    }

    private func translated<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as PostgresFailure {
            throw failure.error
        }
    }
}
