// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistencePostgreSQL
import PersistenceSQLite
import Testing

@testable import purser

/// `purser migrate`, `backup` and `restore` on SQLite; the store's own tests move to PostgreSQL.
@Suite struct DatabaseCommandTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "purser.sqlite").path
    }

    private func write(_ customer: CustomerID) async throws {
        let store = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: path))
        try await store.write { try $0.ensureCustomer(customer, now: Date(timeIntervalSince1970: 0)) }
        await store.close()
    }

    private func customers(_ path: String) async throws -> [CustomerID] {
        let store = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: path))
        let customers = try await store.read { try $0.customers(limit: 10).map(\.id) }
        await store.close()
        return customers
    }

    @Test func `a backup is restored, and what was there is kept`() async throws {
        let terminal = TestTerminal()
        let backup = folder.url.appending(path: "backup").path
        try await write("anna")
        #expect(await terminal.run("backup", "--database", "sqlite:\(path)", backup) == 0)
        try await write("bob")
        #expect(await terminal.run("restore", "--database", "sqlite:\(path)", backup) == 0)
        #expect(try await customers(path) == ["anna"])
        #expect(try await customers(path + ".replaced") == ["anna", "bob"])
    }

    @Test func `a backup is taken beside a running server, a restore is not`() async throws {
        let terminal = TestTerminal()
        let backup = folder.url.appending(path: "backup").path
        let store = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: path))
        try await store.write { try $0.ensureCustomer("anna", now: Date(timeIntervalSince1970: 0)) }
        #expect(await terminal.run("backup", "--database", "sqlite:\(path)", backup) == 0)
        #expect(await terminal.run("restore", "--database", "sqlite:\(path)", backup) == 1)
        #expect(terminal.errors.last?.contains("another process runs as the server") == true)
        await store.close()
        #expect(try await customers(backup) == ["anna"])
    }

    @Test func `a file that is there is not overwritten`() async throws {
        let terminal = TestTerminal()
        try await write("anna")
        #expect(await terminal.run("backup", "--database", "sqlite:\(path)", path) == 1)
        #expect(try await customers(path) == ["anna"])
    }

    @Test func `a damaged backup is refused before anything is touched`() async throws {
        let terminal = TestTerminal()
        let backup = folder.url.appending(path: "backup")
        try Data(repeating: 9, count: 9000).write(to: backup)
        try await write("anna")
        #expect(await terminal.run("restore", "--database", "sqlite:\(path)", backup.path) == 1)
        #expect(try await customers(path) == ["anna"])
    }

    @Test func `everything moves to another database, table by table`() async throws {
        let terminal = TestTerminal()
        let other = folder.url.appending(path: "other.sqlite").path
        try await write("anna")
        #expect(await terminal.run("migrate", "sqlite:\(path)", "sqlite:\(other)") == 0)
        #expect(terminal.output.contains("customers\t1"))
        #expect(try await customers(other) == ["anna"])
        #expect(await terminal.run("migrate", "sqlite:\(path)", "sqlite:\(other)") == 1)
        #expect(terminal.errors.last?.contains("copy to a database that is empty") == true)
    }

    @Test(
        arguments: [["migrate", "FROM", "TO"], ["rebuild"], ["why", "anna", "club"]]
    )
    func `a database that does not exist is named and not created`(parts: [String]) async throws {
        let terminal = TestTerminal()
        let (missing, other) = ("sqlite:\(path).typo", "sqlite:\(path).new")
        var parts = parts.map { $0 == "FROM" ? missing : $0 == "TO" ? other : $0 }
        if parts[0] != "migrate" { parts += ["--database", missing] }
        #expect(await terminal.run(parts) == 1)
        #expect(terminal.errors.last?.contains("does not exist") == true, "\(terminal.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func `an address is shown without its password wherever it is put into a text`() throws {
        let address = try DatabaseAddress("postgres://shop:hidden@db.example.com/shop?sslmode=require")
        #expect("\(address)" == "postgres://shop@db.example.com/shop?sslmode=require")
        #expect("\([address])".contains("hidden") == false)
    }

    @Test(
        arguments: [
            ["migrate", "sqlite:a"], ["migrate", "sqlite:a", "sqlite:a"], ["migrate", "a", "b"], ["backup"],
            ["restore", "a", "b"], ["backup", "--database", "postgres://host/name", "file"],
            ["archive", "--database", "postgres://host/name"], ["archive", "--before", "2026-01-01"],
            ["archive", "--database", "postgres://host/name", "--before", "yesterday"],
            ["archive", "--database", "postgres://host/name", "--before", "2999-01-01"],
            ["archive", "--database", "postgres://host/name", "--before", "2026-02-31"],
            ["why", "anna", "club", "--at", "2026-02-30"], ["simulator", "--start", "2026-02-30"],
            ["simulator", "--notify", "nonsense"], ["simulator", "--notify", "ftp://host/x"],
        ]
    )
    func `what cannot be understood is a usage error`(parts: [String]) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(parts) == 2)
    }

    @Test func `old facts move to a partition of their own, and no day is taken twice`() async throws {
        let url = try #require(
            ProcessInfo.processInfo.environment["PURSER_TEST_POSTGRES"],
            "run the tests through Scripts/postgres-for-tests (apt-get install postgresql)"
        )
        var configuration = PostgresDatabase.Configuration(url: url)
        let schema = "archive_" + UUID().uuidString.lowercased().replacing("-", with: "")
        configuration.schema = schema
        let store = try await PostgresDatabase(configuration)
        let terminal = TestTerminal()
        let parts = ["archive", "--database", "\(url)?options=-csearch_path%3D\(schema)", "--before"]
        #expect(await terminal.run(parts + ["2026-01-01"]) == 0, "\(terminal.errors)")
        #expect(terminal.output == ["facts_before_1767225600000\t0"])
        for day in ["2026-01-01", "2025-01-01"] {
            #expect(await terminal.run(parts + [day]) == 1)
            let said = terminal.errors.last ?? ""
            #expect(said.contains("before 2026-01-01T00:00:00Z were moved already"), "\(said)")
        }
        try await store.write { try $0.execute(Query(stringLiteral: "DROP SCHEMA \(schema) CASCADE")) }
        await store.close()
    }

    @Test func `a PostgreSQL that is not there fails without showing the password`() async {
        let terminal = TestTerminal()
        let code = await terminal.run("migrate", "sqlite:\(path)", "postgres://user:hidden@127.0.0.1:1/none")
        #expect(code == 1)
        #expect(terminal.errors.allSatisfy { !$0.contains("hidden") })
    }
}
