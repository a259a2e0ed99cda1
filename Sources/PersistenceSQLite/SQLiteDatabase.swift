// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence
import Synchronization

/// A store in one SQLite file, which one process owns.
///
/// Writes go through one connection, in groups; reads go beside it and see the last group that was committed.
package final class SQLiteDatabase: Database {
    private let writer: SQLiteWriter
    private let readers: ConnectionPool<SQLiteReader>
    private let lock: Mutex<DatabaseLock?>
    private let memory: DatabaseCache

    /// One process owns the database, so every change of entitlements goes through this store.
    package var entitlementVersions: EntitlementVersions? { memory.entitlements }

    /// The versions that the schema reached when the store was opened; empty when it was up to date.
    package let migratedVersions: [Int]

    /// Opens a database, makes it when it is not there, and brings its schema up to date.
    ///
    /// - Throws: `DatabaseError`: `inUse` when another process owns it, `newerSchema` when a later version of the
    ///   program wrote it.
    package init(_ configuration: Configuration) async throws {
        let lock = try DatabaseLock(databasePath: configuration.path)
        let memory = DatabaseCache(folding: configuration.folding)
        self.memory = memory
        let writer = try await SQLiteWriter(configuration: configuration, memory: memory)
        migratedVersions = try await writer.migrate()
        var readers: [SQLiteReader] = []
        for number in 1...max(1, configuration.readers) {
            readers.append(try await SQLiteReader(configuration: configuration, memory: memory, number: number))
        }
        self.lock = Mutex(lock)
        self.writer = writer
        self.readers = ConnectionPool(readers, waiting: configuration.waitingReads)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        try await readers.withConnection { try await $0.run(body) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await writer.run(body)
    }

    /// Does nothing: an event has its place as soon as it is committed.
    package func sequenceEvents() {}

    package func close() async {
        readers.close()
        await writer.close()
        lock.withLock { $0 = nil }
    }

    /// Copies the database, as it is at one moment, to a file while the store continues.
    ///
    /// - Throws: `DatabaseError`.
    package func backUp(to path: String) async throws {
        try await readers.withConnection { try await $0.backUp(to: path) }
    }

    /// How many bytes the database holds, its log not counted.
    ///
    /// - Throws: `DatabaseError`.
    package func size() async throws -> Int64 {
        try await read { reader in
            var size: Int64 = 0
            try reader.forEach("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") { row in
                size = try row.next()
            }
            return size
        }
    }

    /// What is wrong with the file, found by reading all of it; empty when it is sound.
    ///
    /// - Throws: `DatabaseError`.
    package func integrityProblems() async throws -> [String] {
        try await readers.withConnection { try await $0.integrityProblems() }
    }
}
