// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Which of the reports that are kept count, and which of their rows.
@Suite struct ReportChoiceTests {
    private static let daily = [
        "SKU", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code",
        "Currency of Proceeds", "Apple Identifier", "Customer Price", "Product Type Identifier", "Parent Identifier",
    ]

    private static let monthly = [
        "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
        "Partner Share Currency", "Sales or Return", "Product Type Identifier", "Country Of Sale", "Customer Price",
        "Customer Currency",
    ]

    private static func text(_ lines: [[String]]) -> Data {
        Data(lines.map { $0.joined(separator: "\t") }.joined(separator: "\n").utf8)
    }

    /// A sale of 1 March at 0.99.
    private static func sale(
        _ sku: String,
        units: String = "1",
        kind: String = "IA1",
        number: String = "",
        app: String = ""
    ) -> [String] {
        let day = "03/01/2026"
        return [sku, units, "0.69", day, day, "USD", "US", "USD", number, kind == "IA1" ? "0.99" : "0", kind, app]
    }

    /// What a fiscal month's sales in a country bring.
    private static func share(
        _ sku: String,
        _ share: String,
        _ country: String = "US",
        _ currency: String = "USD",
        units: String = "1"
    ) -> [String] {
        ["03/01/2026", "04/04/2026", sku, units, share, share, currency, "S", "IA1", country, share, currency]
    }

    private static func send(_ shop: TestShop, _ query: String, _ lines: [[String]]) async throws -> HTTPResponseText {
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(shop.secretKey)", "Content-Type": "text/tab-separated-values",
        ]
        return try await shop.client.send(.post, "/v1/reports?\(query)", headers: headers, body: text(lines))
    }

    private typealias HTTPResponseText = InProcessClient.Response

    private static func save(_ shop: TestShop, _ query: String, _ lines: [[String]]) async throws {
        let answer = try await send(shop, query, lines)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// A purchase of beans at 0.99 on 1 March.
    private static func soldShop(vendor: String? = nil) async throws -> TestShop {
        let shop = try await TestShop { configuration in
            configuration.apps[0].appAppleID = AppAppleID(rawValue: 1_234_567_890)
            configuration.apps[0].appStoreConnect = vendor.map {
                AppStoreConnectConfiguration(issuerID: "i", keyID: "k", privateKeyPEM: "p", vendorNumber: $0)
            }
        }
        var purchase = TransactionPayload.purchase(TestShop.beans, id: "901")
        purchase.price = 990
        purchase.currency = "USD"
        purchase.storefront = "USA"
        _ = try await shop.verify(purchase, customer: "anna")
        return shop
    }

    private static func reconcile(_ shop: TestShop) async throws -> ReconciliationBody {
        try await shop.send(.get, "/v1/reconciliation?from=2026-03-01").json()
    }

    private static func reported(_ shop: TestShop) async throws -> [Int64?] {
        let payout: PayoutBody = try await shop.send(.get, "/v1/payouts/2026-03").json()
        return payout.amounts.map(\.reported)
    }

    @Test(arguments: ["9000000000000000000", "-9000000000000000000", "99999999999999999999999999", "1000000001"])
    func `a daily report with more units than there can be is refused, and nothing is kept`(units: String) async throws
    {
        let shop = try await Self.soldShop()
        let rows = [Self.daily, Self.sale(TestShop.beans.rawValue), Self.sale(TestShop.beans.rawValue, units: units)]
        let answer = try await Self.send(shop, "kind=SALES&vendor=8000", rows)
        #expect(answer.status == 400 && answer.text.contains("Row 2"), "\(answer.text)")
        let list: ReportList = try await shop.send(.get, "/v1/reports").json()
        #expect(list.reports.isEmpty)
        _ = try await Self.reconcile(shop)
    }

    @Test func `a financial report with more money than there can be is refused`() async throws {
        let shop = try await Self.soldShop()
        let beans = TestShop.beans.rawValue
        for rows in [
            [Self.share(beans, "9000000000000000")], Array(repeating: Self.share(beans, "3000000000000"), count: 2),
            [Self.share(beans, "1000000000", units: "1000000000")],
        ] {
            let answer = try await Self.send(shop, "kind=FINANCIAL&vendor=8000&period=2026-03", [Self.monthly] + rows)
            #expect(answer.status == 400 && answer.text.contains("Row \(rows.count)"), "\(answer.text)")
        }
        #expect(try await Self.reported(shop) == [nil])
    }

    @Test func `what the vendor sells in other apps is not ours, what is sold in ours is missed`() async throws {
        let shop = try await Self.soldShop()
        let beans = TestShop.beans.rawValue
        let rows = [
            Self.daily, Self.sale(beans, app: "OURAPP"), Self.sale("tea.pot", app: "TEAAPP"),
            Self.sale("lost.beans", app: "OURAPP"),
        ]
        try await Self.save(shop, "kind=SALES&vendor=8000", rows)
        let result = try await Self.reconcile(shop)
        #expect(result.unexplained.map(\.product) == ["lost.beans"])
        let shares = [(beans, "0.69"), ("tea.pot", "70.00"), ("lost.beans", "0.69")].map { Self.share($0, $1) }
        let month = [Self.monthly] + shares
        try await Self.save(shop, "kind=FINANCIAL&vendor=8000&period=2026-03", month)
        #expect(try await Self.reported(shop) == [1380])
    }

    @Test func `an app's own row has its name when none of its products sold`() async throws {
        let shop = try await Self.soldShop()
        let rows = [
            Self.daily, Self.sale("OURAPP", kind: "1F", number: "1234567890"), Self.sale("tea.pot", app: "TEAAPP"),
            Self.sale("lost.beans", app: "OURAPP"),
        ]
        try await Self.save(shop, "kind=SALES&vendor=8000", rows)
        let result = try await Self.reconcile(shop)
        #expect(result.unexplained.filter { $0.finding == "missing" }.map(\.product) == ["lost.beans"])
    }

    @Test func `a report without a vendor counts where the vendor's own has not come, and not beside it`() async throws
    {
        let shop = try await Self.soldShop()
        let beans = TestShop.beans.rawValue
        try await Self.save(shop, "kind=SALES", [Self.daily, Self.sale(beans)])
        #expect(try await Self.reconcile(shop).totals.map(\.reported) == [990])
        try await Self.save(shop, "kind=SALES&vendor=8000", [Self.daily, Self.sale(beans), Self.sale("tea.pot")])
        let result = try await Self.reconcile(shop)
        #expect(result.unexplained.map(\.product) == ["tea.pot"])
        #expect(result.totals.map(\.reported) == [1980])
        let rows: [JSONValue] = try await shop.send(.get, "/v1/sales-reports?from=2026-03-01").json()
        #expect(rows.count == 2)
    }

    @Test func `a report of a vendor that nothing is configured for is refused`() async throws {
        let shop = try await Self.soldShop(vendor: "8000")
        let rows = [Self.daily, Self.sale(TestShop.beans.rawValue)]
        let answer = try await Self.send(shop, "kind=SALES&vendor=111", rows)
        #expect(answer.status.rawValue == 400 && answer.text.contains("8000"), "\(answer.text)")
        try await Self.save(shop, "kind=SALES", rows)
        let list: ReportList = try await shop.send(.get, "/v1/reports").json()
        #expect(list.reports.map(\.vendor) == ["8000"])
    }

    @Test func `a report of a week, a month or several days does not take a day's place`() async throws {
        let shop = try await Self.soldShop()
        let day = Self.sale(TestShop.beans.rawValue)
        try await Self.save(shop, "kind=SALES&vendor=8000", [Self.daily, day])
        var (month, next) = (day, day)
        month[3] = "02/01/2026"
        (next[3], next[4]) = ("03/02/2026", "03/02/2026")
        for (row, rows) in [(1, [month]), (2, [day, next])] {
            for query in ["kind=SALES&vendor=8000", "kind=SALES&vendor=8000&period=2026-03-01"] {
                let answer = try await Self.send(shop, query, [Self.daily] + rows)
                #expect(answer.status == 400 && answer.text.contains("Row \(row)"), "\(answer.text)")
                #expect(answer.text.contains("not a daily report"))
            }
        }
        #expect(try await Self.reconcile(shop).totals.map(\.reported) == [990])
    }

    @Test func `reports of Latin America, South Asia and the rest of the world stand side by side`() async throws {
        let shop = try await Self.soldShop()
        let beans = TestShop.beans.rawValue
        let query = "kind=FINANCIAL&vendor=8000&period=2026-03"
        for countries in [["US"], ["AE", "NG"], ["AR", "EC"], ["NP", "FJ"]] {
            try await Self.save(shop, query, [Self.monthly] + countries.map { Self.share(beans, "0.69", $0) })
        }
        let list: ReportList = try await shop.send(.get, "/v1/reports").json()
        #expect(list.reports.map(\.region) == ["AP", "LL", "WW", "US"])
        #expect(list.reports.allSatisfy { !$0.isSuperseded })
        #expect(try await Self.reported(shop) == [7 * 690])
    }

    @Test func `rows that may be of several reports are asked about`() async throws {
        let shop = try await Self.soldShop()
        let query = "kind=FINANCIAL&vendor=8000&period=2026-03"
        let rows = ["US", "AR"].map { Self.share(TestShop.beans.rawValue, "0.69", $0) }
        let answer = try await Self.send(shop, query, [Self.monthly] + rows)
        #expect(answer.status == 400 && answer.text.contains("region"), "\(answer.text)")
        #expect(try await Self.reported(shop) == [nil])
        try await Self.save(shop, query + "&region=ZZ", [Self.monthly] + rows)
        #expect(try await Self.reported(shop) == [1380])
    }

    @Test func `a text that was kept as another region's is so no longer`() async throws {
        let shop = try await Self.soldShop()
        let query = "kind=FINANCIAL&vendor=8000&period=2026-03"
        let rows = [Self.monthly] + ["AR", "EC"].map { Self.share(TestShop.beans.rawValue, "0.69", $0) }
        try await Self.save(shop, query + "&region=WW", rows)
        try await Self.save(shop, query, rows)
        #expect(try await Self.reported(shop) == [1380])
        let list: ReportList = try await shop.send(.get, "/v1/reports").json()
        #expect(list.reports.filter { !$0.isSuperseded }.map(\.region) == ["LL"])
    }

    @Test func `financial reports of regions stand side by side until one of all regions comes`() async throws {
        let shop = try await Self.soldShop()
        let beans = TestShop.beans.rawValue
        let query = "kind=FINANCIAL&vendor=8000&period=2026-03"
        try await Self.save(shop, query, [Self.monthly, Self.share(beans, "0.69")])
        try await Self.save(shop, query, [Self.monthly, Self.share(beans, "70", "JP", "JPY")])
        let euro = [Self.share(beans, "0.60", "DE", "EUR"), Self.share(beans, "0.60", "FR", "EUR")]
        try await Self.save(shop, query, [Self.monthly] + euro)
        let list: ReportList = try await shop.send(.get, "/v1/reports").json()
        #expect(Set(list.reports.map(\.region)) == ["US", "JP", "EU"] && !list.reports.contains(where: \.isSuperseded))
        #expect(try await Self.reported(shop) == [1200, 70_000, 690])
        let all = [Self.share(beans, "0.69"), Self.share(beans, "70", "JP", "JPY")] + euro
        try await Self.save(shop, query, [Self.monthly] + all)
        #expect(try await Self.reported(shop) == [1200, 70_000, 690])
    }
}
