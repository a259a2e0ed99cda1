// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

/// Signed documents may name any price and quantity, and a document that is stored stays: no sum of them ends the
/// server.
@Suite struct ExtremeAmountTests {
    private static let amounts: [Int64] = [.max, .max - 1, .max / 2 + 1, 1_990, 0, -1, .min + 1, .min]
    private static let quantities = [1, 3, 0, -1, 1 << 31, 1 << 62, .max, .min]

    private static func catalog() -> CatalogBody {
        var catalog = TestShop.catalog
        for place in catalog.products.indices {
            catalog.products[place].product.price = Money(milliunits: 4_990, currency: "USD")
        }
        return catalog
    }

    /// A shop in which purchases of every kind came with extreme prices and quantities, and some of them went back.
    private static func shop(_ seed: UInt64) async throws -> TestShop {
        let shop = try await TestShop { $0.requestBurst = 100_000 }
        try await shop.service.catalogFeature.replaceCatalog(
            catalog(),
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
        var source = ContractSample.Source(seed: seed)
        let products = [TestShop.monthly, TestShop.yearly, TestShop.beans, TestShop.grinder, TestShop.season]
        for number in 0..<24 {
            func pick<Value>(_ values: [Value]) -> Value { values[source.index(below: values.count)] }
            var bought = TransactionPayload.purchase(
                pick(products),
                id: TransactionID(rawValue: "8\(100 + number)"),
                bought: TestClock.start.addingTimeInterval(Double(source.index(below: 20)) * 86_400),
                quantity: pick(quantities)
            )
            bought.price = pick(amounts)
            bought.currency = pick(["USD", "USD", "EUR"])
            let customer = pick(["anna", "bob"])
            let answer = try await shop.verify(bought, customer: customer)
            #expect(answer.status.rawValue < 500, "\(bought): \(answer.text)")
            guard source.index(below: 3) == 0 else { continue }
            var back = bought.refunded(at: bought.purchaseDate.addingTimeInterval(3600))
            if source.index(below: 2) == 0 {
                back.revocationType = .refundProrated
                back.revocationPercentage = 33_333
            }
            let received = try await shop.notify(.about(.refund, nil, back))
            #expect(received.status.rawValue < 500, "\(received.text)")
        }
        shop.clock.advance(days: 40)
        return shop
    }

    private static let reads = [
        "/v1/charts?from=2026-02-20&until=2026-04-20", "/v1/charts?from=2026-02-20&until=2026-04-20&format=csv",
        "/v1/charts?from=2026-02-20&until=2026-04-20&groupBy=product,storefront,offer&format=jsonl",
        "/v1/charts/summary?from=2026-02-20&until=2026-04-20", "/v1/charts/cohorts",
        "/v1/proceeds?from=2026-02-20&until=2026-04-20&currency=EUR",
        "/v1/proceeds?from=2026-02-20&until=2026-04-20&format=csv", "/v1/payouts/2026-03",
        "/v1/payouts/2026-06", "/v1/reconciliation?from=2026-02-20&until=2026-04-20",
        "/v1/reconciliation/2026-06", "/v1/reconciliation-status", "/v1/undelivered-orders", "/v1/consumption",
        "/v1/customers/anna/entitlements", "/v1/customers/anna/transactions", "/v1/customers/anna/subscriptions",
        "/v1/customers/anna/balances", "/v1/customers/anna/balances/beans", "/v1/customers/anna/refund-guidance",
        "/v1/customers/anna/fraud-signals", "/v1/customers/anna/conflicts", "/v1/customers/anna/content",
        "/v1/customers/anna/export", "/v1/customers/anna/deletion-check", "/v1/customers/anna/snapshot",
        "/v1/customers/anna/offers/coffee.club.yearly", "/v1/subscribers/anna", "/v1/events", "/metrics",
    ]

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `no price or quantity of a signed document ends the server or fails a read`(seed: UInt64) async throws {
        let shop = try await Self.shop(seed)
        try await Self.importReport(shop)
        for path in Self.reads {
            let answer = try await shop.send(.get, path)
            #expect(answer.status.rawValue < 500, "\(path): \(answer.text.prefix(300))")
        }
        let request: JSONValue = ["productId": .string(TestShop.yearly.rawValue)]
        for customer in ["anna", "bob"] {
            let preview = try await shop.send(.post, "/v1/customers/\(customer)/conversions/preview", request)
            #expect(preview.status.rawValue < 500, "\(preview.text)")
        }
        #expect(try await shop.send(.post, "/v1/rebuild").status == 200)
        try await shop.service.lifecycle.advanceLifecycles()
        let app = try #require(shop.service.apps[TestShop.app])
        try await shop.service.reconciliation.checkUnexplained(app)
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `no price or quantity of a signed document fails a page of the console`(seed: UInt64) async throws {
        let shop = try await Self.shop(seed)
        try await Self.importReport(shop)
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let pages = [
            "/console/charts", "/console/reconciliation", "/console/customers/anna", "/console/purchases",
            "/console/orders", "/console",
        ]
        for page in pages {
            let began = try await visit.get(page)
            #expect(began.status.rawValue < 500, "\(page)")
            await shop.service.consoleState.jobs.finish()
            let answer = try await visit.get(page)
            #expect(answer.status.rawValue < 500, "\(page): \(answer.text.suffix(300))")
        }
    }

    /// Apple's report of a day on which some of the purchases were made.
    private static func importReport(_ shop: TestShop) async throws {
        let columns = [
            "SKU", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code",
            "Currency of Proceeds", "Apple Identifier", "Customer Price", "Product Type Identifier",
        ]
        let rows = [TestShop.beans, TestShop.season, TestShop.grinder].enumerated().map { number, product in
            [
                product.rawValue, number == 0 ? "1000000" : "2", "1.39", "03/02/2026", "03/02/2026", "USD", "US", "USD",
                "1\(3 + number)", "1.99", "IA1",
            ].joined(separator: "\t")
        }
        let answer = try await shop.client.send(
            .post,
            "/v1/reports?kind=SALES&vendor=8000",
            headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": "text/tab-separated-values"],
            body: Data(([columns.joined(separator: "\t")] + rows).joined(separator: "\n").utf8)
        )
        #expect(answer.status.rawValue < 300, "\(answer.text)")
    }

    @Test func `a sum beyond 64 bits is answered at the end of them, and said to be`() async throws {
        let shop = try await TestShop()
        for number in 0..<2 {
            var bought = TransactionPayload.purchase(TestShop.beans, id: TransactionID(rawValue: "70\(number)"))
            bought.price = .max - 1
            #expect(try await shop.verify(bought, customer: "anna").status.rawValue < 300)
        }
        let day = ReportingZone.pacific.day(of: TestClock.start)
        let charts: ChartRowList = try await shop.send(.get, "/v1/charts?from=\(day)&measure=revenue,payments").json()
        #expect(charts.rows.map(\.value) == [2, .max] && charts.rows.map(\.isClamped) == [nil, true])
        let csv = try await shop.send(.get, "/v1/charts?from=\(day)&measure=revenue&format=csv").text
        #expect(csv.contains("revenue,9223372036854775807,true"))
        let summary: ChartSummaryBody = try await shop.send(.get, "/v1/charts/summary?from=\(day)").json()
        #expect(summary.revenue.map(\.isClamped) == [true])
        let records: ReconciliationBody = try await shop.send(.get, "/v1/reconciliation?from=\(day)").json()
        #expect(records.totals.map(\.isClamped) == [true] && records.totals.map(\.ours) == [.max])
    }

    @Test func `a transfer that the taker's balance cannot hold is the caller's mistake and moves nothing`()
        async throws
    {
        let shop = try await TestShop()
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        try await shop.database.write { writer in
            for (customer, amount) in [("anna", 100), ("bob", Int64.max - 5)] as [(CustomerID, Int64)] {
                try writer.ensureCustomer(customer, now: TestClock.start)
                let request = LedgerRequest(
                    key: "gift",
                    customer: customer,
                    currency: "beans",
                    amount: amount,
                    reason: .bonus
                )
                let outcome = try writer.post(
                    request,
                    account: LedgerAccountNames.wallet(in: .production),
                    scope: scope,
                    policy: .capped,
                    at: TestClock.start
                )
                #expect(outcome == .posted(amount))
            }
        }
        let path = "/v1/customers/anna/balances/beans/transfers"
        let refused = try await shop.send(.post, path, ["key": "t", "to": "bob", "amount": 6])
        #expect(refused.status == 400 && refused.code == "invalid-parameter", "\(refused.text)")
        let back = try await shop.send(
            .post,
            "/v1/customers/bob/balances/beans/entries",
            ["key": "more", "amount": 1_000_000]
        )
        #expect(back.status == 400 && back.code == "invalid-parameter", "\(back.text)")
        #expect(try await shop.balance("anna") == 100)
        #expect(try await shop.balance("bob") == .max - 5)
        #expect(try await shop.send(.post, path, ["key": "u", "to": "bob", "amount": 5]).status == 200)
        #expect(try await shop.balance("bob") == .max)
    }

    @Test func `a purchase whose credit the balance cannot hold is delivered with what it can`() async throws {
        let shop = try await TestShop()
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        try await shop.database.write { writer in
            try writer.ensureCustomer("anna", now: TestClock.start)
            let request = LedgerRequest(
                key: "gift",
                customer: "anna",
                currency: "beans",
                amount: .max - 30,
                reason: .bonus
            )
            _ = try writer.post(
                request,
                account: LedgerAccountNames.wallet(in: .production),
                scope: scope,
                policy: .capped,
                at: TestClock.start
            )
        }
        let bought = TransactionPayload.purchase(TestShop.beans, id: "4000")
        #expect(try await shop.verify(bought, customer: "anna").status == 200)
        #expect(try await shop.balance() == .max)
        try await shop.notify(.about(.refund, nil, bought.refunded(at: shop.clock.now)))
        #expect(try await shop.balance() == .max - 30)
    }
}
