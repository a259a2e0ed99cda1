// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// A database that records what its writes run.
final class RecordingDatabase: Database {
    /// One statement.
    struct Statement: Sendable {
        var query: Query
        /// How many rows it answered.
        var rows = 0
        /// The locks that were asked for, instead of a statement.
        var locks: [WriteLock] = []

        var isRead: Bool { query.text.trimmingPrefix(while: \.isWhitespace).hasPrefix("SELECT") }
    }

    let base: any Database
    private let log = Mutex<[[Statement]]>([])
    private let readCount = Mutex(0)

    /// How many reads there were.
    var reads: Int { readCount.withLock(\.self) }

    init(_ base: any Database) {
        self.base = base
    }

    /// The statements of each write since this was asked last; a write that was run again is there again.
    func removeWrites() -> [[Statement]] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseReader) throws -> Value) async throws -> Value {
        readCount.withLock { $0 += 1 }
        return try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseWriter) throws -> Value) async throws -> Value
    {
        try await base.write { [self] writer in
            let recording = RecordingWriter(writer)
            defer { log.withLock { $0.append(recording.statements) } }
            return try body(recording)
        }
    }

    @discardableResult
    func write<Value: Sendable>(
        locking locks: WriteLocks,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await base.write(locking: locks) { [self] writer in
            let recording = RecordingWriter(writer)
            defer { log.withLock { $0.append(recording.statements) } }
            return try body(recording)
        }
    }

    func sequenceEvents() async throws { try await base.sequenceEvents() }

    func size() async throws -> Int64 { try await base.size() }

    func close() async { await base.close() }
}

/// A writer that notes what it is asked to run, and has another one run it.
final class RecordingWriter: DatabaseWriter {
    private let base: any DatabaseWriter
    private(set) var statements: [RecordingDatabase.Statement] = []

    init(_ base: any DatabaseWriter) {
        self.base = base
    }

    var dialect: Dialect { base.dialect }
    var memory: TransactionCache { base.memory }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        let place = statements.count
        statements.append(RecordingDatabase.Statement(query: query))
        try base.forEach(query) { row in
            statements[place].rows += 1
            try body(&row)
        }
    }

    @discardableResult
    func execute(_ query: Query) throws -> Int {
        statements.append(RecordingDatabase.Statement(query: query))
        return try base.execute(query)
    }

    func post(_ query: Query) throws {
        statements.append(RecordingDatabase.Statement(query: query))
        try base.post(query)
    }

    func requireLocks(_ locks: [WriteLock]) throws {
        statements.append(RecordingDatabase.Statement(query: "", locks: locks))
        try base.requireLocks(locks)
    }

    var locks: Set<WriteLock> { base.locks }

    func prefetch(_ queries: [Query]) throws { try base.prefetch(queries) }

    func didAppendEvent() { base.didAppendEvent() }
}
