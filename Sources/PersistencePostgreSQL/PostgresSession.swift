// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// What a body is given: one connection inside an open transaction.
final class PostgresSession: DatabaseWriter {
    private let connection: PostgresConnection

    let memory: TransactionCache

    /// What failed first; afterward the transaction can only be undone.
    private(set) var failure: PostgresFailure?

    /// The locks that the connection holds.
    private let held: Set<WriteLock>

    /// The locks that the body came to need and does not have; then it is run again with them.
    private(set) var missingLocks: Set<WriteLock> = []

    /// Whether an event was written, which needs its place after the commit.
    private(set) var hasAppendedEvent = false

    init(connection: PostgresConnection, memory: DatabaseCache, holding locks: Set<WriteLock> = []) {
        self.connection = connection
        held = locks
        self.memory = TransactionCache(memory)
    }

    var dialect: Dialect { .postgreSQL }

    /// Answers that were fetched before they were asked for.
    private var prefetched: [Query: PostgresResult] = [:]

    var locks: Set<WriteLock> { held }

    func prefetch(_ queries: [Query]) throws {
        let missing = queries.filter { prefetched[$0] == nil }
        let answers = try recordingFailure { try connection.run(missing) }
        for (query, answer) in zip(missing, answers) { prefetched[query] = answer }
    }

    func didAppendEvent() { hasAppendedEvent = true }

    func requireLocks(_ locks: [WriteLock]) throws {
        let missing = Set(locks).subtracting(held)
        guard missing.isEmpty else {
            missingLocks.formUnion(missing)
            throw DatabaseError(code: .conflict, message: "a lock is missing; the write begins again with it")
        }
    }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        let result = try prefetched.removeValue(forKey: query) ?? run(query)
        for number in 0..<result.count {
            var row = Row { try result.value(row: number, column: $0) }
            try body(&row)
        }
    }

    @discardableResult
    func execute(_ query: Query) throws -> Int {
        prefetched = [:]
        return try run(query).changes
    }

    /// Keeps a statement until the next one that is waited for; both go together.
    func post(_ query: Query) throws {
        prefetched = [:]
        try recordingFailure { try connection.post(query) }
    }

    private func run(_ query: Query) throws -> PostgresResult {
        try recordingFailure { try connection.run(query) }
    }

    private func recordingFailure<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as PostgresFailure {
            if self.failure == nil { self.failure = failure }
            throw failure.error
        }
    }
}
