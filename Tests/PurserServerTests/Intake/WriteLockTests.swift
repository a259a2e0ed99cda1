// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistencePostgreSQL
import Testing

@testable import PurserServer

/// An intake has the locks of everything that it reads, so that no two decide about the same at once.
@Suite struct WriteLockTests {
    /// A service over a database that records what it is asked.
    private struct RecordedShop {
        let shop: TestShop
        let database: RecordingDatabase
        let service: PurserService
        let client: InProcessClient
        let key: String

        init(over base: (any Database)? = nil) async throws {
            shop = try await TestShop()
            database = RecordingDatabase(base ?? shop.database)
            service = try shop.anotherInstance(over: database)
            client = InProcessClient(service.router())
            let audit = AuditRecord(actor: "test", action: "test", target: "", instant: shop.clock.now)
            if base != nil {
                try await service.catalogFeature.replaceCatalog(
                    TestShop.catalog,
                    of: TestShop.app,
                    audit: audit,
                    now: shop.clock.now
                )
            }
            key =
                try await service.keyFeature.makeKey(
                    .secretKey,
                    named: "recorded",
                    app: TestShop.app,
                    audit: audit,
                    now: shop.clock.now
                ).key ?? ""
        }

        /// Has the backend show a purchase of a customer.
        func show(_ transaction: TransactionPayload, _ customer: String, isRestore: Bool = false) async throws {
            let body: JSONValue = [
                "customer": .string(customer), "signedTransaction": .string(try TestShop.sign(transaction).rawValue),
                "isRestore": .bool(isRestore),
            ]
            let headers: HTTPHeaders = ["Authorization": "Bearer \(key)", "Content-Type": "application/json"]
            let answer = try await client.send(
                .post,
                "/v1/transactions",
                headers: headers,
                body: try ServiceJSON.encode(body)
            )
            // Another customer's restore may be refused, after all of it was read.
            try #require(answer.status == .ok || isRestore, "\(answer.text)")
        }

        func notify(_ notification: NotificationPayload) async throws {
            let body: JSONValue = ["signedPayload": .string(try TestShop.sign(notification).rawValue)]
            let answer = try await client.send(
                .post,
                "/apple/notifications/production",
                headers: ["Content-Type": "application/json"],
                body: try ServiceJSON.encode(body)
            )
            try #require(answer.status == .ok, "\(answer.text)")
        }
    }

    /// What a read may name instead of something locked: rows that never change once they are there, what is checked by
    /// a unique key when it is written, and orders: one that another writer changed meanwhile is not overwritten.
    private static let unlockedTables = [
        "scopes", "fact_keys", "documents", "document_headers", "events", "ledger_lines", "orders",
    ]
    /// What a read may name of the store as a whole: the version of the catalog.
    private static let unlockedRecords = ["catalog-versions"]

    /// Reads of a write that name nothing that is locked.
    private func unlockedReads(
        _ statements: [RecordingDatabase.Statement],
        transactions: [TransactionID],
        tokens: [AppAccountToken]
    ) -> [Query] {
        // A transaction belongs to one purchase, whose lock its writers have. An order that is found by its token is
        // written when it is paid, and a row that another one wrote meanwhile is not overwritten.
        var names = Set(transactions.map(\.rawValue) + tokens.map { $0.rawValue.uuidString.lowercased() })
        return statements.compactMap { statement in
            for lock in statement.locks {
                switch lock {
                case .purchase(let key): names.insert(key.lineage.rawValue)
                case .customer(let customer): names.insert(customer.rawValue)
                }
            }
            guard statement.isRead else { return nil }
            let texts = statement.query.bindings.compactMap { value -> String? in
                guard case .text(let text) = value else { return nil }
                return text
            }
            if texts.contains(where: { text in names.contains(text) || Self.unlockedRecords.contains(text) }) {
                return nil
            }
            // A credit's key holds its transaction.
            if texts.contains(where: { text in transactions.contains { text.contains($0.rawValue) } }) { return nil }
            let isUnlocked = Self.unlockedTables.contains { statement.query.text.contains("FROM \($0)") }
            return isUnlocked ? nil : statement.query
        }
    }

    @Test func `an intake reads only what it has locks for`() async throws {
        let recorded = try await RecordedShop()
        let shop = recorded.shop
        let token = AppAccountToken(rawValue: UUID())
        let monthly = TransactionPayload.purchase(token: token)
        let renewed = monthly.renewed(id: "1001")
        let coins = TransactionPayload.purchase(TestShop.beans, id: "3000")
        let order = try await shop.order(TestShop.grinder)
        let paid = TransactionPayload.purchase(TestShop.grinder, id: "4000", token: order.appAccountToken)
        var migrated = TransactionPayload.purchase(TestShop.yearly, id: "6000")
        migrated.previousOriginalTransactionId = "1000"
        let steps: [(String, () async throws -> Void)] = [
            ("a first purchase", { try await recorded.show(monthly, "anna") }),
            (
                "a renewal",
                {
                    let info = renewed.renewalInfo()
                    try await recorded.notify(.about(.didRenew, nil, renewed, renewalInfo: info, id: UUID()))
                }
            ),
            ("a consumable", { try await recorded.show(coins, "anna") }),
            (
                "a refund",
                {
                    let refunded = coins.refunded(at: shop.clock.now)
                    try await recorded.notify(.about(.refund, nil, refunded, id: UUID()))
                }
            ),
            ("a payment of an order", { try await recorded.notify(.about(.oneTimeCharge, nil, paid, id: UUID())) }),
            ("a restore by another customer", { try await recorded.show(renewed, "ben", isRestore: true) }),
            ("a migrated purchase", { try await recorded.notify(.about(.oneTimeCharge, nil, migrated, id: UUID())) }),
        ]
        let transactions = ["1000", "1001", "3000", "4000", "6000"].map { TransactionID(rawValue: $0) }
        let tokens = [token, order.appAccountToken].compactMap(\.self)
        for (name, step) in steps {
            _ = recorded.database.removeWrites()
            try await step()
            let intakes = recorded.database.removeWrites().filter { $0.contains { !$0.locks.isEmpty } }
            #expect(!intakes.isEmpty, "\(name)")
            for intake in intakes {
                let unlocked = unlockedReads(intake, transactions: transactions, tokens: tokens)
                #expect(unlocked.isEmpty, "\(name): \(unlocked)")
            }
        }
    }

    /// The ways to PostgreSQL: straight, and through a pooler that lends a connection for one transaction.
    private static let ways = ["PURSER_TEST_POSTGRES", "PURSER_TEST_PGBOUNCER"]

    /// A PostgreSQL database with several writers.
    private func withOverlappingWriters(
        _ variable: String,
        _ body: (any Database) async throws -> Void
    ) async throws {
        guard let url = ProcessInfo.processInfo.environment[variable] else { throw TestDatabase.Missing() }
        var configuration = PostgresDatabase.Configuration(url: url)
        let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        configuration.schema = schema
        configuration.connections = 12
        let store = try await PostgresDatabase(configuration)
        try await body(store)
        try await store.write { try $0.execute(Query(stringLiteral: "DROP SCHEMA \"\(schema)\" CASCADE")) }
        await store.close()
    }

    @Test(arguments: ways)
    func `on PostgreSQL no intake of different customers is undone and repeated`(way: String) async throws {
        try await withOverlappingWriters(way) { store in
            let recorded = try await RecordedShop(over: store)
            // The app and environment get their number, which everyone waits for once.
            try await recorded.show(.purchase(id: "900"), "first")
            _ = recorded.database.removeWrites()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let id = TransactionID(rawValue: "\(1000 + number)")
                        try await recorded.show(.purchase(id: id), "customer-\(number)")
                    }
                }
                try await group.waitForAll()
            }
            let executions = recorded.database.removeWrites().count { $0.contains { !$0.locks.isEmpty } }
            #expect(executions == 60)
        }
    }

    @Test(arguments: ways)
    func `on PostgreSQL purchases of one customer wait for each other and all count`(way: String) async throws {
        try await withOverlappingWriters(way) { store in
            let recorded = try await RecordedShop(over: store)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let product = number % 3 == 0 ? TestShop.season : TestShop.beans
                        let id = TransactionID(rawValue: "\(1000 + number)")
                        try await recorded.show(.purchase(product, id: id), "anna")
                    }
                }
                try await group.waitForAll()
            }
            let wallet = LedgerAccountNames.wallet(in: .production)
            let balance = try await store.read { try $0.balance(of: wallet, customer: "anna", currency: "beans") }
            #expect(balance == 2000)
            let headers: HTTPHeaders = ["Authorization": "Bearer \(recorded.key)"]
            let answer = try await recorded.client.send(.post, "/v1/rebuild", headers: headers)
            let report: RebuildReport = try answer.json()
            #expect(report.differences == [])
            let sequences = try await store.read {
                try $0.events(of: "anna", limit: 1000).compactMap(\.customerSequence)
            }
            #expect(sequences == Array(1...Int64(sequences.count)))
        }
    }
}
