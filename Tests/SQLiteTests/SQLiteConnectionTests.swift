// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import SQLite

@Suite struct SQLiteConnectionTests {
    let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection(path: ":memory:")
        try connection.executeScript("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, body BLOB)")
    }

    @Test(arguments: ["", "plain", "日本語", "nul\u{0}inside", "'quoted'"])
    func `a text comes back as it went in`(text: String) throws {
        try connection.execute("INSERT INTO t (name) VALUES (\(text))")
        #expect(try connection.first("SELECT name FROM t", as: String.self) == text)
    }

    @Test(arguments: [[], [0], [0, 255, 1], [UInt8](repeating: 7, count: 100_000)] as [[UInt8]])
    func `bytes come back as they went in`(bytes: [UInt8]) throws {
        try connection.execute("INSERT INTO t (body) VALUES (\(bytes))")
        #expect(try connection.first("SELECT body FROM t", as: [UInt8].self) == bytes)
    }

    @Test func `every kind of value makes the round trip`() throws {
        let uuid = UUID()
        let date = Date(timeIntervalSince1970: 1_700_000_000.123)
        let row = try connection.first(
            "SELECT \(Int64.min), \(true), \(1.5), \(uuid), \(date), \(Data([1, 2])), \(String?.none), \(Int?(3))",
            as: Int64.self,
            Bool.self,
            Double.self,
            UUID.self,
            Date.self,
            Data.self,
            String?.self,
            Int?.self
        )
        let values = try #require(row)
        #expect(values.0 == Int64.min && values.1 && values.2 == 1.5 && values.3 == uuid)
        #expect(values.4 == date && values.5 == Data([1, 2]) && values.6 == nil && values.7 == 3)
    }

    @Test func `a value of another type is an error that names the column`() throws {
        try connection.execute("INSERT INTO t (name) VALUES (\("five"))")
        let error = #expect(throws: SQLiteError.self) {
            _ = try connection.rows("SELECT id, name FROM t", as: Int.self, Int.self)
        }
        #expect(error?.code == .mismatch)
        #expect(error?.message.contains("column 1") == true)
    }

    @Test func `another number of columns than asked for is an error`() throws {
        try connection.execute("INSERT INTO t (name) VALUES (\("a"))")
        #expect(throws: SQLiteError(code: .mismatch, message: "")) {
            _ = try connection.rows("SELECT id, name FROM t", as: Int.self)
        }
    }

    @Test func `a broken constraint is recognized and does not show the value`() throws {
        try connection.execute("INSERT INTO t (name) VALUES (\("secret-name"))")
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO t (name) VALUES (\("secret-name"))")
        }
        #expect(error?.isConstraint == true)
        #expect(error?.code == .constraintUnique)
        #expect(error?.description.contains("secret-name") == false)
    }

    @Test func `the same statement can run inside its own loop`() throws {
        for name in ["a", "b", "c"] { try connection.execute("INSERT INTO t (name) VALUES (\(name))") }
        var seen: [String] = []
        try connection.forEach("SELECT name FROM t ORDER BY name") { outer in
            let name = try outer.decode(0, as: String.self)
            try connection.forEach("SELECT name FROM t ORDER BY name") { inner in
                seen.append(name + (try inner.decode(0, as: String.self)))
            }
        }
        #expect(seen == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
    }

    @Test func `more statements than are kept still all run`() throws {
        let small = try SQLiteConnection(path: ":memory:", statementCapacity: 2)
        for round in 0..<3 {
            for number in 0..<5 {
                let sql = SQL(stringLiteral: "SELECT \(number)")
                #expect(try small.first(sql, as: Int.self) == number, "round \(round)")
            }
        }
    }

    @Test func `a wrong number of values is a misuse`() {
        #expect(throws: SQLiteError(code: .misuse, message: "")) {
            try connection.forEach("SELECT ?, ?", 1, { _ in .null }, { _ in })
        }
    }

    @Test func `an empty statement is a misuse`() {
        #expect(throws: SQLiteError(code: .misuse, message: "")) { try connection.execute("  ") }
    }

    @Test func `a file that is not a database says so`() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: folder.file("x")))
        let error = #expect(throws: SQLiteError.self) {
            try SQLiteConnection(path: folder.file("x")).execute("SELECT * FROM sqlite_master")
        }
        #expect(error?.code == .notADatabase)
        #expect(error?.message.contains("restore it from a backup") == true)
    }

    @Test func `a folder that is not there says so`() {
        let error = #expect(throws: SQLiteError.self) {
            _ = try SQLiteConnection(path: "/nonexistent/folder/file")
        }
        #expect(error?.code.primary == .cannotOpen)
    }
}
