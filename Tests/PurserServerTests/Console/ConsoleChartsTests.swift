// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsoleChartsTests {
    /// What the script draws of a chart.
    private struct Drawing: Decodable {
        struct Series: Decodable {
            var name: String
            var values: [Double]
        }

        var stacked: Bool
        var labels: [String]
        var series: [Series]
    }

    private func drawings(_ page: String) throws -> [Drawing] {
        try page.matches(of: /data-chart="([^"]*)"/).map { match in
            let text = String(match.1).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
            return try ServiceJSON.decode(Drawing.self, from: Data(text.utf8))
        }
    }

    @Test func `each currency is drawn and said, and none is added to another`() async throws {
        let shop = try await TestShop()
        let currencies: [Currency] = ["AUD", "BRL", "CNY", "EUR", "GBP", "JPY", "USD"]
        for (number, currency) in currencies.enumerated() {
            var bought = TransactionPayload.purchase(TestShop.beans, id: .init(rawValue: "6\(number)"))
            bought.currency = currency
            _ = try await shop.verify(bought, customer: "customer-\(number)")
        }
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        try await visit.get("/console/charts")
        await shop.service.consoleState.jobs.finish()
        let text = try await visit.get("/console/charts").text
        let revenue = try #require(try drawings(text).first)
        #expect(revenue.series.map(\.name) == currencies.map(\.rawValue))
        #expect(!revenue.stacked)
        #expect(text.contains(currencies.map { "4.99 \($0)" }.joined(separator: " · ")))
    }

    @Test func `the page of figures draws what the interface answers`() async throws {
        let shop = try await TestShop()
        for number in 0..<5 {
            let product = number < 3 ? TestShop.beans : TestShop.grinder
            let bought = TransactionPayload.purchase(product, id: .init(rawValue: "5\(number)"), bought: shop.clock.now)
            _ = try await shop.verify(bought, customer: "customer-\(number)")
            if number == 4 { try await shop.notify(.about(.refund, nil, bought.refunded(at: shop.clock.now))) }
            shop.clock.advance(days: 1)
        }
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        try await visit.get("/console/charts")
        await shop.service.consoleState.jobs.finish()
        let text = try await visit.get("/console/charts").text
        let drawings = try drawings(text)
        let today = ReportingZone.pacific.day(of: shop.clock.now)
        let range = "from=\(today.adding(days: -29))&until=\(today)"
        func rows(_ by: String, _ measure: String) async throws -> [ChartRowList.Row] {
            let list: ChartRowList = try await shop.send(.get, "/v1/charts?\(range)&groupBy=\(by)&measure=\(measure)")
                .json()
            return list.rows
        }
        func drawn(_ chart: Int, _ series: Int) -> [String: Int64] {
            let values = zip(drawings[chart].labels, drawings[chart].series[series].values)
            return Dictionary(uniqueKeysWithValues: values.filter { $0.1 != 0 }.map { ($0, Int64($1 * 1000)) })
        }
        // No one subscribed: words say so instead of an empty drawing.
        try #require(drawings.count == 3 && text.contains("Nothing yet."))
        let revenue = try await rows("day", "revenue")
        #expect(revenue.count >= 4)
        #expect(drawn(0, 0) == Dictionary(uniqueKeysWithValues: revenue.map { ($0.day ?? "", $0.value) }))
        let refunds = try await rows("day", "refunds").filter { $0.value != 0 }
        #expect(drawn(1, 2) == Dictionary(uniqueKeysWithValues: refunds.map { ($0.day ?? "", $0.value * 1000) }))
        let payments = try await rows("product", "payments")
        #expect(
            drawn(2, 0)
                == Dictionary(uniqueKeysWithValues: payments.map { ($0.product?.rawValue ?? "", $0.value * 1000) })
        )
    }
}
