// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct StoreConformanceTests {
    struct Failure: Error, Equatable {
        var number = 0
    }

    @Test(arguments: StoreDriver.allCases)
    func `a statement that no one waits for fails its write when it fails`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            await #expect(throws: DatabaseError(code: .constraint, message: "")) {
                try await store.write { writer in
                    try writer.ensureCustomer("anna", now: .second(0))
                    try writer.post("INSERT INTO customers (id, created, events) VALUES ('bob', NULL, 0)")
                }
            }
            #expect(try await store.read { try $0.customers(limit: 5) }.isEmpty)
            try await store.write { try $0.ensureCustomer("anna", now: .second(0)) }
            #expect(try await store.read { try $0.customers(limit: 5) }.count == 1)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a body that throws leaves nothing behind and its error comes out`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            await #expect(throws: Failure(number: 7)) {
                try await store.write { writer -> Bool in
                    try writer.ensureCustomer("anna", now: .second(0))
                    throw Failure(number: 7)
                }
            }
            #expect(try await store.read { try $0.customer("anna") } == nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `concurrent writes that fail do not undo those that succeed`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
                for number in 0..<60 {
                    group.addTask {
                        do {
                            try await store.write { writer in
                                try writer.ensureCustomer(.number(number), now: .second(0))
                                if number % 3 == 0 { throw Failure(number: number) }
                            }
                            return (number, true)
                        } catch {
                            return (number, false)
                        }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let stored = Set(try await store.read { try $0.customers(limit: 100).map(\.id.rawValue) })
            for number in 0..<60 {
                #expect(outcomes[number] == (number % 3 != 0))
                #expect(stored.contains("c\(number)") == (number % 3 != 0))
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a failed statement is an error of the store, and later writes work`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            await #expect(throws: DatabaseError(code: .statement, message: "")) {
                try await store.write { try $0.execute("SELECT nonsense FROM nowhere") }
            }
            await #expect(throws: DatabaseError(code: .statement, message: "")) {
                try await store.read { try $0.forEach("SELECT nonsense FROM nowhere") { _ in } }
            }
            try await store.write { try $0.ensureCustomer("anna", now: .second(0)) }
            #expect(try await store.read { try $0.customer("anna") } != nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a reader cannot write`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            await #expect(throws: DatabaseError.self) {
                try await store.read { try $0.forEach("DELETE FROM customers") { _ in } }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a write is seen by the reads after it`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            for number in 0..<30 {
                let id = CustomerID.number(number)
                try await store.write { try $0.ensureCustomer(id, now: .second(0)) }
                #expect(try await store.read { try $0.customer(id) } != nil)
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a read is one moment of the database`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { try $0.ensureCustomer("a", now: .second(0)) }
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for number in 0..<40 {
                        try await store.write { writer in
                            try writer.ensureCustomer(.number(number, prefix: "x"), now: .second(0))
                            try writer.ensureCustomer(.number(number, prefix: "y"), now: .second(0))
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<40 {
                        let counts = try await store.read { reader throws in
                            let first = try reader.customers(prefix: "x", limit: 100).count
                            return (first, try reader.customers(prefix: "y", limit: 100).count)
                        }
                        #expect(counts.0 == counts.1)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a counter that many raise together counts each of them`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let numbers = try await withThrowingTaskGroup(of: Int64?.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await store.write { try $0.nextCommandOrder(in: .sandbox, now: .second(0)).sequence }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers.compactMap(\.self).sorted() == (1...40).map(Int64.init))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a closed store says so`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            await store.close()
            await #expect(throws: DatabaseError(code: .closed, message: "")) {
                try await store.read { try $0.customer("anna") }
            }
            await #expect(throws: DatabaseError(code: .closed, message: "")) {
                try await store.write { try $0.ensureCustomer("anna", now: .second(0)) }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the size grows with what is stored`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let before = try await store.size()
            var generator = SeededGenerator(seed: 1)
            let noise = Data((0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
            _ = try await store.write { try $0.ensureDocument(noise) }
            let after = try await store.size()
            #expect(before > 0 && after > before + 250_000)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a text with a zero byte is kept whole or refused, never cut`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let id = CustomerID(rawValue: "an\u{0}na")
            do {
                try await store.write { try $0.ensureCustomer(id, now: .second(0)) }
                #expect(try await store.read { try $0.customers(limit: 9).map(\.id) } == [id])
            } catch let error as DatabaseError {
                #expect(error.code == .constraint)
                #expect(try await store.read { try $0.customers(limit: 9) } == [])
            }
        }
    }

    @Test func `an error tells retryable failures from mistakes`() {
        let retryable: [DatabaseError.Code] = [.overloaded, .locked, .full, .unavailable, .conflict]
        let final: [DatabaseError.Code] = [.constraint, .inUse, .newerSchema, .damaged, .closed, .statement]
        #expect(retryable.allSatisfy { DatabaseError(code: $0, message: "").isRetryable })
        #expect(!final.contains { DatabaseError(code: $0, message: "").isRetryable })
    }

    @Test(arguments: StoreDriver.allCases)
    func `an upgrade keeps what is stored, and an older program refuses the result`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let (reached, again) = try await store.write { writer in
                try writer.ensureCustomer("anna", now: .second(1))
                return (
                    try Migration.migrate(writer, steps: Migration.withNextVersion),
                    try Migration.migrate(writer, steps: Migration.withNextVersion)
                )
            }
            #expect(reached == [Migration.all.count + 1] && again == [])
            let sample = try await store.read { reader throws in
                var sample: Int64?
                try reader.forEach("SELECT sample FROM customers WHERE id = 'anna'") { sample = try $0.next() }
                return sample
            }
            #expect(sample == Date.second(1).millisecondsSince1970 + 1)
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write { try Migration.migrate($0) }
            }
            #expect(error?.code == .newerSchema)
            try await store.write {
                try $0.execute("DELETE FROM schema_versions WHERE version > \(Migration.all.count)")
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a program runs on a later schema that only adds, and copies it to no other database`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let reached = try await store.write { try Migration.migrate($0, steps: Migration.withCompatibleVersion) }
            #expect(reached == [Migration.all.count + 1])
            // As at the start of the earlier program.
            #expect(try await store.write { try Migration.migrate($0) } == [])
            try await store.write { try $0.ensureCustomer("anna", now: .second(1)) }
            #expect(try await store.read { try $0.customer("anna") } != nil)
            let error = try await driver.withStore { other async throws in
                await #expect(throws: DatabaseError.self) { try await StoreCopy(from: store, to: other).run() }
            }
            #expect(error?.code == .newerSchema)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a database of an unreleased build is refused in one line`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                try writer.execute("UPDATE schema_versions SET name = 'facts, orders, events and what they need'")
                try writer.execute("INSERT INTO schema_versions VALUES (12, 'an index', 12)")
            }
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write { try Migration.migrate($0) }
            }
            #expect(error?.code == .olderSchema)
            #expect(error?.message.hasPrefix("An unreleased build of Purser created the database") == true)
            #expect(error?.message.contains("\n") == false)
            try await store.write { writer in
                try writer.execute("DELETE FROM schema_versions WHERE version = 12")
                try writer.execute("UPDATE schema_versions SET name = 'Purser 1'")
            }
        }
    }
}
