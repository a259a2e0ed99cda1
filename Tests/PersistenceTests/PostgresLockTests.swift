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

    /// Enqueues the first or second delivery of a lane.
    private static func enqueue(_ number: Int, in lane: DeliveryLane, _ writer: any DatabaseWriter) throws {
        guard lane.queue == .webhooks else {
            let notification = ForwardedNotification(
                id: "n\(number)",
                label: "TEST",
                received: .second(number),
                mediaType: "application/json",
                body: Data("{}".utf8)
            )
            try writer.forward(try PackedForward(notification), in: lane.name, to: [lane.receiver])
            return
        }
        let event = try writer.append(.sample("e\(number)", customer: "anna"))
        try writer.enqueueDeliveries(event, of: "anna", to: [lane.receiver], now: .second(number))
    }

    private static func lease(_ lane: DeliveryLane, second: Int, _ writer: any DatabaseWriter) throws -> [DeliveryLane]
    {
        try writer.leaseLanes(
            in: lane.queue,
            of: lane.receiver,
            to: "worker",
            now: .second(second),
            until: .second(second + 45),
            limit: 9
        )
    }

    private static func deliver(_ lane: DeliveryLane, _ writer: any DatabaseWriter) throws {
        if lane.queue == .webhooks {
            for delivery in try writer.pendingDeliveries(in: lane, limit: 9) {
                _ = try writer.complete(delivery, as: .delivered, response: "200", owner: "worker", now: .second(2))
            }
        } else {
            for delivery in try writer.pendingForwards(in: lane, limit: 9) {
                _ = try writer.complete(delivery, as: .delivered, response: "200", owner: "worker", now: .second(2))
            }
        }
    }

    @Test(arguments: [
        DeliveryLane(.webhooks, receiver: "backend", name: "anna"),
        DeliveryLane(.forwards, receiver: "fwd", name: "coffee 1000"),
    ])
    func `a delivery that is enqueued while a worker closes its lane is made`(lane: DeliveryLane) async throws {
        try await PrivatePostgres.withSchema { configuration in
            let (intake, server) = (
                try await PostgresDatabase(configuration), try await PostgresDatabase(configuration)
            )
            try await intake.write { try Self.enqueue(1, in: lane, $0) }
            #expect(try await server.write { try Self.lease(lane, second: 1, $0) } == [lane])
            try await server.write { try Self.deliver(lane, $0) }
            let (isEnqueued, mayCommit) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            async let enqueued: Void = intake.write(locking: WriteLocks([Self.anna])) { writer in
                try Self.enqueue(2, in: lane, writer)
                // What was posted is run now.
                _ = try writer.nextLaneDueDate(of: lane.receiver)
                isEnqueued.continuation.finish()
                mayCommit.wait()
            }
            for await _ in isEnqueued.stream {}
            async let released = server.write(locking: .rows) {
                try $0.release(lane, owner: "worker", due: .second(3))
            }
            // The worker waits for the intake's row.
            while try await server.read(Self.waiting) == 0 { await Task.yield() }
            mayCommit.signal()
            try await enqueued
            #expect(try await released)
            #expect(try await server.write { try Self.lease(lane, second: 9, $0) } == [lane])
            // Once nothing is pending, the lane is gone.
            try await server.write { try Self.deliver(lane, $0) }
            _ = try await server.write(locking: .rows) { try $0.release(lane, owner: "worker", due: .second(10)) }
            #expect(try await server.write { try Self.lease(lane, second: 99, $0) } == [])
            await intake.close()
            await server.close()
        }
    }

    /// How many connections of this schema's user wait for a lock.
    private static func waiting(_ reader: any DatabaseReader) throws -> Int {
        var count = 0
        try reader.forEach(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%_lanes%'"
        ) { count = try $0.next() }
        return count
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
