// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Synchronization
import Testing

@testable import PurserServer

/// The server beside the simulated App Store: sales by notifications, reports by App Store Connect's interface.
@Suite struct SimulatedShopTests {
    @Test func `reports are fetched once and agree with what was sold, by day and by fiscal month`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let sold = try await world.sell()
        #expect(sold.count == 30)
        let fetch: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(fetch.imported >= 10 && fetch.withoutSales > 10, "\(fetch)")
        let again: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(again.imported == 0 && again.withoutSales == 0, "\(again)")
        let days: ReconciliationBody = try await world.ask(
            .get,
            "/v1/reconciliation?from=2026-02-25&until=2026-04-10"
        ).json()
        #expect(days.unexplained == [] && days.matched + days.explained.count >= 31)
        #expect(days.totals.allSatisfy { $0.unexplained == 0 } && days.totals.count == 9)
        let month: ReconciliationBody = try await world.ask(.get, "/v1/reconciliation/2026-03").json()
        #expect(month.unexplained == [] && month.matched > 20)
        let payout: PayoutBody = try await world.ask(.get, "/v1/payouts/2026-03").json()
        #expect(payout.payment == "2026-04-30" && payout.amounts.count == 9)
        #expect(payout.amounts.allSatisfy { $0.revenue == $0.tax + $0.commission + $0.proceeds })
        // Apple rounds each unit's share to a hundredth before it multiplies.
        let dollars = try #require(payout.amounts.first { $0.currency == "USD" })
        #expect(abs((dollars.reported ?? 0) - dollars.proceeds) <= 5 * 6)
    }

    @Test func `a fetch that runs out of time is not complete, and the next one continues it`() async throws {
        // Each reading is half a minute later: every fetch is late after the first report.
        let readings = Atomic<Int>(0)
        let world = try await SimulatedShop(stopwatch: {
            .seconds(30 * readings.add(1, ordering: .relaxed).newValue)
        })
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.sell()
        let first: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(!first.isComplete && first.imported + first.withoutSales == 1, "\(first)")
        var (fetches, settled, isComplete) = (1, 1, false)
        while !isComplete {
            let fetch: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
            fetches += 1
            settled += fetch.imported + fetch.withoutSales
            isComplete = fetch.isComplete
            try #require(isComplete || fetch.imported + fetch.withoutSales == 1, "\(fetch)")
        }
        let whole = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: whole.folder) }
        _ = try await whole.sell()
        let fetch: ReportFetch = try await whole.ask(.post, "/v1/reports/fetch").json()
        #expect(fetch.isComplete && fetch.imported + fetch.withoutSales == settled && fetches >= settled, "\(fetch)")
    }

    @Test func `each sale's tax, commission and proceeds are reported, and together they are the settlement's`()
        async throws
    {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.sell()
        let payout: PayoutBody = try await world.ask(.get, "/v1/payouts/2026-03").json()
        let path = "/v1/proceeds?from=2026-03-01&until=2026-04-04"
        let list: ProceedsList = try await world.ask(.get, path + "&currency=USD&rates=USD:1,CNY:7,EUR:0.5").json()
        #expect(list.isWhole && list.sales.count == 31 && list.sales.count { $0.price < 0 } == 1)
        for amount in payout.amounts {
            let own = list.sales.filter { $0.currency == amount.currency }
            #expect(own.reduce(0) { $0 + $1.price } == amount.revenue && own.reduce(0) { $0 + $1.tax } == amount.tax)
            #expect(own.reduce(0) { $0 + $1.commission } == amount.commission)
            #expect(own.reduce(0) { $0 + $1.proceeds } == amount.proceeds)
        }
        for sale in list.sales {
            #expect(sale.price == sale.tax + sale.commission + sale.proceeds && sale.rate == .standard)
            switch sale.currency {
            case "USD": #expect(sale.converted?.milliunits == sale.proceeds)
            case "EUR": #expect(sale.converted == Money(milliunits: sale.proceeds * 2, currency: "USD"))
            case "CNY":
                #expect(abs(sale.proceeds * 1000 - sale.price * 686) <= 1000, "68.6 per cent of \(sale.price)")
                #expect(sale.converted.map { abs($0.milliunits * 7 - sale.proceeds) <= 4 } == true)
            default: #expect(sale.converted == nil)
            }
        }
        let short: ProceedsList = try await world.ask(.get, path + "&limit=30").json()
        #expect(!short.isWhole && short.sales == list.sales.prefix(30).map { $0.unconverted })
        let csv = try await world.ask(.get, path + "&format=csv").text
        #expect(
            csv.hasPrefix("transaction_id,cause,day,product_id,storefront,currency,price,tax,commission,proceeds,rate,")
        )
        #expect(csv.split(separator: "\r\n").count == 32)
        #expect(try await world.ask(.get, path + "&rates=USD").status.rawValue == 400)
    }

    @Test func `charts are served as JSON, as CSV and as lines, and add up to what was sold`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.sell()
        let range = "from=2026-02-25&until=2026-04-10"
        let list: ChartRowList = try await world.ask(.get, "/v1/charts?\(range)&groupBy=product&measure=payments")
            .json()
        #expect(list.rows.map(\.product) == ["coins", "forever"] && list.rows.map(\.value) == [20, 10])
        let csv = try await world.ask(.get, "/v1/charts?\(range)&groupBy=day,storefront&format=csv").text
        let head = "day,product,storefront,offer,currency,measure,value,isClamped,store,group,region,period,kind\r\n"
        #expect(csv.hasPrefix(head))
        let lines = try await world.ask(.get, "/v1/charts?\(range)&groupBy=day&format=jsonl").text
        let columns = [
            "currency", "day", "group", "isClamped", "kind", "measure", "offer", "period", "product", "region", "store",
            "storefront", "value",
        ]
        #expect(!lines.isEmpty)
        for line in lines.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object.keys.sorted() == columns && object["value"] is NSNumber && object["day"] is String)
        }
        // What follows from the product and from the storefront adds up to the same.
        let regions: ChartRowList = try await world.ask(
            .get,
            "/v1/charts?\(range)&groupBy=region&measure=payments"
        ).json()
        #expect(regions.rows.map(\.region) == ["asia-pacific", "europe", "latin-america", "us-canada"])
        #expect(regions.rows.map(\.value) == [15, 9, 3, 3] && regions.rows.allSatisfy { $0.storefront == nil })
        let groups = "/v1/charts?\(range)&groupBy=group,period"
        let parts: ChartRowList = try await world.ask(.get, groups + ",product&measure=revenue").json()
        let whole: ChartRowList = try await world.ask(.get, groups + "&measure=revenue").json()
        #expect(parts.rows.count > whole.rows.count && whole.rows.allSatisfy { $0.product == nil && $0.period == "" })
        #expect(parts.rows.reduce(0) { $0 + $1.value } == whole.rows.reduce(0) { $0 + $1.value })
        let summary: ChartSummaryBody = try await world.ask(.get, "/v1/charts/summary?\(range)").json()
        #expect(summary.payments == 30 && summary.refunds == 1 && summary.payers > 0)
        let cohorts: CohortList = try await world.ask(.get, "/v1/charts/cohorts").json()
        #expect(cohorts.cohorts.isEmpty)
        #expect(try await world.ask(.get, "/v1/charts?\(range)&groupBy=color").status.rawValue == 400)
    }
}

extension ProceedsList.Row {
    fileprivate var unconverted: ProceedsList.Row {
        var row = self
        row.converted = nil
        return row
    }
}
