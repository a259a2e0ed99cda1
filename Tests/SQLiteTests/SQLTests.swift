// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import SQLite

@Suite struct SQLTests {
    @Test func `an interpolated value is bound and never becomes text`() {
        let name = "x'; DROP TABLE t; --"
        let sql: SQL = "SELECT id FROM t WHERE name = \(name) AND age > \(30)"
        #expect(sql.text == "SELECT id FROM t WHERE name = ? AND age > ?")
        #expect(sql.bindings == [.text(name), .integer(30)])
    }

    @Test func `a piece brings its values along`() {
        let condition: SQL = "a = \(1) OR b = \("two")"
        let sql: SQL = "SELECT * FROM t WHERE c = \(0) AND (\(condition)) LIMIT \(5)"
        #expect(sql.text == "SELECT * FROM t WHERE c = ? AND (a = ? OR b = ?) LIMIT ?")
        #expect(sql.bindings == [.integer(0), .integer(1), .text("two"), .integer(5)])
    }

    @Test func `a name is quoted`() {
        let sql: SQL = "DROP TABLE \(name: "odd\" name")"
        #expect(sql.text == "DROP TABLE \"odd\"\" name\"")
    }
}
