// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import SQLite

/// One connection that reads, on a thread of its own.
actor SQLiteReader {
    private let executor: SerialQueueExecutor
    private let connection: SQLiteConnection
    private let memory: DatabaseCache

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(configuration: SQLiteDatabase.Configuration, memory: DatabaseCache, number: Int) async throws {
        self.memory = memory
        executor = SerialQueueExecutor(label: "purser.sqlite.reader.\(number)")
        connection = try translated { try SQLiteConnection.reading(configuration) }
    }

    /// Runs a body at one moment of the database.
    func run<Value: Sendable>(_ body: @Sendable (any DatabaseReader) throws -> Value) throws -> Value {
        try translated {
            let session = SQLiteSession(connection: connection, memory: TransactionCache(memory))
            let value = try connection.transaction(.deferred) { try body(session) }
            session.memory.lesson()()
            return value
        }
    }

    /// What is wrong with the file.
    func integrityProblems() throws -> [String] {
        try translated { try connection.integrityProblems() }
    }

    /// Copies the database to a file while others write.
    func backUp(to path: String) throws {
        try translated { try connection.backUp(to: path) }
    }
}
