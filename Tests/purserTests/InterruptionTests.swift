// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Persistence
import PersistenceSQLite
import Testing

@testable import purser

/// Ctrl-C in long commands, and what they say of their progress.
@Suite struct InterruptionTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "purser.sqlite").path
    }

    private func fill() async throws {
        let store = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: path))
        try await store.write { try $0.ensureCustomer("anna", now: Date(timeIntervalSince1970: 0)) }
        await store.close()
    }

    @Test func `an interrupted migration says that the copy is incomplete`() async throws {
        try await fill()
        let terminal = TestTerminal()
        terminal.interruption.request()
        #expect(await terminal.run("migrate", "sqlite:\(path)", "sqlite:\(path).copy") == 130)
        // A slow machine may have shown progress before.
        #expect(
            terminal.errors.last
                == "purser migrate: interrupted; the copy in sqlite:\(path).copy is incomplete; "
                + "delete it before you migrate again"
        )
    }

    @Test func `a command that is terminated ends like one that Ctrl-C interrupts, with the signal's exit code`()
        async throws
    {
        try await fill()
        let terminal = TestTerminal()
        terminal.interruption.request(SIGTERM)
        terminal.interruption.request(SIGINT)
        #expect(await terminal.run("migrate", "sqlite:\(path)", "sqlite:\(path).copy") == 143)
    }

    @Test func `an interrupted backfill says where to continue`() async throws {
        let file = try folder.write("old.csv", Data("# customers\n100000000000001,anna\n".utf8))
        let terminal = TestTerminal()
        terminal.interruption.request()
        #expect(await terminal.run("backfill", file, "--key", "sk_x", "--language", "en") == 130)
        #expect(terminal.errors == ["purser backfill: interrupted; continue with --start-line 2"])
    }

    @Test func `a migration prints its tables as JSON`() async throws {
        try await fill()
        let terminal = TestTerminal()
        #expect(await terminal.run("migrate", "sqlite:\(path)", "sqlite:\(path).copy", "--json") == 0)
        let line = try #require(terminal.output.first)
        let counts = try AppStoreJSON.decode([String: Int].self, from: Data(line.utf8))
        #expect(terminal.output.count == 1)
        #expect(counts["customers"] == 1)
    }

    @Test func `the progress has the total and the remaining time, every two seconds`() {
        let start = ContinuousClock.now
        var meter = ProgressMeter(total: 1000, what: "rows copied", now: start)
        #expect(meter.line(done: 1, now: start + .seconds(1)) == nil)
        #expect(meter.line(done: 20, now: start + .seconds(2)) == "20 of 1000 rows copied")
        #expect(meter.line(done: 30, now: start + .seconds(3)) == nil)
        #expect(meter.line(done: 100, now: start + .seconds(60)) == "100 of 1000 rows copied, about 9 min left")
    }
}
