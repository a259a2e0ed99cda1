// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence
import PersistenceSQLite
import SQLite
import Synchronization

/// A database in memory that fails calls, and that loses what was not made durable when the power goes.
///
/// Every call is done at once on the caller's thread, one after another.
package final class FaultInjectingDatabase: Database, @unchecked Sendable {
    /// How often calls fail, each so many times in a thousand.
    package struct Faults: Hashable, Sendable {
        /// Writes that change nothing and fail.
        package var failedPerMille = 0
        /// Writes that are durable although they are reported as failed, as after a sync without an answer.
        package var unansweredPerMille = 0
        /// Reads that fail.
        package var unreadPerMille = 0
    }

    /// A simulated life has few periods: their facts are folded early, and documents come late enough to undo it.
    private static let folding = FoldingLimits(maximumUnfolded: 6, newestUnfolded: 2)

    private struct State {
        var faults = Faults()
        var dice: SimulationRandom
        var memory = DatabaseCache(folding: FaultInjectingDatabase.folding)
        var plant: InjectedBug?
        var arrivals: UInt64 = 0
        var writes = 0
        /// Whether the world is set up and a planted mistake may change the catalog's writes.
        var isSetUp = false
    }

    // Guarded by `lock`, which every call holds from its beginning to its end.
    private let connection: SQLiteConnection
    private var state: State
    private let lock = Mutex(())

    package init(seed: UInt64, plant: InjectedBug?) throws {
        connection = try SQLiteConnection(path: ":memory:")
        state = State(dice: SimulationRandom(seed: seed), plant: plant)
        try connection.executeScript("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF;")
        let session = SQLiteSession(connection: connection, memory: TransactionCache(state.memory))
        _ = try connection.transaction { try Migration.migrate(session) }
    }

    /// Sets how often calls fail from now on.
    package func misbehave(_ faults: Faults) {
        lock.withLock { _ in state.faults = faults }
    }

    /// The power goes and comes again: what was not durable is gone.
    package func losePower() {
        lock.withLock { _ in
            connection.rollBack()
            state.memory = DatabaseCache(folding: FaultInjectingDatabase.folding)
        }
    }

    /// The world is set up: what is written to the catalog from now on is a change.
    func endSetup() {
        lock.withLock { _ in state.isSetUp = true }
    }

    /// How many writes were begun.
    var writes: Int { lock.withLock { _ in state.writes } }

    /// Reads whatever the store is made to fail: a look at the books is not part of the system.
    func check<Value: Sendable>(_ body: (any DatabaseReader) throws -> Value) throws -> Value {
        try lock.withLock { _ in
            let session = SQLiteSession(connection: connection, memory: TransactionCache(DatabaseCache()))
            return try connection.transaction(.deferred) { try body(session) }
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        try lock.withLock { _ in
            guard !state.dice.happens(perMille: state.faults.unreadPerMille) else { throw Self.failure("read") }
            let session = SQLiteSession(connection: connection, memory: TransactionCache(state.memory))
            let value = try connection.transaction(.deferred) { try body(session) }
            session.memory.lesson()()
            return value
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try lock.withLock { _ in
            guard !state.dice.happens(perMille: state.faults.failedPerMille) else { throw Self.failure("write") }
            let isUnanswered = state.dice.happens(perMille: state.faults.unansweredPerMille)
            state.writes += 1
            state.arrivals += 1
            // The planted store answers first and makes durable many writes later.
            let isLate = state.plant == .acknowledgeBeforeCommit
            if isLate, !connection.isInTransaction { try connection.execute("BEGIN IMMEDIATE") }
            let base = SQLiteSession(connection: connection, memory: TransactionCache(state.memory))
            let isIdle = state.plant == .creditByOldCatalog && !state.isSetUp
            let session = BuggySession(base: base, plant: isIdle ? nil : state.plant, arrival: state.arrivals)
            let value = try connection.transaction { try body(session) }
            if isLate, state.writes.isMultiple(of: 40) { try connection.execute("COMMIT") }
            if !isLate || !connection.isInTransaction { base.memory.lesson()() }
            if isUnanswered { throw Self.failure("sync") }
            return value
        }
    }

    package func sequenceEvents() {}

    package func size() async throws -> Int64 { 0 }

    package func close() async {}

    private static func failure(_ what: String) -> DatabaseError {
        DatabaseError(code: .unavailable, message: "the \(what) failed, as it was made to; try again shortly")
    }
}

/// What a body is given: the open transaction, and the statements that a planted mistake changes.
private struct BuggySession: DatabaseWriter {
    let base: SQLiteSession
    let plant: InjectedBug?
    let arrival: UInt64

    var dialect: Dialect { base.dialect }
    var memory: TransactionCache { base.memory }

    func didAppendEvent() { base.didAppendEvent() }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        try base.forEach(plant == .trustArrivalOrder ? byArrival(query) : query, body)
    }

    @discardableResult
    func execute(_ query: Query) throws -> Int {
        switch plant {
        case .dropOutboxRow where query.text.hasPrefix("INSERT INTO webhook_deliveries") && arrival.isMultiple(of: 5):
            return 1
        case .creditByOldCatalog
        where query.text.hasPrefix("INSERT INTO records") && query.bindings.contains(.text("products")):
            return 1
        case .forgetRefund where query.text.hasPrefix("UPDATE deliveries SET order_id"):
            return 1
        default:
            return try base.execute(query)
        }
    }

    /// A fact's place begins with its instant; here a document's begins with the number of its arrival.
    private func byArrival(_ query: Query) -> Query {
        guard query.text.hasPrefix("INSERT INTO facts"), query.bindings.count > 4,
            query.bindings[1] != .text("command"), case .bytes(var key) = query.bindings[4], key.count > 8
        else { return query }
        let instant = (1_735_689_600_000 &+ arrival) ^ (1 << 63)
        for place in 0..<8 { key[place] = UInt8(truncatingIfNeeded: instant >> UInt64(56 - place * 8)) }
        return query.replacingBinding(4, with: .bytes(key))
    }
}
