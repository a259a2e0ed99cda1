// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Dispatch
import Foundation
import Persistence
import PersistencePostgreSQL
import Synchronization
import Testing

/// The locks of writes that decide about purchases and customers, with and without a pooler that lends connections for a
/// transaction each.
@Suite(.serialized) struct PostgresLockTests {
    private static let counters = RecordStore<String, Int>("counters")
    private static let anna = WriteLock.customer("anna")

    /// Counts one more, as a decision that reads what it changes.
    private static func count(_ writer: any DatabaseWriter) throws {
        try writer.upsert((writer.value("all", in: counters) ?? 0) + 1, as: "all", in: counters, now: .second(0))
    }

    private static func counted(_ store: any Database) async throws -> Int {
        try await store.read { try $0.value("all", in: counters) } ?? 0
    }

    @Test(arguments: PrivatePostgres.Way.allCases)
    fileprivate func `writes with a lock come one after another, and none is undone`(
        way: PrivatePostgres.Way
    ) async throws {
        try await PrivatePostgres.withSchema(way) { configuration in
            let stores = [try await PostgresDatabase(configuration), try await PostgresDatabase(configuration)]
            let executions = Executions()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<80 {
                    group.addTask {
                        try await stores[number % 2].write(locking: WriteLocks([Self.anna])) { writer in
                            executions.record()
                            try Self.count(writer)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.counted(stores[0]) == 80)
            #expect(executions.count == 80)
            for store in stores { await store.close() }
        }
    }

    @Test(arguments: PrivatePostgres.Way.allCases)
    fileprivate func `a write that comes to need a lock begins again with it`(way: PrivatePostgres.Way) async throws {
        try await PrivatePostgres.withSchema(way) { configuration in
            let store = try await PostgresDatabase(configuration)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await store.write { writer in
                            try writer.requireLocks([Self.anna])
                            try Self.count(writer)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.counted(store) == 40)
            await store.close()
        }
    }

    @Test(arguments: PrivatePostgres.Way.allCases)
    fileprivate func `a write that finds its locks has those that were found`(way: PrivatePostgres.Way) async throws {
        try await PrivatePostgres.withSchema(way) { configuration in
            let store = try await PostgresDatabase(configuration)
            let locks = WriteLocks([]) { reader in
                // What is read to find them is not what the write sees.
                _ = try reader.value("all", in: Self.counters)
                return [Self.anna]
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await store.write(locking: locks) { writer in
                            #expect(writer.locks == [Self.anna])
                            try Self.count(writer)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.counted(store) == 40)
            await store.close()
        }
    }

    private struct Refusal: Error {}

    @Test(arguments: PrivatePostgres.Way.allCases)
    fileprivate func `a write that fails keeps no lock`(way: PrivatePostgres.Way) async throws {
        try await PrivatePostgres.withSchema(way) { configuration in
            let store = try await PostgresDatabase(configuration)
            for number in 0..<20 {
                await #expect(throws: (any Error).self) {
                    try await store.write(locking: WriteLocks([Self.anna])) { writer in
                        guard number.isMultiple(of: 2) else { throw Refusal() }
                        try writer.execute("SELECT 1 FROM no_such_table")
                    }
                }
            }
            // Another process, on other connections.
            let other = try await PostgresDatabase(configuration)
            try await other.write(locking: WriteLocks([Self.anna]), Self.count)
            #expect(try await Self.counted(other) == 1)
            await store.close()
            await other.close()
        }
    }

    @Test(arguments: PrivatePostgres.Way.allCases)
    fileprivate func `a write that waits too long for one lock fails and keeps none of the others`(
        way: PrivatePostgres.Way
    ) async throws {
        try await PrivatePostgres.withSchema(way) { configuration in
            var hurried = configuration
            hurried.statementMilliseconds = 300
            let others = (0..<8).map { WriteLock.customer(CustomerID(rawValue: "other-\($0)")) }
            let (holder, waiter) = (try await PostgresDatabase(configuration), try await PostgresDatabase(hurried))
            let (isHeld, isDone) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            async let held: Void = holder.write(locking: WriteLocks([Self.anna])) { _ in
                isHeld.continuation.finish()
                isDone.wait()
            }
            for await _ in isHeld.stream {}
            // Some of them are taken before the one that is waited for.
            await #expect(throws: DatabaseError.self) {
                try await waiter.write(locking: WriteLocks(Set(others + [Self.anna]))) { _ in }
            }
            try await waiter.write(locking: WriteLocks(Set(others)), Self.count)
            isDone.signal()
            try await held
            try await waiter.write(locking: WriteLocks([Self.anna]), Self.count)
            #expect(try await Self.counted(waiter) == 2)
            await holder.close()
            await waiter.close()
        }
    }

    @Test func `what is set for a connection is set for each transaction of a pooler`() async throws {
        try await PrivatePostgres.withSchema(.pooled) { configuration in
            let store = try await PostgresDatabase(configuration)
            let settings = try await store.read { reader in
                var settings: [String] = []
                try reader.forEach("SELECT current_setting('statement_timeout'), current_schema()::text") {
                    settings = [try $0.next(), try $0.next()]
                }
                return settings
            }
            #expect(settings == ["30s", configuration.schema ?? ""])
            await store.close()
        }
    }

    @Test(arguments: [
        (
            "postgres://a@b/c?pool_mode=transaction", "postgres://a@b/c",
            PostgresDatabase.Configuration.Pooling.transaction
        ),
        ("postgres://a@b/c?sslmode=require&pool_mode=session", "postgres://a@b/c?sslmode=require", .session),
        ("postgres://a@b/c?pool_mode=other", "postgres://a@b/c?pool_mode=other", .session),
    ])
    fileprivate func `a URL says how a pooler lends connections`(
        url: String,
        rest: String,
        pooling: PostgresDatabase.Configuration.Pooling
    ) {
        let configuration = PostgresDatabase.Configuration(url: url)
        #expect(configuration.url == rest)
        #expect(configuration.pooling == pooling)
    }
}

/// How often bodies were run.
private final class Executions: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func record() { number.withLock { $0 += 1 } }
}
