// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import SQLite

extension SQLiteConnection {
    /// Opens the connection that writes.
    static func writing(_ configuration: SQLiteDatabase.Configuration) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: configuration.path,
            access: .readWriteCreate,
            busyMilliseconds: configuration.busyMilliseconds,
            fileSystem: configuration.fileSystem
        )
        // A commit returns when the log is on the disk; the database file follows at a checkpoint.
        try connection.executeScript(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA journal_size_limit = 67108864;
            PRAGMA cache_size = -\(configuration.writerCacheKibibytes);
            """
        )
        connection.stopMovingLog()
        return connection
    }

    /// Opens a connection that reads.
    static func reading(_ configuration: SQLiteDatabase.Configuration) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: configuration.path,
            access: .readOnly,
            busyMilliseconds: configuration.busyMilliseconds,
            fileSystem: configuration.fileSystem
        )
        try connection.executeScript(
            """
            PRAGMA query_only = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -\(configuration.readerCacheKibibytes);
            """
        )
        return connection
    }
}
