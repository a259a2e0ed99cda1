// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// What one more purchase costs a customer who has bought much.
@Suite struct HeavyBuyerTests {
    /// The rows that the intake of one more purchase reads.
    private func rowsRead(
        _ transaction: TransactionPayload,
        _ shop: TestShop,
        _ database: RecordingDatabase,
        _ client: InProcessClient
    ) async throws -> Int {
        let body: JSONValue = [
            "customer": "anna", "signedTransaction": .string(try TestShop.sign(transaction).rawValue),
        ]
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(try await shop.token(of: "anna"))", "Content-Type": "application/json",
        ]
        _ = database.removeWrites()
        let answer = try await client.send(
            .post,
            "/v1/transactions",
            headers: headers,
            body: try ServiceJSON.encode(body)
        )
        try #require(answer.status == .ok, "\(answer.text)")
        return database.removeWrites().joined().reduce(0) { $0 + $1.rows }
    }

    private func coins(_ number: Int) -> TransactionPayload {
        .purchase(TestShop.beans, id: TransactionID(rawValue: "\(5000 + number)"))
    }

    @Test func `the 60th pack of coins reads as many rows as the fifth`() async throws {
        let shop = try await TestShop()
        let database = RecordingDatabase(shop.database)
        let client = InProcessClient(try shop.anotherInstance(over: database).router())
        _ = try await rowsRead(.purchase(TestShop.grinder), shop, database, client)
        var rows: [Int] = []
        for number in 0..<60 { rows.append(try await rowsRead(coins(number), shop, database, client)) }
        #expect(rows[59] == rows[4], "\(rows)")
        #expect(try await shop.isEntitled(to: "grinder"))
        #expect(try await shop.balance() == 6000)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `refunds of purchases that give no access are a fraud signal`() async throws {
        let shop = try await TestShop()
        for number in 0..<8 { _ = try await shop.verify(coins(number), customer: "anna") }
        for number in 0..<3 {
            let refunded = coins(number).refunded(at: shop.clock.now.addingTimeInterval(Double(number)))
            try await shop.notify(try .about(.refund, nil, refunded, id: UUID()))
        }
        #expect(try await shop.eventTypes().count { $0 == "fraud.signal_detected" } == 1)
        let signals = try await shop.send(.get, "/v1/customers/anna/fraud-signals")
        #expect(signals.text.contains("many-refunds"))
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `a consumable that gives access later gives it to those who bought it before`() async throws {
        let shop = try await TestShop()
        for number in 0..<3 { _ = try await shop.verify(coins(number), customer: "anna") }
        try await shop.service.ruleChanges.recomputeAfterRuleChanges()
        var catalog = TestShop.catalog
        for place in catalog.products.indices where catalog.products[place].product.id == TestShop.beans {
            catalog.products[place].product.serviceDuration = CalendarPeriod(months: 1)
            catalog.products[place].product.entitlements = ["espresso"]
        }
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now)
        try await shop.service.catalogFeature.replaceCatalog(
            catalog,
            of: TestShop.app,
            audit: audit,
            now: shop.clock.now
        )
        try await shop.followRuleChanges()
        #expect(try await shop.isEntitled(to: "espresso"))
        // The next one adds to what is there.
        let before = try #require(try await shop.entitlements().first { $0.id == "espresso" }?.until)
        _ = try await shop.verify(coins(9), customer: "anna")
        let after = try #require(try await shop.entitlements().first { $0.id == "espresso" }?.until)
        #expect(after > before)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `a rebuild finds and repairs what is stored wrongly about a purchase's meaning`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.grinder), customer: "anna")
        for number in 0..<3 { _ = try await shop.verify(coins(number), customer: "anna") }
        try await shop.database.write { writer in
            try writer.execute("UPDATE customer_purchases SET may_give_access = 0 WHERE lineage = '1000'")
            try writer.execute("UPDATE customer_purchase_counts SET number = 7 WHERE name = 'purchases'")
        }
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences.map(\.what) == ["purchase", "purchase"])
        #expect(report.differences.last?.stored == "7")
        // The counts are compared with the stored purchases, of which one is wrong.
        #expect(report.differences.last?.computed == "4")
        let repaired: RebuildReport = try await shop.send(.post, "/v1/rebuild?repair=true").json()
        #expect(repaired.differences == [])
        let again: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(again.differences == [])
    }
}
