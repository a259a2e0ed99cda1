// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsoleChartsTests {
    /// What the script draws of a chart.
    private struct Drawing: Decodable {
        struct Series: Decodable {
            var name: String
            var values: [Double?]
        }

        var unit: String?
        var labels: [String]
        var series: [Series]
    }

    private func drawings(_ page: String) throws -> [Drawing] {
        try page.matches(of: /data-chart="([^"]*)"/).map { match in
            let text = String(match.1).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
            return try ServiceJSON.decode(Drawing.self, from: Data(text.utf8))
        }
    }

    /// A row of an exported chart.
    private struct Cell {
        var first: String
        var last: String
        var segment: String
        var value: String
        var parts: [String]
        var before: String
    }

    private func cells(_ chart: String, _ query: String, _ visit: ConsoleVisit) async throws -> [Cell] {
        let answer = try await visit.get("/console/charts/\(chart)/csv?\(query)")
        try #require(answer.status == .ok && answer.headers["Content-Type"] == "text/csv; charset=utf-8")
        let lines = answer.text.split(separator: "\r\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(
            lines.first == [
                "first_day", "last_day", "segment", "currency", "value", "numerator", "denominator", "compared_value",
                "rates_of",
            ]
        )
        return lines.dropFirst().map {
            Cell(first: $0[0], last: $0[1], segment: $0[2], value: $0[4], parts: [$0[5], $0[6]], before: $0[7])
        }
    }

    @Test func `each currency is a chart of its own, and none is added to another`() async throws {
        let shop = try await TestShop()
        let currencies: [Currency] = ["AUD", "BRL", "CNY", "EUR", "GBP", "JPY", "USD"]
        for (number, currency) in currencies.enumerated() {
            var bought = TransactionPayload.purchase(TestShop.beans, id: .init(rawValue: "6\(number)"))
            bought.currency = currency
            _ = try await shop.verify(bought, customer: "customer-\(number)")
        }
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let one = try await visit.get("/console/charts/revenue")
        #expect(try drawings(one.text).map(\.unit) == ["AUD"])
        #expect(currencies.allSatisfy { one.text.contains(">Only \($0)</a>") })
        let yen = try await visit.get("/console/charts/revenue?cur=JPY")
        #expect(yen.text.contains("¥4.99") || yen.text.contains("¥5"))
        #expect(try drawings(yen.text).map(\.unit) == ["JPY"])
        let each = try drawings(try await visit.get("/console/charts/revenue?cur=each").text)
        #expect(each.map(\.unit) == currencies.map { Optional($0.rawValue) })
        for drawing in each { #expect(drawing.series[0].values.compactMap(\.self).reduce(0, +) == 4.99) }
    }

    @Test func `every day of the range is on the axis, with nothing as zero`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase(TestShop.beans, id: "71", bought: shop.clock.now)
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(days: 40)
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let drawing = try #require(
            try drawings(try await visit.get("/console/charts/revenue?last=90d&res=day").text).first
        )
        let today = ReportingZone.pacific.day(of: shop.clock.now)
        #expect(drawing.labels == (-89...0).map { today.adding(days: $0).description })
        #expect(drawing.series[0].values.count { $0 == 0 } == 89)
        for (resolution, count) in [("week", 13...14), ("month", 3...4), ("quarter", 1...2), ("year", 1...2)] {
            let page = try await visit.get("/console/charts/revenue?last=90d&res=\(resolution)")
            let labels = try #require(try drawings(page.text).first).labels
            #expect(count.contains(labels.count) && Set(labels).count == labels.count, "\(resolution): \(labels)")
        }
    }

    @Test func `every chart equals the interface, in every resolution, and the comparison is the same chart moved`()
        async throws
    {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for (number, storefront) in ["USA", "DEU", "USA", "JPN", "USA"].enumerated() {
            let customer = "customer-\(number)"
            _ = try await world.control(
                .post,
                "/customers",
                ["id": .string(customer), "storefront": .string(storefront)]
            )
            try await world.buy("club", customer)
            if number != 2 { try await world.buy("coins", customer) }
            for code in ["paymentCancelled", "2", "2"].prefix(number) {
                let failure: JSONValue = ["code": .string(code), "productId": "coins", "storefront": "USA"]
                let answer = try await world.ask(.post, "/v1/purchase-failures", failure)
                #expect(answer.status == .noContent)
            }
            try await world.advance("P9D")
        }
        _ = try await world.control(.put, "/customers/customer-0/subscriptions/club/renewal", ["on": false])
        try await world.advance("P60D")
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        var compared = 0
        var known: [String: Int64] = [:]
        for chart in ConsoleChart.allCases {
            for resolution in ["day", "week", "month"] {
                let range = "from=\(today.adding(days: -69))&until=\(today)"
                let own = try await cells(chart.rawValue, "\(range)&res=\(resolution)&cur=USD", visit)
                #expect(!own.isEmpty)
                for cell in own where resolution != "day" || cell.first.hasSuffix("1") {
                    let expected = try await api(chart, cell, world, &known)
                    #expect(cell.value == expected, "\(chart) \(resolution) \(cell)")
                    compared += 1
                }
            }
        }
        #expect(compared > 500)
        // The comparison is the same question moved by the period.
        for chart in ["revenue", "mrr", "refund-rate", "churn"] {
            let now = try await cells(chart, "from=\(today.adding(days: -20))&until=\(today)&res=day&cur=USD", visit)
            let moved = "from=\(today.adding(days: -41))&until=\(today.adding(days: -21))&res=day&vs=none&cur=USD"
            let before = try await cells(chart, moved, visit)
            #expect(now.map(\.before) == before.map(\.value), "\(chart)")
        }
    }

    /// What the interface answers for a cell of a chart.
    ///
    /// Several charts are made of the same figures: each is asked for once.
    private func api(
        _ chart: ConsoleChart,
        _ cell: Cell,
        _ world: SimulatedShop,
        _ known: inout [String: Int64]
    ) async throws -> String {
        func sum(_ measure: ChartMeasure, from: String, until: String) async throws -> Int64 {
            let path = "/v1/charts?from=\(from)&until=\(until)&groupBy=product&measure=\(measure)"
            if let sum = known[path] { return sum }
            let answer = try await world.ask(.get, path)
            try #require(answer.status == .ok, "\(path): \(answer.text)")
            let list: ChartRowList = try answer.json()
            let sum = list.rows.filter { $0.currency == nil || $0.currency == "USD" }.reduce(0) { $0 + $1.value }
            known[path] = sum
            return sum
        }
        func text(_ value: Int64) -> String {
            guard chart.isMoney, !chart.isShare else { return String(value) }
            return ChartNumber.money(BoundedSum(value), "USD").cells[0]
        }
        func share(_ part: Int64, _ whole: Int64) -> String {
            ChartNumber.share(part: BoundedSum(part), whole: BoundedSum(whole)).cells[0]
        }
        switch chart.formula {
        case .state(let measure, let factor):
            return text(try await sum(measure, from: cell.last, until: cell.last) * factor)
        case .states:
            return text(try await sum(ChartMeasure(rawValue: cell.segment), from: cell.last, until: cell.last))
        case .flow(let measure): return text(try await sum(measure, from: cell.first, until: cell.last))
        case .flows:
            return text(try await sum(ChartMeasure(rawValue: cell.segment), from: cell.first, until: cell.last))
        case .parts(let parts, _):
            var net: Int64 = 0
            for (measure, sign) in parts where cell.segment == "net" || cell.segment == measure.rawValue {
                net += try await sum(measure, from: cell.first, until: cell.last) * sign
            }
            return text(net)
        case .share(let part, let whole):
            return share(
                try await sum(part, from: cell.first, until: cell.last),
                try await sum(whole, from: cell.first, until: cell.last)
            )
        case .churn(let part, let whole):
            let before = try #require(CivilDay(cell.first)).adding(days: -1).description
            return share(
                try await sum(part, from: cell.first, until: cell.last),
                try await sum(whole, from: before, until: before)
            )
        case .customers:
            let path = "/v1/charts/customers?from=\(cell.first)&until=\(cell.last)"
            let body: CustomerChartBody = try await world.ask(.get, path).json()
            guard let count = Int(cell.segment) else { return String(body.days.reduce(0) { $0 + $1.customers }) }
            let today = ReportingZone.pacific.day(of: world.appStore.now)
            let old = body.days.filter { CivilDay($0.day).map { $0.adding(days: count) <= today } ?? false }
            let paid = old.flatMap(\.paid).filter { $0.within == count }.reduce(0) { $0 + $1.customers }
            return share(Int64(paid), Int64(old.reduce(0) { $0 + $1.customers }))
        case .visits:
            let path =
                "/v1/charts/active-customers?from=\(cell.first)&until=\(cell.last)&resolution=year"
            let body: ActiveCustomerList = try await world.ask(.get, path).json()
            return String(body.buckets.reduce(0) { $0 + $1.customers })
        case .failures:
            let start = ReportingZone.pacific.start(of: try #require(CivilDay(cell.first))).millisecondsSince1970
            let last = try #require(CivilDay(cell.last)).adding(days: 1)
            let end = ReportingZone.pacific.start(of: last).millisecondsSince1970 - 1
            let path = "/v1/purchase-failures?from=\(start)&until=\(end)&groupBy=code"
            let answer = try await world.ask(.get, path)
            try #require(answer.status == .ok, "\(path): \(answer.text)")
            let counts: PurchaseFailureCounts = try answer.json()
            return String(
                counts.counts.filter { cell.segment.isEmpty || $0.code == cell.segment }.reduce(0) { $0 + $1.count }
            )
        case .summary:
            let path = "/v1/charts/summary?from=\(cell.first)&until=\(cell.last)"
            let summary: ChartSummaryBody = try await world.ask(.get, path).json()
            if chart == .payingCustomers { return String(summary.payers) }
            if chart == .newPayingCustomers { return String(summary.newPayers) }
            guard chart == .revenuePerPayer else {
                return share(Int64(summary.convertedTrials), Int64(summary.endedTrials))
            }
            let revenue = summary.revenue.first { $0.currency == "USD" }
            let (sum, payers) = (BoundedSum(revenue?.milliunits ?? 0), revenue?.payers ?? 0)
            return ChartNumber.mean(sum, over: payers, "USD").cells[0]
        }
    }

    @Test func `each segment of a chart of payers is the summary of its product or storefront`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.sellClub(in: ["USA", "DEU", "USA", "JPN"], to: "customer-", every: "P11D")
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let query = "from=\(today.adding(days: -59))&until=\(today)&res=month&vs=none&cur=USD"
        for chart in [ConsoleChart.payingCustomers, .newPayingCustomers, .revenuePerPayer] {
            for segment in ["product", "storefront"] {
                let rows = try await cells(chart.rawValue, query + "&by=\(segment)", visit)
                let names = Set(rows.map(\.segment))
                #expect(names == (segment == "product" ? ["club", "coins", ""] : ["USA", "DEU", "JPN", ""]))
                for row in rows {
                    let part = row.segment.isEmpty ? "" : "&\(segment)=\(row.segment)"
                    let path = "/v1/charts/summary?from=\(row.first)&until=\(row.last)" + part
                    let summary: ChartSummaryBody = try await world.ask(.get, path).json()
                    let revenue = summary.revenue.first { $0.currency == "USD" }
                    let mean = ChartNumber.mean(
                        BoundedSum(revenue?.milliunits ?? 0),
                        over: revenue?.payers ?? 0,
                        "USD"
                    )
                    let expected =
                        switch chart {
                        case .payingCustomers: String(summary.payers)
                        case .newPayingCustomers: String(summary.newPayers)
                        default: mean.cells[0]
                        }
                    #expect(row.value == expected, "\(chart) \(row)")
                }
                // Nothing that may count twice is put on top of something else.
                let page = try await visit.get("/console/charts/\(chart.rawValue)?\(query)&by=\(segment)").text
                #expect(page.contains("counts in each") && !page.contains("stacked&quot;:true"))
            }
        }
    }

    @Test func `new customers are by the storefront of their first payment, and by none who paid nothing`() async throws
    {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.sellClub(in: ["USA", "DEU", "USA"], to: "customer-", every: "P2D")
        let consent = "/v1/customers/guest/consents/consumption-information"
        #expect(try await world.ask(.put, consent, ["isGranted": true]).status.rawValue < 300)
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let rows = try await cells("new-customers", "last=28d&res=month&vs=none&by=storefront", visit)
        func count(_ rows: [Cell]) -> Int { rows.compactMap { Int($0.value) }.reduce(0, +) }
        // Whose first period is a trial has bought coins only.
        let whole = Dictionary(grouping: rows, by: \.first).values.compactMap(\.last)
        #expect(count(whole) == 4)
        #expect(count(rows.filter { $0.segment == "USA" }) == 1 && count(rows.filter { $0.segment == "DEU" }) == 1)
        let body: CustomerChartBody = try await world.ask(
            .get,
            "/v1/charts/customers?from=\(rows[0].first)&until=\(rows[rows.count - 1].last)"
        ).json()
        #expect(body.days.flatMap(\.storefronts).reduce(0) { $0 + $1.customers } == 2)
    }

    @Test(arguments: ["retention", "cohorts", "lifetime-value"])
    func `a page about cohorts is narrowed to what its address names, and its links keep that`(
        page: String
    ) async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.sellClub(in: ["USA", "DEU"], to: "customer-", every: "P35D")
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let all = try await visit.get("/console/charts/\(page)").text
        #expect(all.contains("<option value=\"product:club\">") && all.contains("<option value=\"storefront:DEU\">"))
        let one = try await visit.get("/console/charts/\(page)?only=storefront:DEU").text
        #expect(one.contains("<option value=\"storefront:DEU\" selected>") && one != all)
        if page != "lifetime-value" {
            #expect(one.contains("only=storefront%3ADEU") || one.contains("only=storefront:DEU"))
        }
        // Payments have no offer, so lifetime value is not narrowed to one, and cohorts are.
        let offered = try await visit.get("/console/charts/\(page)?only=offer:summer").text
        #expect(offered.contains("<option value=\"offer:summer\" selected>") == (page != "lifetime-value"))
        #expect(offered.contains("id=\"known\"") == (page == "lifetime-value"))
        // A name of another kind narrows nothing.
        #expect(try await visit.get("/console/charts/\(page)?only=planet:Mars").status == .ok)
    }

    @Test func `a request for two parts at once is refused`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for path in ["cohorts", "customer-values", "summary?from=2026-01-01"] {
            let mark = path.contains("?") ? "&" : "?"
            let both = try await world.ask(.get, "/v1/charts/\(path)\(mark)product=club&storefront=USA")
            #expect(both.status == .badRequest, "\(path): \(both.text)")
            #expect(try await world.ask(.get, "/v1/charts/\(path)\(mark)product=club").status == .ok)
        }
    }

    @Test func `the segments of a chart with several lines come to what its lines come to`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for (number, storefront) in ["USA", "DEU", "JPN"].enumerated() {
            let customer = "customer-\(number)"
            let form: JSONValue = ["id": .string(customer), "storefront": .string(storefront)]
            _ = try await world.control(.post, "/customers", form)
            try await world.buy("club", customer)
            try await world.buy("coins", customer)
        }
        _ = try await world.control(.put, "/customers/customer-0/subscriptions/club/renewal", ["on": false])
        try await world.advance("P40D")
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let query = "from=\(today.adding(days: -49))&until=\(today)&res=month&vs=none&cur=USD"
        func decimal(_ cell: Cell) throws -> Decimal { try #require(Decimal(string: cell.value)) }
        var others = 0
        for chart in ConsoleChart.allCases where !chart.segmentedMeasures.isEmpty {
            let lines = try await cells(chart.rawValue, query, visit)
            for segment in ["product", "storefront", "period"] {
                let own = try await cells(chart.rawValue, query + "&by=\(segment)", visit)
                for first in Set(lines.map(\.first)) {
                    let bucket = lines.filter { $0.first == first }
                    let signs = chart.segmentedMeasures.map(\.measure.rawValue)
                    let whole = try bucket.filter { signs.contains($0.segment) }.map(decimal).reduce(0, +)
                    let cells = own.filter { $0.first == first }
                    let last = try #require(cells.last)
                    #expect(try last.segment.isEmpty && decimal(last) == whole, "\(chart) by \(segment) \(first)")
                    #expect(try cells.dropLast().map(decimal).reduce(0, +) == whole, "\(chart) by \(segment) \(first)")
                    others += whole == 0 ? 0 : 1
                }
            }
            let page = try await visit.get("/console/charts/\(chart.rawValue)?\(query)&by=storefront")
            #expect(!page.text.contains("does not add up"), "\(chart)")
        }
        #expect(others > 10)
    }

    @Test func `the explanation of every state adds up, and retention equals the interface`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for number in 0..<4 {
            _ = try await world.control(.post, "/customers", ["id": .string("c\(number)"), "storefront": "USA"])
            try await world.buy("club", "c\(number)")
            try await world.advance("P11D")
        }
        _ = try await world.control(.put, "/customers/c1/subscriptions/club/renewal", ["on": false])
        try await world.advance("P80D")
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        for chart in ["mrr", "arr", "active", "mrr-movement", "subscriptions-movement", "revenue", "proceeds"] {
            for resolution in ["day", "week", "month"] {
                let page = try await visit.get("/console/charts/\(chart)?res=\(resolution)&last=90d")
                #expect(
                    page.text.contains("adds up") && !page.text.contains("does not add up"),
                    "\(chart) \(resolution)"
                )
            }
        }
        let list: CohortList = try await world.ask(.get, "/v1/charts/cohorts?months=24").json()
        let text = try await visit.get("/console/charts/retention/csv").text
        let rows = text.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
        for cohort in list.cohorts {
            let own = rows.filter { $0[0] == cohort.month && $0[1] != "0" }
            #expect(
                own.map { $0[3] } == cohort.eligible.map(String.init)
                    && own.map { $0[4] } == cohort.retained.map(String.init)
            )
        }
        #expect(
            list.cohorts.reduce(0) { $0 + $1.eligible.count } == rows.count { $0[1] != "0" } && !list.cohorts.isEmpty
        )
        #expect(try await visit.get("/console/charts/retention").text.contains("class=\"heat\""))
        #expect(try await visit.get("/console/charts/lifetime-value").status == .ok)
    }

    @Test func `parameters that cannot be read are left out and named, and never fail the page`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let page = try await visit.get("/console/charts/mrr?res=minute&from=yesterday&color=red&vs=always&last=90d")
        #expect(page.status == .ok)
        for name in ["res", "from", "color", "vs"] { #expect(page.text.contains(name)) }
        let strange = ["", "%00", "9999-99-99", "-1", "%F0%9F%A6%84", "2026-01-01", "0001-01-01", "9999-12-31", "each"]
        for name in [
            "from", "until", "last", "res", "vs", "by", "product", "storefront", "offer", "cur", "view", "bucket",
        ] {
            for value in strange where value != "%00" {
                let answer = try await visit.get("/console/charts/revenue?\(name)=\(value)")
                #expect(answer.status == .ok, "\(name)=\(value)")
            }
        }
        #expect(try await visit.get("/console/charts/nonsense").status == .notFound)
    }
}
