// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Dispatch
import Foundation
import Persistence
import PersistenceSQLite
import SQLite
import Testing

/// What only the SQLite driver has: one owner, one file, bounded queues, a schema that is kept up to date.
@Suite struct SQLiteDatabaseTests {
    let folder: TemporaryFolder
    var configuration: SQLiteDatabase.Configuration

    init() throws {
        folder = try TemporaryFolder()
        configuration = SQLiteDatabase.Configuration(path: folder.file("db"))
    }

    @Test func `a second server of the same database is refused, until the first is gone`() async throws {
        let first = try await SQLiteDatabase(configuration)
        let error = await #expect(throws: DatabaseError.self) { try await SQLiteDatabase(configuration) }
        #expect(error?.code == .inUse)
        #expect(error?.message.contains("stop it, or go through its API") == true)
        await first.close()
        await (try SQLiteDatabase(configuration)).close()
    }

    @Test func `what was stored is there after a restart`() async throws {
        let first = try await SQLiteDatabase(configuration)
        #expect(first.migratedVersions == Migration.all.map(\.version))
        try await first.write { try $0.ensureCustomer("anna", now: .second(1)) }
        await first.close()
        let second = try await SQLiteDatabase(configuration)
        #expect(second.migratedVersions == [])
        #expect(try await second.read { try $0.customer("anna")?.createdDate } == .second(1))
        await second.close()
    }

    @Test func `a database of a newer program is refused and left alone`() async throws {
        let store = try await SQLiteDatabase(configuration)
        try await store.write { try $0.execute("INSERT INTO schema_versions VALUES (99, 'later', 99)") }
        await store.close()
        let error = await #expect(throws: DatabaseError.self) { try await SQLiteDatabase(configuration) }
        #expect(error?.code == .newerSchema)
        #expect(error?.message.contains("schema version 99") == true)
    }

    @Test func `a file that is not a database is refused`() async throws {
        try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: configuration.path))
        let error = await #expect(throws: DatabaseError.self) { try await SQLiteDatabase(configuration) }
        #expect(error?.code == .damaged)
    }

    @Test func `a folder that is not there is an error that says so`() async {
        let error = await #expect(throws: DatabaseError.self) {
            try await SQLiteDatabase(SQLiteDatabase.Configuration(path: "/nonexistent/db"))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("its folder exists") == true)
    }

    @Test func `writes beyond the bound are turned away as overloaded while the others succeed`() async throws {
        var configuration = configuration
        configuration.waitingWrites = 3
        let store = try await SQLiteDatabase(configuration)
        let gate = DispatchSemaphore(value: 0)
        let entered = AsyncStream<Void>.makeStream()
        let blocker = Task {
            try await store.write { _ in
                entered.continuation.yield()
                gate.wait()
            }
        }
        for await _ in entered.stream { break }
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<10 {
                group.addTask {
                    do {
                        try await store.write { try $0.ensureCustomer(.number(number), now: .second(0)) }
                        return "stored"
                    } catch {
                        return (error as? DatabaseError)?.code.rawValue ?? "other"
                    }
                }
            }
            var outcomes: [String: Int] = [:]
            for await outcome in group {
                outcomes[outcome, default: 0] += 1
                // Only when all ten have come does the first write continue.
                if outcomes["overloaded"] == 7 { gate.signal() }
            }
            return outcomes
        }
        try await blocker.value
        #expect(outcomes == ["stored": 3, "overloaded": 7])
        #expect(try await store.read { try $0.customers(limit: 20).count } == 3)
        await store.close()
    }

    @Test func `a backup taken while others write opens as a whole store`() async throws {
        let store = try await SQLiteDatabase(configuration)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 0..<50 { try await store.write { try PowerCutTests.store(number, in: $0) } }
            }
            group.addTask { [folder] in
                for copy in 0..<3 { try await store.backUp(to: folder.file("copy\(copy)")) }
            }
            try await group.waitForAll()
        }
        try await store.backUp(to: folder.file("last"))
        await store.close()
        for name in ["copy0", "copy1", "copy2", "last"] {
            let copy = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: folder.file(name)))
            let numbers = try await PowerCutTests.numbers(in: copy, upTo: 50)
            #expect(numbers == Set(0..<numbers.count))
            #expect(name != "last" || numbers.count == 50)
            await copy.close()
        }
    }

    @Test func `damage in the file is found`() async throws {
        let store = try await SQLiteDatabase(configuration)
        for number in 0..<50 { try await store.write { try PowerCutTests.store(number, in: $0) } }
        #expect(try await store.integrityProblems() == [])
        await store.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: configuration.path))
        for offset in stride(from: 4096 * 16, to: bytes.count, by: 4096) {
            bytes.replaceSubrange(offset..<(offset + 64), with: Data(repeating: 0xff, count: 64))
        }
        try bytes.write(to: URL(fileURLWithPath: configuration.path))
        let found: DatabaseError.Code?
        do {
            let damaged = try await SQLiteDatabase(configuration)
            found = try await damaged.integrityProblems().isEmpty ? nil : .damaged
            await damaged.close()
        } catch let error as DatabaseError {
            found = error.code
        }
        #expect(found == .damaged)
    }

    @Test func `the newest notifications are found without reading facts of other kinds`() async throws {
        await (try SQLiteDatabase(configuration)).close()
        let connection = try SQLiteConnection(path: configuration.path, access: .readOnly)
        let plan = try connection.rows(
            """
            EXPLAIN QUERY PLAN SELECT id FROM facts WHERE scope = 1 AND kind = 'notification' AND instant <= 7
                AND (instant < 7 OR id < 7) ORDER BY instant DESC, id DESC LIMIT 50
            """,
            as: Int64.self,
            Int64.self,
            Int64.self,
            String.self
        ).map { _, _, _, step in step }
        #expect(plan == ["SEARCH facts USING INDEX facts_of_notifications (scope=? AND instant<?)"])
    }

    @Test func `the schema is the one that was reviewed`() async throws {
        await (try SQLiteDatabase(configuration)).close()
        let connection = try SQLiteConnection(path: configuration.path, access: .readOnly)
        let dump = try connection.rows(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid",
            as: String.self
        ).joined(separator: ";\n\n")
        try expectSnapshot(dump + ";\n", "SQLiteSchema.sql")
    }

    @Test func `the planner's numbers are those that were reviewed, whatever rows there are`() async throws {
        let store = try await SQLiteDatabase(configuration)
        for number in 0..<50 { try await store.write { try PowerCutTests.store(number, in: $0) } }
        await store.close()
        let connection = try SQLiteConnection(path: configuration.path)
        func numbers() throws -> String {
            try connection.rows(
                "SELECT tbl || char(9) || COALESCE(idx, '') || char(9) || stat FROM sqlite_stat1 ORDER BY tbl, idx",
                as: String.self
            ).map { $0 + "\n" }.joined()
        }
        try expectSnapshot(numbers(), "SQLiteStatistics.tsv")
        // What an administrator's own ANALYZE says of the rows of one moment lasts until the next start.
        let reviewed = try numbers()
        try connection.executeScript("ANALYZE")
        #expect(try numbers() != reviewed)
        await (try SQLiteDatabase(configuration)).close()
        #expect(try numbers() == reviewed)
    }
}
