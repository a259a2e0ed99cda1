// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct PostingConformanceTests {
    static func request(
        _ key: String,
        _ amount: Int64,
        _ reason: LedgerReason,
        of customer: CustomerID = "anna",
        expires: Date? = nil,
        to other: CustomerID? = nil
    ) -> LedgerRequest {
        LedgerRequest(
            key: key,
            customer: customer,
            currency: "gems",
            amount: amount,
            reason: reason,
            expiresDate: expires,
            counterpart: other
        )
    }

    @discardableResult
    static func post(
        _ request: LedgerRequest,
        in writer: any DatabaseWriter,
        policy: BalancePolicy = .capped,
        second: Int = 0
    ) throws -> PostingOutcome {
        try writer.post(request, account: "wallet", scope: .sandbox, policy: policy, at: .second(second))
    }

    private static func balance(_ store: any Database, of customer: CustomerID = "anna") async throws -> Int64 {
        try await store.read { try $0.balance(of: "wallet", customer: customer, currency: "gems") }
    }

    @Test(arguments: StoreDriver.allCases)
    func `what either balance cannot hold is refused and changes nothing`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let (most, nearly) = (Int64.max - 5, Int64.max - 9)
            let requests = [
                Self.request("a", most, .bonus), Self.request("b", nearly, .bonus, of: "bob"),
                Self.request("c", 6, .bonus), Self.request("d", -10, .transfer, to: "bob"),
                Self.request("e", 10, .transfer, of: "bob", to: "anna"), Self.request("f", -9, .transfer, to: "bob"),
            ]
            let outcomes = try await store.write { writer in try requests.map { try Self.post($0, in: writer) } }
            let expected: [PostingOutcome] = [
                .posted(most), .posted(nearly), .invalidAmount, .invalidAmount, .invalidAmount, .posted(-9),
            ]
            #expect(outcomes == expected)
            #expect(try await Self.balance(store) == most - 9)
            #expect(try await Self.balance(store, of: "bob") == .max)
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a change is booked once by its key, and another change under it is refused`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let outcomes = try await store.write { writer in
                [
                    try Self.post(Self.request("a", 100, .purchase), in: writer),
                    try Self.post(Self.request("a", 100, .purchase), in: writer),
                    try Self.post(Self.request("a", 90, .purchase), in: writer),
                    try Self.post(Self.request("b", -30, .spend), in: writer),
                    try Self.post(Self.request("c", -71, .spend), in: writer),
                    try Self.post(Self.request("d", 0, .bonus), in: writer),
                ]
            }
            #expect(
                outcomes == [
                    .posted(100), .repeated(100), .keyReused, .posted(-30), .insufficient(balance: 70), .invalidAmount,
                ]
            )
            #expect(try await Self.balance(store) == 70)
            let page = try await store.read {
                try $0.postings(of: "anna", account: "wallet", currency: "gems", limit: 10)
            }
            #expect(page.map(\.key) == ["b", "a"] && page.map(\.amount) == [-30, 100])
            let older = try await store.read { reader in
                let first = page.first?.number ?? 0
                return try reader.postings(of: "anna", account: "wallet", currency: "gems", before: first, limit: 1)
            }
            #expect(older.map(\.key) == ["a"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `two accounts of one customer know nothing of each other`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            func post(_ request: LedgerRequest, _ account: String, second: Int = 0) async throws -> PostingOutcome {
                try await store.write { writer in
                    try writer.post(
                        request,
                        account: account,
                        scope: .sandbox,
                        policy: .capped,
                        at: .second(second)
                    )
                }
            }
            func balance(_ account: String) async throws -> Int64 {
                try await store.read { try $0.balance(of: account, customer: "anna", currency: "gems") }
            }
            #expect(try await post(Self.request("k", 50, .bonus), "wallet Sandbox") == .posted(50))
            #expect(try await post(Self.request("s", -10, .spend), "wallet") == .insufficient(balance: 0))
            // The same keys are other ones there, those that were refused too.
            #expect(try await post(Self.request("k", 20, .bonus, expires: .second(100)), "wallet") == .posted(20))
            #expect(try await post(Self.request("s", -10, .spend), "wallet Sandbox") == .posted(-10))
            #expect(try await post(Self.request("k", 50, .bonus), "wallet Sandbox") == .repeated(50))
            for (account, isOver) in [("wallet", true), ("wallet Sandbox", false)] {
                let known = try await store.read {
                    try $0.hasExpired(account, of: "anna", currency: "gems", asOf: .second(100))
                }
                #expect(known == isOver)
            }
            #expect(
                try await post(Self.request("late", -1, .spend), "wallet", second: 100) == .insufficient(balance: 0)
            )
            #expect(try await balance("wallet") == 0)
            #expect(try await balance("wallet Sandbox") == 40)
            let keys = try await store.read { reader in
                try reader.postings(of: "anna", account: "wallet Sandbox", currency: "gems", limit: 10).map(\.key)
            }
            #expect(keys == ["s", "k"])
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `what runs out is taken first and taken away at its end`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                try Self.post(Self.request("old", 50, .purchase), in: writer)
                try Self.post(Self.request("gift", 40, .bonus, expires: .second(100)), in: writer)
                try Self.post(Self.request("s1", -10, .spend), in: writer, second: 10)
            }
            #expect(
                try await store.read { try $0.hasExpired("wallet", of: "anna", currency: "gems", asOf: .second(99)) }
                    == false
            )
            let refused = try await store.write {
                try Self.post(Self.request("s2", -60, .spend), in: $0, second: 100)
            }
            // A refused change books nothing, but what had run out stays taken away.
            #expect(refused == .insufficient(balance: 50))
            #expect(try await Self.balance(store) == 50)
            #expect(
                try await store.read { try $0.hasExpired("wallet", of: "anna", currency: "gems", asOf: .second(200)) }
                    == false
            )
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a key has the same answer permanently, whatever ran out or came in since`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let requests = [
                Self.request("gift", 50, .bonus, expires: .second(100)), Self.request("s", -30, .spend),
                Self.request("much", -60, .spend), Self.request("gone", -10, .refund, of: "bob"),
            ]
            let answers: [PostingOutcome] = [.posted(50), .posted(-30), .insufficient(balance: 20), .writtenOff]
            let later: [PostingOutcome] = [.repeated(50), .repeated(-30), .insufficient(balance: 20), .writtenOff]
            for second in [10, 90, 100, 300] {
                let outcomes = try await store.write { writer in
                    try requests.map { try Self.post($0, in: writer, second: second) }
                }
                #expect(outcomes == (second == 10 ? answers : later), "at \(second)")
                // There is more by then: a refused key stays refused all the same.
                for customer in ["anna", "bob"] as [CustomerID] where second == 100 {
                    try await store.write {
                        _ = try Self.post(Self.request("more", 500, .purchase, of: customer), in: $0, second: 100)
                    }
                }
            }
            let afterward = try await store.read { reader in
                try ["gift", "s", "much"].map {
                    try reader.balance(after: $0, of: "wallet", customer: "anna", currency: "gems")
                }
            }
            #expect(afterward == [50, 20, 20])
            #expect(try await Self.balance(store) == 500)
            #expect(try await Self.balance(store, of: "bob") == 500)
            let others = try await store.write { writer in
                [
                    try Self.post(Self.request("much", -61, .spend), in: writer),
                    try Self.post(Self.request("gone", -10, .spend, of: "bob"), in: writer),
                ]
            }
            #expect(others == [.keyReused, .keyReused])
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `of two customers of whom one is forgotten, the books keep no name`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for customer in ["anna", "bob"] as [CustomerID] {
                    try Self.post(Self.request("g", 40, .bonus, of: customer, expires: .second(100)), in: writer)
                    try Self.post(Self.request("s", -50, .spend, of: customer), in: writer)
                }
                for (giver, taker) in [("anna", "bob"), ("bob", "anna")] as [(CustomerID, CustomerID)] {
                    try Self.post(Self.request("t", -10, .transfer, of: giver, to: taker), in: writer)
                    try Self.post(Self.request("much", -999, .transfer, of: giver, to: taker), in: writer)
                    try Self.post(Self.request("more", -999, .transfer, of: giver, to: "carl"), in: writer)
                }
                try Self.post(Self.request("x", -5, .spend), in: writer, second: 100)
                try writer.pseudonymize("anna", as: "erased-1")
            }
            let left = try await store.read { reader throws in
                var names: [String] = []
                try reader.forEach("SELECT idempotency_key FROM ledger_entries") { names.append(try $0.next()) }
                for table in ["ledger_expiries", "ledger_rejections"] {
                    try reader.forEach("SELECT customer FROM \(Query(stringLiteral: table))") { row in
                        names.append(try row.next())
                    }
                }
                try reader.forEach("SELECT counterpart FROM ledger_rejections WHERE counterpart IS NOT NULL") { row in
                    names.append(try row.next())
                }
                try reader.forEach("SELECT body FROM ledger_entries") { row in
                    names.append(String(decoding: try row.next(Data?.self) ?? Data(), as: UTF8.self))
                }
                return names
            }
            #expect(left.filter { $0.contains("anna") } == [])
            #expect(left.contains { $0.contains("bob") })
            #expect(try await Self.balance(store, of: "erased-1") == 0)
            let stored = try await store.read {
                try $0.postings(of: "bob", account: "wallet", currency: "gems", limit: 10)
            }
            #expect(stored.map(\.key) == ["t", "t", "g"])
            #expect(stored.map(\.counterpart) == ["erased-1", "erased-1", nil])
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `of two customers who are merged, the books are one's, and a repeated key posts nothing`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let again = try await store.write { writer in
                for customer in ["anon_1", "anna"] as [CustomerID] {
                    try Self.post(Self.request("g", 40, .bonus, of: customer, expires: .second(100)), in: writer)
                    try Self.post(Self.request("much", -999, .spend, of: customer), in: writer)
                }
                try Self.post(Self.request("own", 7, .bonus, of: "anon_1"), in: writer)
                try Self.post(Self.request("few", -998, .spend, of: "anon_1"), in: writer)
                try Self.post(Self.request("t", -10, .transfer, of: "anon_1", to: "anna"), in: writer)
                try Self.post(Self.request("more", -999, .transfer, of: "bob", to: "anon_1"), in: writer)
                try writer.moveRows(of: "anon_1", to: "anna")
                return [
                    try Self.post(Self.request("g", 40, .bonus, expires: .second(100)), in: writer),
                    try Self.post(Self.request("own", 7, .bonus), in: writer),
                    try Self.post(Self.request("few", -998, .spend), in: writer),
                ]
            }
            #expect(again == [.repeated(40), .repeated(7), .insufficient(balance: 47)])
            #expect(try await Self.balance(store) == 87)
            #expect(try await Self.balance(store, of: "anon_1") == 0)
            let rest = try await store.write { writer in
                try writer.balanceAfterExpiration(
                    of: "wallet",
                    customer: "anna",
                    currency: "gems",
                    scope: .sandbox,
                    at: .second(100)
                )
            }
            #expect(rest == 7)
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a refund takes what the policy lets it, and a transfer moves between customers`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let outcomes = try await store.write { writer in
                [
                    try Self.post(Self.request("p", 100, .purchase), in: writer),
                    try Self.post(Self.request("t", -60, .transfer, to: "bob"), in: writer),
                    try Self.post(Self.request("t2", -60, .transfer, to: "bob"), in: writer),
                    try Self.post(Self.request("r", -100, .refund), in: writer),
                    try Self.post(Self.request("r2", -100, .refund), in: writer),
                    try Self.post(Self.request("r3", -100, .refund), in: writer, policy: .negativeAllowed),
                ]
            }
            #expect(
                outcomes == [
                    .posted(100), .posted(-60), .insufficient(balance: 40), .posted(-40), .writtenOff, .posted(-100),
                ]
            )
            #expect(try await Self.balance(store) == -100)
            #expect(try await Self.balance(store, of: "bob") == 60)
            let currencies = try await store.read { try $0.balances(of: "bob", account: "wallet") }
            #expect(currencies.map(\.currency) == ["gems"] && currencies.map(\.amount) == [60])
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `what moves to another customer runs out when it would have, under a key that both have used`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for customer in ["anna", "bob"] as [CustomerID] {
                    try Self.post(Self.request("t", 20, .purchase, of: customer), in: writer)
                }
                try Self.post(Self.request("soon", 30, .bonus, expires: .second(100)), in: writer)
                try Self.post(Self.request("later", 10, .bonus, expires: .second(200)), in: writer)
                try Self.post(Self.request("move", -50, .transfer, to: "bob"), in: writer)
                // Under a key that names something else of the other one's.
                try Self.post(Self.request("u", -5, .transfer, to: "bob"), in: writer)
                try Self.post(Self.request("u", -1, .spend, of: "bob"), in: writer)
            }
            let lines = try await store.read {
                try $0.postings(of: "bob", account: "wallet", currency: "gems", limit: 10)
            }
            #expect(lines.map(\.key) == ["u", "u", "move", "t"] && lines.map(\.amount) == [-1, 5, 50, 20])
            #expect(lines.map(\.counterpart) == [nil, "anna", "anna", nil])
            #expect(lines[2].parts.map(\.amount) == [30, 10, 10])
            #expect(lines[2].parts.map(\.expiresDate) == [.second(100), .second(200), nil])
            for (second, left) in [(99, 74), (100, 45), (200, 35), (300, 35)] as [(Int, Int64)] {
                let balance = try await store.write { writer in
                    try writer.balanceAfterExpiration(
                        of: "wallet",
                        customer: "bob",
                        currency: "gems",
                        scope: .sandbox,
                        at: .second(second)
                    )
                }
                #expect(balance == left, "at \(second)")
            }
            #expect(try await Self.balance(store) == 5)
            #expect(try await store.read { try $0.ledgerProblems() } == [])
        }
    }
}
