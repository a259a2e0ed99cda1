// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import SQLite

@Suite struct SQLiteTransactionTests {
    struct Failure: Error, Equatable {}

    let folder: TemporaryFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        connection = try SQLiteConnection(path: folder.file("db"), busyMilliseconds: 0)
        try connection.executeScript("PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY)")
    }

    private func ids() throws -> [Int] {
        var ids: [Int] = []
        try connection.forEach("SELECT id FROM t ORDER BY id") { ids.append(try $0.decode(0)) }
        return ids
    }

    @Test func `a body that throws leaves nothing behind`() throws {
        #expect(throws: Failure()) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Failure()
            }
        }
        #expect(try ids() == [])
        #expect(!connection.isInTransaction)
    }

    @Test func `a savepoint that throws leaves the rest of the transaction`() throws {
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (1)")
            try? connection.savepoint {
                try connection.execute("INSERT INTO t VALUES (2)")
                throw Failure()
            }
            try connection.savepoint { try connection.execute("INSERT INTO t VALUES (3)") }
        }
        #expect(try ids() == [1, 3])
    }

    @Test func `savepoints nest`() throws {
        try connection.transaction {
            try? connection.savepoint {
                try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
                throw Failure()
            }
        }
        #expect(try ids() == [])
    }

    @Test func `a second writer fails as locked, not as full`() throws {
        let other = try SQLiteConnection(path: folder.file("db"), busyMilliseconds: 0)
        try connection.transaction {
            let error = #expect(throws: SQLiteError.self) {
                try other.transaction { try other.execute("INSERT INTO t VALUES (1)") }
            }
            #expect(error?.isLocked == true)
            #expect(error?.isFull == false)
        }
    }

    @Test func `a database that may not grow fails as full, not as locked`() throws {
        try connection.executeScript("CREATE TABLE big (body BLOB); PRAGMA max_page_count = 6")
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO big VALUES (\([UInt8](repeating: 1, count: 1_000_000)))")
            }
        }
        #expect(error?.isFull == true)
        #expect(error?.isLocked == false)
        #expect(error?.message.contains("free some space") == true)
        #expect(!connection.isInTransaction)
    }

    @Test func `a backup is one moment of the database`() throws {
        try connection.execute("INSERT INTO t VALUES (1), (2)")
        try connection.backUp(to: folder.file("copy"), pagesPerStep: 1)
        try connection.execute("INSERT INTO t VALUES (3)")
        let copy = try SQLiteConnection(path: folder.file("copy"), access: .readOnly)
        #expect(try copy.first("SELECT COUNT(*) FROM t", as: Int.self) == 2)
    }

    @Test func `a sound file has no problems`() throws {
        #expect(try connection.integrityProblems() == [])
    }

    @Test func `a row that names a missing row is a problem`() throws {
        try connection.executeScript("CREATE TABLE child (t INTEGER REFERENCES t (id)); INSERT INTO child VALUES (9)")
        #expect(try connection.integrityProblems() == ["a row of child names a row that is not there"])
    }
}
