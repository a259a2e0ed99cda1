// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct LedgerConformanceTests {
    private func entry(_ key: String, _ lines: [StoredLedgerEntry.Line], second: Int = 0) -> StoredLedgerEntry {
        StoredLedgerEntry(
            idempotencyKey: key,
            scope: .sandbox,
            instant: .second(second),
            reason: "purchase",
            lines: lines
        )
    }

    private func credit(_ amount: Int64, to customer: CustomerID = "anna") -> [StoredLedgerEntry.Line] {
        [
            StoredLedgerEntry.Line(account: "wallet", customer: customer, amount: amount, currency: "gems"),
            StoredLedgerEntry.Line(account: "issued", amount: -amount, currency: "gems"),
        ]
    }

    @Test(arguments: StoreDriver.allCases)
    func `an entry is booked once and moves balances`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let entries = [entry("k1", credit(100)), entry("k1", credit(100)), entry("k2", credit(-30), second: 5)]
            let isNew = try await store.write { writer in try entries.map { try writer.postEntry($0) } }
            #expect(isNew == [true, false, true])
            try await store.read { reader throws in
                #expect(try reader.balance(of: "wallet", customer: "anna", currency: "gems") == 70)
                #expect(try reader.houseBalance(of: "issued", currency: "gems") == -70)
                #expect(try reader.balance(of: "wallet", customer: "bob", currency: "gems") == 0)
                let statement = try reader.statement(of: "anna", account: "wallet", currency: "gems", limit: 1)
                #expect(statement.map(\.line.amount) == [-30] && statement.map(\.instant) == [.second(5)])
                let older = try reader.statement(
                    of: "anna",
                    account: "wallet",
                    currency: "gems",
                    before: statement.last?.entry ?? 0,
                    limit: 5
                )
                #expect(older.map(\.idempotencyKey) == ["k1"])
                #expect(try reader.ledgerProblems() == [])
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an entry that does not sum to zero in each currency is refused`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let uneven = [
                StoredLedgerEntry.Line(account: "a", amount: 5, currency: "gems"),
                StoredLedgerEntry.Line(account: "b", amount: -5, currency: "USD"),
            ]
            let huge = [Int64.max, Int64.max].map { StoredLedgerEntry.Line(account: "a", amount: $0, currency: "gems") }
            for lines in [uneven, huge] {
                let entry = entry("k", lines)
                await #expect(throws: DatabaseError(code: .constraint, message: "")) {
                    try await store.write { try $0.postEntry(entry) }
                }
            }
            #expect(
                try await store.read { try $0.statement(of: "anna", account: "wallet", currency: "gems", limit: 1) }
                    == []
            )
        }
    }

    /// SQLite refuses a sum beyond 64 bits and PostgreSQL a number of it; neither may fail a read of the books.
    @Test(arguments: StoreDriver.allCases)
    func `a sum over the books that is beyond 64 bits is clamped and said to be`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            func house() async throws -> BoundedSum {
                try await store.read { try $0.houseBalance(of: "issued", currency: "gems") }
            }
            #expect(try await house() == 0)
            for (number, amount) in [Int64.max, .max, 2, 5].enumerated() {
                let customer = CustomerID(rawValue: "c\(number)")
                try await store.write { _ = try $0.postEntry(entry("k\(number)", credit(amount, to: customer))) }
            }
            let clamped = try await house()
            #expect(clamped.isClamped && clamped.value == .min)
            try await store.write { _ = try $0.postEntry(entry("back", credit(-.max, to: "c0"))) }
            #expect(try await house().isClamped)
            try await store.write { _ = try $0.postEntry(entry("six", credit(-5, to: "c3"))) }
            #expect(try await house().isClamped)
            try await store.write { _ = try $0.postEntry(entry("two", credit(-1, to: "c2"))) }
            let exact = try await house()
            #expect(!exact.isClamped && exact.value == .min)
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a balance that is not the sum of its lines is found, however large it is`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { _ = try $0.postEntry(entry("k", credit(.max))) }
            let wrong: [Int64] = [.max - 1, -1, .max - 4_294_967_296]
            for amount in wrong {
                let problems = try await store.write { writer in
                    try writer.execute("UPDATE ledger_balances SET amount = \(amount)")
                    return try writer.ledgerProblems()
                }
                #expect(problems.count == 1)
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `concurrent entries all count`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await withThrowingTaskGroup { group in
                for number in 0..<30 {
                    let entry = entry("k\(number % 20)", credit(Int64(number % 20)))
                    group.addTask { _ = try await store.write { try $0.postEntry(entry) } }
                }
                try await group.waitForAll()
            }
            #expect(try await store.read { try $0.balance(of: "wallet", customer: "anna", currency: "gems") } == 190)
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a balance that was tampered with is found`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let entry = entry("k", credit(10))
            try await store.write { writer in
                _ = try writer.postEntry(entry)
                try writer.execute("UPDATE ledger_balances SET amount = 11 WHERE account = 'wallet'")
            }
            let problems = try await store.read { try $0.ledgerProblems() }
            #expect(problems == ["a balance of wallet in gems is not the sum of its lines"])
        }
    }
}
