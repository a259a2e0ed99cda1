// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import Gzip
import HTTPClient
import HTTPService
import Persistence
import Testing

@testable import PurserServer

@Suite struct ReconciliationRoutesTests {
    private static let columns = [
        "SKU", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code",
        "Currency of Proceeds", "Apple Identifier", "Customer Price", "Product Type Identifier", "A New Column",
    ]

    private static func report(_ rows: [(sku: String, units: Int, price: String)], day: String = "03/01/2026") -> Data {
        let lines = rows.map { row in
            [
                row.sku, "\(row.units)", "0.69", day, day, "USD", "US", "USD", row.sku == "unknown" ? "99" : "13",
                row.price, "IA1", "new",
            ].joined(separator: "\t")
        }
        return Data(([columns.joined(separator: "\t")] + lines).joined(separator: "\n").utf8)
    }

    private static func save(_ shop: TestShop, _ report: Data, kind: String = "SALES") async throws -> ImportedReport {
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(shop.secretKey)", "Content-Type": "text/tab-separated-values",
        ]
        return try await shop.client.send(.post, "/v1/reports?kind=\(kind)&vendor=8000", headers: headers, body: report)
            .json()
    }

    /// Three purchases of beans at 0.99 on 1 March.
    private static func soldShop() async throws -> TestShop {
        let shop = try await TestShop()
        for number in 1...3 {
            var purchase = TransactionPayload.purchase(TestShop.beans, id: TransactionID(rawValue: "90\(number)"))
            purchase.price = 990
            purchase.currency = "USD"
            purchase.storefront = "USA"
            _ = try await shop.verify(purchase, customer: "anna")
        }
        return shop
    }

    private static func reconcile(_ shop: TestShop) async throws -> ReconciliationBody {
        try await shop.send(.get, "/v1/reconciliation?from=2026-03-01").json()
    }

    @Test func `a report is stored once with all its columns, and its day is read from its rows`() async throws {
        let shop = try await TestShop()
        let text = Self.report([(TestShop.beans.rawValue, 3, "0.99")])
        let first = try await Self.save(shop, text)
        let second = try await Self.save(shop, text)
        #expect(first.isNew && !second.isNew && first.report == second.report)
        let rows: ReportRows = try await shop.send(.get, "/v1/reports/\(first.report)").json()
        #expect(rows.report.period == "2026-03-01" && rows.columns == Self.columns)
        #expect(rows.rows.map(\.cells.last) == ["new"])
        let list: ReportList = try await shop.send(.get, "/v1/reports?kind=SALES").json()
        #expect(list.reports.map(\.rows) == [1])
    }

    @Test(arguments: [
        "application/a-gzip", "application/gzip", "text/tab-separated-values", "application/octet-stream",
    ])
    func `a packed report is stored as its text is`(type: String) async throws {
        let shop = try await TestShop()
        let text = Self.report([(TestShop.beans.rawValue, 3, "0.99")])
        let packed = try Gzip.compress(text)
        #expect(packed.contains(0))
        let headers: HTTPHeaders = ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": type]
        let answer = try await shop.client.send(
            .post,
            "/v1/reports?kind=SALES&vendor=8000",
            headers: headers,
            body: packed
        )
        #expect(answer.status == 200, "\(answer.text)")
        let unpacked = try await Self.save(shop, text)
        #expect(try answer.json(ImportedReport.self).report == unpacked.report && !unpacked.isNew)
    }

    @Test func `a gzip bomb, a damaged file and a zero in a packed text are refused`() async throws {
        let shop = try await TestShop()
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(shop.secretKey)", "Content-Type": "application/gzip",
        ]
        func send(_ body: Data) async throws -> InProcessClient.Response {
            try await shop.client.send(.post, "/v1/reports?kind=SALES", headers: headers, body: body)
        }
        let bomb = try Gzip.compress(Data(repeating: 65, count: 65 << 20), level: 9)
        #expect(bomb.count < 100_000)
        let large = try await send(bomb)
        #expect(large.status.rawValue == 413 && large.code == "body-too-large")
        let whole = try Gzip.compress(Self.report([(TestShop.beans.rawValue, 3, "0.99")]))
        #expect(try await send(whole.dropLast(6)).code == "malformed-body")
        let zero = try await send(try Gzip.compress(Data("Provider\u{0}\tSKU\n".utf8)))
        #expect(zero.status == 400 && zero.text.contains("U+0000"), "\(zero.text)")
    }

    @Test func `rows are served under names in lower case with underscores, numbers as numbers`() async throws {
        let shop = try await TestShop()
        _ = try await Self.save(shop, Self.report([(TestShop.beans.rawValue, 3, "0.99")]))
        let rows: [JSONValue] = try await shop.send(.get, "/v1/sales-reports?from=2026-03-01").json()
        let row = try #require(rows.first)
        #expect(row["sku"]?.string == TestShop.beans.rawValue && row["units"] == .integer(3))
        #expect(row["customer_price"] == .decimal(Decimal(string: "0.99") ?? 0))
        #expect(row["begin_date"]?.string == "03/01/2026" && row["a_new_column"]?.string == "new")
    }

    @Test func `a fetch of reports that a stop interrupted is continued by the next round`() async throws {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { _ in
            // The server stops while the first report is on its way.
            withUnsafeCurrentTask { $0?.cancel() }
            throw CancellationError()
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreConnect = AppStoreConnectConfiguration(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                vendorNumber: "8000",
                url: "https://connect.test"
            )
        }
        let service = shop.service
        let stopped = Task { try await service.reconciliation.fetchAndReconcile() }
        await #expect(throws: CancellationError.self) { try await stopped.value }
        #expect(!transport.requests.isEmpty)
        transport.answer { _ in HTTPClientResponse(status: 404, body: Data(#"{"errors":[{"code":"NOT_FOUND"}]}"#.utf8))
        }
        transport.forget()
        // At once another instance leaves it to the first one.
        try await service.reconciliation.fetchAndReconcile()
        #expect(transport.requests.isEmpty)
        shop.clock.advance(3600)
        try await service.reconciliation.fetchAndReconcile()
        #expect(!transport.requests.isEmpty)
        transport.forget()
        shop.clock.advance(3600)
        try await service.reconciliation.fetchAndReconcile()
        #expect(transport.requests.isEmpty)
        shop.clock.advance(5 * 3600)
        try await service.reconciliation.fetchAndReconcile()
        #expect(!transport.requests.isEmpty)
    }

    @Test func `a report that is none is refused with what to do`() async throws {
        let shop = try await TestShop()
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(shop.secretKey)", "Content-Type": "text/tab-separated-values",
        ]
        let answer = try await shop.client.send(
            .post,
            "/v1/reports?kind=SALES",
            headers: headers,
            body: Data("hello".utf8)
        )
        #expect(answer.status.rawValue == 400 && answer.code == "malformed-body")
        #expect(try await shop.send(.get, "/v1/reports/77").status.rawValue == 404)
        #expect(try await shop.send(.get, "/v1/sales-reports?from=yesterday").status.rawValue == 400)
    }

    @Test func `stored sales and stored rows agree to the cent`() async throws {
        let shop = try await Self.soldShop()
        _ = try await Self.save(shop, Self.report([(TestShop.beans.rawValue, 3, "0.99")]))
        let result = try await Self.reconcile(shop)
        #expect(result.unexplained == [] && result.matched == 3 && !result.exceedsThreshold)
        #expect(result.totals.map(\.ours) == [2970] && result.totals.map(\.reported) == [2970])
    }

    @Test func `what Apple reports and we lost, and what we have too much, is named with its amount`() async throws {
        let shop = try await Self.soldShop()
        _ = try await Self.save(shop, Self.report([(TestShop.beans.rawValue, 4, "0.99")]))
        let lost = try await Self.reconcile(shop)
        #expect(lost.unexplained.map(\.difference) == [990] && lost.unexplained.map(\.finding) == ["missing"])
        #expect(lost.exceedsThreshold)
        _ = try await Self.save(shop, Self.report([(TestShop.beans.rawValue, 2, "0.99")]))
        let surplus = try await Self.reconcile(shop)
        #expect(surplus.unexplained.map(\.difference) == [-990] && surplus.unexplained.map(\.finding) == ["extra"])
        #expect(Set(surplus.unexplained.flatMap(\.suspects).map(\.transaction)) == ["901", "902", "903"])
    }

    @Test func `a row at another price is named with the sales that may be wrong`() async throws {
        let shop = try await Self.soldShop()
        let sku = TestShop.beans.rawValue
        _ = try await Self.save(shop, Self.report([(sku, 2, "0.99"), (sku, 1, "1.99")]))
        let result = try await Self.reconcile(shop)
        #expect(
            result.unexplained.map(\.difference) == [1000] && result.unexplained.map(\.finding) == ["price-mismatch"]
        )
        #expect(result.unexplained.first?.day == "2026-03-01")
        #expect(result.unexplained.flatMap(\.rows).map(\.unitPrice) == [1990])
    }

    @Test func `rows of apps and of updates are passed over, rows of unknown products are not`() async throws {
        let shop = try await Self.soldShop()
        let sku = TestShop.beans.rawValue
        let text = String(decoding: Self.report([(sku, 3, "0.99"), ("unknown", 1, "4.99")]), as: UTF8.self)
        let app = ["APP", "9", "0", "03/01/2026", "03/01/2026", "USD", "US", "USD", "99", "0", "1F", ""]
        _ = try await Self.save(shop, Data((text + "\n" + app.joined(separator: "\t")).utf8))
        let result = try await Self.reconcile(shop)
        #expect(result.unexplained.map(\.product) == ["unknown"])
        #expect(!result.unexplained.contains { $0.product == "APP" })
    }

    @Test func `what Apple should pay for an app is compared with that app's rows alone`() async throws {
        let other: BundleID = "com.example.tea"
        let shop = try await TestShop { $0.apps.append(AppConfiguration(bundleID: other)) }
        try await shop.service.catalogFeature.replaceCatalog(
            CatalogBody(products: [StoredCatalogProduct(product: CatalogProduct(id: "tea.pot", type: .consumable))]),
            of: other,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
        let columns = [
            "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
            "Partner Share Currency", "Sales or Return", "Product Type Identifier", "Country Of Sale", "Customer Price",
            "Customer Currency",
        ]
        let rows = [
            (TestShop.beans.rawValue, "IA1", "2.07"), ("tea.pot", "IA1", "70.00"), ("com.example.app", "1F", "7.00"),
        ]
        .map { sku, kind, share in
            ["03/01/2026", "04/04/2026", sku, "1", share, share, "USD", "S", kind, "US", "2.96", "USD"]
        }
        let text = ([columns] + rows).map { $0.joined(separator: "\t") }.joined(separator: "\n")
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(shop.secretKey)", "Content-Type": "text/tab-separated-values",
        ]
        let path = "/v1/reports?kind=FINANCIAL&vendor=8000&period=2026-03"
        let remaining = try await shop.client.send(.post, path, headers: headers, body: Data(text.utf8))
        #expect(remaining.status == 200, "\(remaining.text)")
        let payout: PayoutBody = try await shop.send(.get, "/v1/payouts/2026-03").json()
        #expect(payout.amounts.map(\.reported) == [2070])
    }

    @Test func `too much unexplained money is reported to the backend once`() async throws {
        let shop = try await Self.soldShop()
        _ = try await Self.save(shop, Self.report([(TestShop.beans.rawValue, 4, "0.99")]))
        shop.clock.advance(days: 5)
        let app = try #require(shop.service.apps[TestShop.app])
        try await shop.service.reconciliation.checkUnexplained(app)
        try await shop.service.reconciliation.checkUnexplained(app)
        #expect(try await shop.eventTypes().filter { $0 == "reconciliation.unexplained" }.count == 1)
        let alarm: ReconciliationStatus = try await shop.send(.get, "/v1/reconciliation-status").json()
        #expect(alarm.exceedsThreshold && alarm.amounts.map(\.unexplained).contains(990))
    }
}
