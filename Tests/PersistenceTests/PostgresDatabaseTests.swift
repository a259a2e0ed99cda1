// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistencePostgreSQL
import Synchronization
import Testing

/// What only the PostgreSQL driver has: several instances, lost connections, facts split by time.
@Suite struct PostgresDatabaseTests {
    @Test func `instances that start together migrate once`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let versions = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let store = try await PostgresDatabase(configuration)
                        await store.close()
                        return store.migratedVersions
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(versions.filter { !$0.isEmpty } == [Migration.all.map(\.version)])
        }
    }

    @Test func `three instances deliver each transaction once`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            var stores: [PostgresDatabase] = []
            for _ in 0..<3 { stores.append(try await PostgresDatabase(configuration)) }
            let delivered = try await withThrowingTaskGroup(of: [Int].self) { group in
                for store in stores {
                    group.addTask {
                        var mine: [Int] = []
                        for number in 0..<25 {
                            let isNew = try await store.write { writer in
                                try writer.append(
                                    .sample(UInt64(number)),
                                    receivedDate: .second(0),
                                    source: "notification"
                                ).isNew && writer.deliver(.sample(number))
                            }
                            if isNew { mine.append(number) }
                        }
                        return mine
                    }
                }
                return try await group.reduce([], +)
            }
            #expect(delivered.sorted() == Array(0..<25))
            for store in stores { await store.close() }
        }
    }

    @Test func `writers of three instances who all want the same row come through, each in its turn`() async throws {
        try await PrivatePostgres.withSchema { configuration async throws in
            var configuration = configuration
            configuration.attemptsBeforeTurn = 1
            configuration.attempts = 200
            var stores: [PostgresDatabase] = []
            for _ in 0..<3 { stores.append(try await PostgresDatabase(configuration)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    let store = stores[number % 3]
                    group.addTask {
                        try await store.write { writer in
                            _ = try writer.nextCommandOrder(in: .sandbox, now: .second(number))
                            let event = NewEvent(
                                id: "\(number)",
                                scope: .sandbox,
                                customer: "anna",
                                kind: "k",
                                instant: .second(number),
                                body: Data()
                            )
                            _ = try writer.appendIfNew(event)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let numbers = try await stores[0].read { try $0.events(of: "anna", limit: 100).map(\.customerSequence) }
            #expect(numbers == (1...60).map { $0 })
            for store in stores { await store.close() }
        }
    }

    @Test func `writes that wait share a transaction, and one that fails fails alone`() async throws {
        try await PrivatePostgres.withSchema { configuration async throws in
            var configuration = configuration
            configuration.writers = 1
            configuration.writesPerCommit = 32
            let store = try await PostgresDatabase(configuration)
            let begun = Counter()
            let transactions = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        begun.count.add(1, ordering: .sequentiallyConsistent)
                        do {
                            return try await store.write { writer in
                                // The first one works until all of them are on their way.
                                while begun.count.load(ordering: .sequentiallyConsistent) < 40 {}
                                if number == 7 { throw DatabaseError(code: .constraint, message: "it fails") }
                                try writer.ensureCustomer(CustomerID(rawValue: "\(number)"), now: .second(0))
                                var transaction = ""
                                try writer.forEach("SELECT CAST(pg_current_xact_id() AS TEXT)") { row in
                                    transaction = try row.next()
                                }
                                return transaction
                            }
                        } catch let error as DatabaseError where error.message == "it fails" {
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let committed = transactions.compactMap(\.self)
            #expect(committed.count == 39)
            #expect(Set(committed).count < 39)
            let customers = try await store.read { try $0.customers(limit: 100).map(\.id.rawValue) }
            #expect(Set(customers) == Set((0..<40).map { "\($0)" }).subtracting(["7"]))
            await store.close()
        }
    }

    @Test func `many statements that no one waits for are run in their order`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            try await store.write { writer in
                for number in 0..<100 {
                    try writer.post(
                        """
                        INSERT INTO customers (id, created, events) VALUES ('anna', 0, \(number))
                        ON CONFLICT (id) DO UPDATE SET events = customers.events * 2 + excluded.events - \(number) + 1
                        """
                    )
                    if number == 40 { try writer.execute("UPDATE customers SET events = 0") }
                }
            }
            let events = try await store.read { reader in
                var events: Int64 = 0
                try reader.forEach("SELECT events FROM customers") { events = try $0.next() }
                return events
            }
            #expect(events == (Int64(1) << 59) - 1)
            await store.close()
        }
    }

    @Test func `a body that finds another writer in its way is run again`() async throws {
        try await PrivatePostgres.withSchema { configuration async throws in
            let store = try await PostgresDatabase(configuration)
            let runs = Mutex(0)
            try await store.write { writer in
                try writer.ensureCustomer("anna", now: .second(0))
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                if run < 3 { throw DatabaseError(code: .conflict, message: "another writer is in the way") }
            }
            #expect(runs.withLock { $0 } == 3)
            await store.close()
        }
    }

    @Test func `an event has its place soon, without anyone asking`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            try await store.write { try $0.append(.sample("e1")) }
            var events: [StoredEvent] = []
            while events.isEmpty { events = try await store.read { try $0.events(after: 0, limit: 5) } }
            #expect(events.map(\.event.id) == ["e1"])
            await store.close()
        }
    }

    @Test func `events that an ended instance left without a place get one from the next`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let first = try await PostgresDatabase(configuration)
            try await first.write { try $0.append(.sample("e1")) }
            try await first.sequenceEvents()
            try await first.write { try $0.execute("UPDATE events SET position = NULL") }
            await first.close()
            let second = try await PostgresDatabase(configuration)
            var events: [StoredEvent] = []
            while events.isEmpty { events = try await second.read { try $0.events(after: 0, limit: 5) } }
            #expect(events.count == 1)
            await second.close()
        }
    }

    @Test func `connections that the server ended are made again`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            var configuration = configuration
            configuration.connections = 1
            let store = try await PostgresDatabase(configuration)
            let other = try await PostgresDatabase(configuration)
            let process = try await store.read { reader in
                var process: Int64 = 0
                try reader.forEach("SELECT pg_backend_pid()") { process = try $0.next() }
                return process
            }
            try await other.write { writer in
                try writer.forEach("SELECT pg_terminate_backend(CAST(\(process) AS INTEGER))") { _ in }
            }
            // The call that finds out may fail as one to repeat; the next one works.
            do {
                try await store.write { try $0.ensureCustomer("anna", now: .second(0)) }
            } catch let error as DatabaseError {
                #expect(error.isRetryable)
                try await store.write { try $0.ensureCustomer("anna", now: .second(0)) }
            }
            #expect(try await store.read { try $0.customer("anna") } != nil)
            await store.close()
            await other.close()
        }
    }

    @Test func `a connection over which nothing comes any more is abandoned for a new one`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            var configuration = configuration
            configuration.connections = 1
            configuration.statementMilliseconds = 300
            configuration.silenceMilliseconds = 200
            let store = try await PostgresDatabase(configuration)
            let process = try await store.read { reader in
                var process: Int64 = 0
                try reader.forEach("SELECT CAST(pg_backend_pid() AS BIGINT)") { process = try $0.next() }
                return pid_t(process)
            }
            // It neither answers nor ends, as a machine whose wire was cut.
            try #require(kill(process, SIGSTOP) == 0, "the tests' PostgreSQL must run on this machine")
            defer { kill(process, SIGCONT) }
            try await store.write { try $0.ensureCustomer("anna", now: .second(0)) }
            #expect(try await store.read { try $0.customer("anna") } != nil)
            await store.close()
        }
    }

    @Test func `a server that is not there is an error that says what to look at, without the password`() async {
        let configuration = PostgresDatabase.Configuration(url: "postgres://user:hidden@127.0.0.1:1/none")
        let error = await #expect(throws: DatabaseError.self) { try await PostgresDatabase(configuration) }
        #expect(error?.code == .unavailable && error?.isRetryable == true)
        #expect(error?.message.contains("see that the server runs") == true)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `a database of a newer program is refused`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            try await store.write { try $0.execute("INSERT INTO schema_versions VALUES (99, 'x', 99)") }
            let error = await #expect(throws: DatabaseError.self) { try await PostgresDatabase(configuration) }
            #expect(error?.code == .newerSchema)
            try await store.write { try $0.execute("DELETE FROM schema_versions WHERE version = 99") }
            await store.close()
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `an upgrade waits for a long read without holding up the instances that serve`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            let (hold, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let reading: Void = store.read { reader in
                _ = try reader.customer("anna")
                begun.signal()
                hold.wait()
            }
            await Task.detached { begun.wait() }.value
            async let later = PostgresDatabase(configuration, steps: Migration.withCompatibleVersion)
            // The step waits for the table that is being read; these writes need the same table.
            while try await !store.read({ try $0.isAnyStatementWaiting }) { await Task.yield() }
            for number in 1...3 {
                let customer = CustomerID(rawValue: "\(number)")
                try await store.write { try $0.ensureCustomer(customer, now: .second(1)) }
            }
            hold.signal()
            try await reading
            let upgraded = try await later
            #expect(upgraded.migratedVersions == [Migration.all.count + 1])
            try await upgraded.write { try $0.ensureCustomer("bob", now: .second(2)) }
            try await store.write { try $0.ensureCustomer("carol", now: .second(3)) }
            // An instance of the earlier version may start again.
            let earlier = try await PostgresDatabase(configuration)
            #expect(try await earlier.read { try $0.customer("bob") } != nil)
            for store in [store, upgraded, earlier] { await store.close() }
        }
    }

    @Test func `a body that continues after a failed statement fails as a whole`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            await #expect(throws: DatabaseError(code: .statement, message: "")) {
                try await store.write { writer in
                    try writer.ensureCustomer("anna", now: .second(0))
                    _ = try? writer.execute("SELECT nonsense FROM nowhere")
                }
            }
            #expect(try await store.read { try $0.customer("anna") } == nil)
            await store.close()
        }
    }

    @Test func `facts moved to a partition are found as before, and stay known`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            let facts = (0..<30).map { Fact.sample(UInt64($0), second: $0) }
            try await store.write { writer in
                for fact in facts { try writer.append(fact, receivedDate: .second(0), source: "app") }
            }
            let first = try await store.archiveFacts(before: .second(10))
            let second = try await store.archiveFacts(before: .second(25))
            #expect(first.count == 10 && second.count == 15)
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).map(\.fact) } == facts)
            let isNew = try await store.write { writer in
                try [facts[3], facts[20], .sample(99, second: 5)].map {
                    try writer.append($0, receivedDate: .second(0), source: "app").isNew
                }
            }
            #expect(isNew == [false, false, true])
            let range = try await store.read { reader in
                try reader.facts(in: .sandbox, .second(0)..<(.second(10)), limit: 99).count
            }
            #expect(range == 11)
            await #expect(throws: DatabaseError(code: .archived, message: "")) {
                try await store.archiveFacts(before: .second(20))
            }
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).count } == 31)
            await store.close()
        }
    }

    @Test func `the schema is the one that was reviewed`() async throws {
        try await PrivatePostgres.withSchema { configuration in
            let store = try await PostgresDatabase(configuration)
            let lines = try await store.read { reader in
                var lines: [String] = []
                try reader.forEach(
                    """
                    SELECT table_name::text, column_name::text, data_type::text, is_nullable::text
                    FROM information_schema.columns WHERE table_schema = current_schema()
                    ORDER BY table_name, ordinal_position
                    """
                ) { row in
                    let (table, column) = (try row.next(String.self), try row.next(String.self))
                    let (type, isNullable) = (try row.next(String.self), try row.next(String.self))
                    lines.append("\(table).\(column) \(type)\(isNullable == "YES" ? "" : " not null")")
                }
                try reader.forEach(
                    "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname"
                ) { lines.append(try $0.next()) }
                return lines
            }
            let dump = lines.joined(separator: "\n").replacing("\(configuration.schema ?? "").", with: "")
            try expectSnapshot(dump + "\n", "PostgreSQLSchema.txt")
            await store.close()
        }
    }
}

/// A number that many tasks raise.
private final class Counter: Sendable {
    let count = Atomic<Int>(0)
}

extension Delivery {
    static func sample(_ number: Int) -> Delivery {
        Delivery(
            scope: .sandbox,
            transaction: TransactionID(rawValue: "\(number)"),
            lineage: "1000",
            product: "com.example.coins",
            deliveredDate: .second(number)
        )
    }
}

extension DatabaseReader {
    /// Whether a statement that changes a table waits for a lock.
    fileprivate var isAnyStatementWaiting: Bool {
        get throws {
            var isWaiting = false
            try forEach("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'customers'::regclass") { _ in
                isWaiting = true
            }
            return isWaiting
        }
    }
}
