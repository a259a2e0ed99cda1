// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import SQLite

@Suite struct SQLiteLogTests {
    let folder: TemporaryFolder
    let writer: SQLiteConnection
    let mover: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        writer = try SQLiteConnection(path: folder.file("db"))
        try writer.executeScript("PRAGMA journal_mode = WAL; CREATE TABLE t (text TEXT)")
        mover = try SQLiteConnection(path: folder.file("db"))
        try mover.executeScript("PRAGMA journal_mode = WAL")
    }

    private func write(_ count: Int) throws {
        for _ in 0..<count { try writer.execute("INSERT INTO t VALUES (\(String(repeating: "a", count: 5000)))") }
    }

    @Test func `a connection that stopped moving the log counts its pages`() throws {
        writer.stopMovingLog()
        try write(1000)
        #expect(writer.logPages > 2000)
    }

    @Test func `a connection moves the log after a thousand pages unless it is stopped`() throws {
        try write(1000)
        writer.stopMovingLog()
        try write(1)
        #expect((1...1100).contains(writer.logPages))
    }

    @Test func `another connection moves the log, and the next write restarts it`() throws {
        writer.stopMovingLog()
        try write(100)
        try mover.moveLog()
        try write(1)
        #expect((1...10).contains(writer.logPages))
    }

    @Test func `a log that a reader needs is moved up to there and does not restart`() throws {
        writer.stopMovingLog()
        try write(100)
        let reader = try SQLiteConnection(path: folder.file("db"))
        try reader.executeScript("BEGIN; SELECT COUNT(*) FROM t")
        try write(100)
        try mover.moveLog()
        try write(1)
        #expect(writer.logPages > 200)
        try reader.executeScript("COMMIT")
        try mover.moveLog()
        try write(1)
        #expect((1...10).contains(writer.logPages))
    }
}
