// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What purchases in other stores are in charts, proceeds and reconciliations.
@Suite struct StoreSalesTests {
    private static func sales(_ statements: (StoreStatement, String)...) -> [RecordedSale] {
        let facts = statements.map { $0.0.fact(stated: $0.1) }
        let lineage = statements[0].0.lineage
        return LineageSales.sales(of: facts, lineage: lineage, scope: .app, catalog: .reader)
    }

    private static func input(_ facts: [Fact]) -> LineageChartInput {
        LineageChartInput(of: facts, lineage: facts[0].lineage ?? "", scope: .app, catalog: .reader)
    }

    @Test func `a payment, its refund and the reversal are sales of the store`() {
        let sales = Self.sales(
            (.gems(), "01-02"),
            (.gems { ($0.state, $0.refundDate) = (.refunded, .at("01-05")) }, "01-06"),
            (.gems(), "01-08")
        )
        #expect(sales.map(\.cause) == [.purchase, .refund, .refundReversed])
        #expect(sales.map(\.instant) == [.at("01-01"), .at("01-05"), .at("01-08")])
        #expect(sales.map(\.amount) == [6000, -6000, 6000])
        #expect(sales.allSatisfy { $0.store == "google-play" && $0.country == "CHN" && !$0.isPriceAssumed })
    }

    @Test func `no proceeds are computed of another store's sale, whose fee is not known`() throws {
        let sale = try #require(Self.sales((.gems(), "01-02")).first)
        var own = sale
        own.lineage = "1"
        #expect(try SaleTerms.shipped().proceeds(of: sale) == nil)
        #expect(try SaleTerms.shipped().proceeds(of: own) != nil)
    }

    @Test func `reconciliation with Apple's reports leaves out what other stores sold`() throws {
        let sale = try #require(Self.sales((.gems(), "01-02")).first)
        var own = sale
        own.lineage = "1"
        let day = sale.day
        let result = Reconciler.reconcile(
            sales: [sale, own],
            rows: [],
            reportedDays: [day.adding(days: -1), day, day.adding(days: 1)]
        )
        #expect(result.unexplained.flatMap(\.suspects).map(\.lineage) == ["1"])
        #expect(result.matched.isEmpty && result.explained.isEmpty)
    }

    @Test func `charts distinguish revenue and active subscriptions by store`() throws {
        let (first, last) = (try #require(CivilDay("2024-01-01")), try #require(CivilDay("2024-01-20")))
        var charts = BusinessCharts(days: first...last, by: [.store], terms: try .shipped())
        charts.add(Self.input([StoreStatement.gems().fact(stated: "01-02")]))
        charts.add(Self.input([StoreStatement.month().fact(stated: "01-02")]))
        charts.add(
            Self.input(ArrivalScenario.bought(to: "02-01") { $0.price = Money(milliunits: 25_000, currency: "CNY") })
        )
        let rows = charts.rows.filter { [.revenue, .active, .monthlyRevenue].contains($0.key.measure) }
        #expect(
            rows.map { "\($0.key.store?.rawValue ?? "") \($0.key.measure) \($0.value)" } == [
                "app-store active 1", "huawei active 1", "app-store mrr 25000", "huawei mrr 18000",
                "app-store revenue 25000", "google-play revenue 6000", "huawei revenue 18000",
            ]
        )
        #expect(charts.rows.filter { $0.key.measure == .proceeds }.map(\.key.store) == [.appStore])
        let place = try #require(ChartRow.columns.firstIndex(of: "store"))
        #expect(rows[0].cells[place] == "app-store" && rows[0].cells.count == ChartRow.columns.count)
    }

    @Test func `without the dimension, the stores are summed`() throws {
        let day = try #require(CivilDay("2024-01-01"))
        var charts = BusinessCharts(days: day...day.adding(days: 20), by: [], terms: try .shipped())
        charts.add(Self.input([StoreStatement.gems().fact(stated: "01-02")]))
        charts.add(Self.input([StoreStatement.month().fact(stated: "01-02")]))
        let revenue = charts.rows.filter { $0.key.measure == .revenue }
        #expect(revenue.map(\.value) == [24_000] && revenue.map(\.key.store) == [nil])
    }

    @Test func `a filter of charts accepts the stores that it names`() {
        let key = ChartRow.Key(store: "huawei", measure: .revenue)
        #expect(ChartRowFilter().accepts(key) && ChartRowFilter(stores: ["huawei"]).accepts(key))
        #expect(!ChartRowFilter(stores: ["app-store"]).accepts(key))
        #expect(!ChartRowFilter(stores: ["huawei"]).accepts(ChartRow.Key(measure: .revenue)))
    }
}
