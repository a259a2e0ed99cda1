// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import CSQLite
import Commerce
import Dispatch
import Foundation
import Persistence
import PersistenceSQLite
import Synchronization
import TestSupport
import Testing

// SQLite defines these by expressions that Swift does not import.
private let failedWrite: Int32 = SQLITE_IOERR | 3 << 8
private let failedSync: Int32 = SQLITE_IOERR | 4 << 8

/// A disk that is full, fails or is locked for a while.
@Suite struct DiskFaultTests {
    private func open(_ disk: FaultyDisk, in folder: TemporaryFolder) async throws -> SQLiteDatabase {
        var configuration = SQLiteDatabase.Configuration(path: folder.file("db"))
        configuration.fileSystem = disk.name
        configuration.busyMilliseconds = 0
        configuration.pagesPerCheckpoint = 20
        return try await SQLiteDatabase(configuration)
    }

    @Test(
        arguments: [
            (FaultyDisk.Call.write, SQLITE_FULL, DatabaseError.Code.full),
            (.write, failedWrite, .unavailable),
            (.sync, failedSync, .unavailable),
            (.lock, SQLITE_BUSY, .locked),
        ]
    )
    func `a refused call is a retryable error of its own kind, and nothing is half there`(
        call: FaultyDisk.Call,
        code: Int32,
        expected: DatabaseError.Code
    ) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: 1)
        let store = try await open(disk, in: folder)
        try await store.write { try PowerCutTests.store(1, in: $0) }
        disk.refuse { made, _ in made == call ? code : nil }
        let error = await #expect(throws: DatabaseError.self) {
            try await store.write { try PowerCutTests.store(2, in: $0) }
        }
        #expect(error?.code == expected)
        #expect(error?.isRetryable == true)
        disk.refuse { _, _ in nil }
        #expect(try await PowerCutTests.numbers(in: store, upTo: 5) == [1])
        try await store.write { try PowerCutTests.store(2, in: $0) }
        #expect(try await PowerCutTests.numbers(in: store, upTo: 5) == [1, 2])
        await store.close()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `with faults at random every write is either there or failed`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: seed)
        let store = try await open(disk, in: folder)
        let generator = Mutex(SeededGenerator(seed: seed))
        disk.refuse { call, _ in
            generator.withLock { generator in
                guard Int.random(in: 0..<25, using: &generator) == 0 else { return nil }
                return switch call {
                case .write: [SQLITE_FULL, failedWrite].randomElement(using: &generator)
                case .sync: failedSync
                case .lock: SQLITE_BUSY
                }
            }
        }
        let outcomes = await withTaskGroup(of: [Int: Bool].self) { group in
            for worker in 0..<5 {
                group.addTask {
                    var outcomes: [Int: Bool] = [:]
                    for number in stride(from: worker, to: 100, by: 5) {
                        do {
                            try await store.write { try PowerCutTests.store(number, in: $0) }
                            outcomes[number] = true
                        } catch {
                            outcomes[number] = false
                        }
                    }
                    return outcomes
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        }
        disk.refuse { _, _ in nil }
        let succeeded = Set(outcomes.filter(\.value).keys)
        #expect(try await PowerCutTests.numbers(in: store, upTo: 100) == succeeded, "seed \(seed)")
        #expect(succeeded.count > 20 && succeeded.count < 100, "seed \(seed)")
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    @Test func `writes that wait while the disk is busy share its syncs`() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: 1)
        var configuration = SQLiteDatabase.Configuration(path: folder.file("db"))
        configuration.fileSystem = disk.name
        configuration.waitingWrites = 8
        let store = try await SQLiteDatabase(configuration)
        let gate = DispatchSemaphore(value: 0)
        let entered = AsyncStream<Void>.makeStream()
        let syncs = Mutex(0)
        let first = Task {
            try await store.write { writer in
                entered.continuation.yield()
                gate.wait()
                try PowerCutTests.store(0, in: writer)
            }
        }
        for await _ in entered.stream { break }
        disk.slow { call, _ in if call == .sync { syncs.withLock { $0 += 1 } } }
        // One write more than may wait: when it is refused, the others are all waiting.
        let stored = await withTaskGroup(of: Int?.self) { group in
            for number in 1...9 {
                group.addTask {
                    do {
                        try await store.write { try PowerCutTests.store(number, in: $0) }
                        return number
                    } catch {
                        gate.signal()
                        return nil
                    }
                }
            }
            return await group.reduce(into: Set<Int>()) { stored, number in if let number { stored.insert(number) } }
        }
        try await first.value
        disk.slow { _, _ in }
        #expect(stored.count == 8)
        // Two commits: the first write's, and one for the eight that waited.
        #expect(syncs.withLock { $0 } == 2)
        #expect(try await PowerCutTests.numbers(in: store, upTo: 10) == stored.union([0]))
        await store.close()
    }

    @Test func `while the database file is synced, commits continue, and the log restarts afterward`() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: 1)
        let store = try await open(disk, in: folder)
        // The first write to the database file, and then its first sync, wait for the test.
        let (mayMove, maySync) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reached = Mutex<Set<FaultyDisk.Call>>([])
        let isHeldUp = Mutex(false)
        disk.slow { call, path in
            guard path.hasSuffix("db"), reached.withLock({ $0.insert(call).inserted }) else { return }
            let gate = call == .write ? mayMove : maySync
            if gate.wait(timeout: .now() + 60) != .success { isHeldUp.withLock { $0 = true } }
        }
        var number = 0
        func write(until isReached: () throws -> Bool) async throws {
            while try !isReached(), number < 100_000 {
                try await store.write { [number] in try PowerCutTests.store(number, in: $0) }
                number += 1
            }
        }
        try await write { reached.withLock { $0.contains(.write) } }
        // What is committed meanwhile keeps SQLite from syncing what was moved.
        let committed = number + 1
        try await write { number > committed }
        mayMove.signal()
        try await write { reached.withLock { $0.contains(.sync) } }
        let during = number + 100
        try await write { number == during }
        let wasHeldUp = isHeldUp.withLock(\.self)
        #expect(!wasHeldUp, "a commit waited until the database file was moved or synced")
        /// The head of the log, which is another after each restart.
        func head() throws -> Data? {
            try FileHandle(forReadingFrom: URL(filePath: folder.file("db-wal"))).read(upToCount: 32)
        }
        let first = try head()
        maySync.signal()
        try await write { try head() != first }
        #expect(try head() != first)
        #expect(try await PowerCutTests.numbers(in: store, upTo: number).count == number)
        await store.close()
    }

    @Test func `one write that is too large does not take its group with it`() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: 1)
        let store = try await open(disk, in: folder)
        try await store.write { _ = try $0.execute("PRAGMA max_page_count = 200") }
        let outcomes = await withTaskGroup(of: (Int, String).self) { group in
            for number in 0..<12 {
                group.addTask {
                    do {
                        try await store.write { writer in
                            try PowerCutTests.store(number, in: writer)
                            guard number == 5 else { return }
                            var generator = SeededGenerator(seed: 9)
                            let noise = (0..<4_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
                            _ = try writer.ensureDocument(Data(noise))
                        }
                        return (number, "stored")
                    } catch {
                        return (number, (error as? DatabaseError)?.code.rawValue ?? "other")
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for number in 0..<12 { #expect(outcomes[number] == (number == 5 ? "full" : "stored")) }
        #expect(try await PowerCutTests.numbers(in: store, upTo: 12) == Set(0..<12).subtracting([5]))
        await store.close()
    }
}
