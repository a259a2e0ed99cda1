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

@Suite struct ConsoleEvidenceTests {
    /// A store where two of four subscribers stay, one leaves and one gets a refund.
    private func world() async throws -> SimulatedShop {
        let world = try await SimulatedShop()
        try await world.sellClub(in: ["USA", "DEU", "USA", "JPN"], to: "c", every: "P9D")
        _ = try await world.control(.put, "/customers/c0/subscriptions/club/renewal", ["on": false])
        try await world.advance("P40D")
        return world
    }

    @Test func `the purchases behind a number add up to it, for every measure and bucket`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        var compared = 0
        for measure in ChartMeasure.all {
            for first in stride(from: -63, through: -7, by: 7) {
                let (from, until) = (today.adding(days: first), today.adding(days: first + 6))
                let range = "from=\(from)&until=\(until)"
                let list: ChartRowList = try await world.ask(
                    .get,
                    "/v1/charts?\(range)&groupBy=product&measure=\(measure)"
                ).json()
                let evidence: ChartEvidenceBody = try await world.ask(
                    .get,
                    "/v1/charts/evidence?\(range)&measure=\(measure)&limit=500"
                ).json()
                let sums = Dictionary(list.rows.map { ($0.currency, $0.value) }, uniquingKeysWith: +)
                #expect(
                    Dictionary(evidence.totals.map { ($0.currency, $0.value) }, uniquingKeysWith: +) == sums,
                    "\(measure) \(range)"
                )
                #expect(
                    evidence.parts.allSatisfy { !$0.transactions.isEmpty },
                    "\(measure) \(range): every part names its transactions"
                )
                compared += evidence.parts.count
            }
        }
        #expect(compared > 100)
    }

    @Test func `pages of the evidence hold each purchase once`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let address = "/v1/charts/evidence?from=\(today.adding(days: -60))&until=\(today)&measure=payments"
        let whole: ChartEvidenceBody = try await world.ask(.get, address + "&limit=500").json()
        var found: [String] = []
        var after: String?
        repeat {
            let page: ChartEvidenceBody = try await world.ask(
                .get,
                address + "&limit=2" + (after.map { "&after=" + $0 } ?? "")
            ).json()
            #expect(page.purchases == whole.purchases)
            found += page.parts.map(\.originalTransactionId)
            after = page.next
        } while after != nil && found.count < 100
        #expect(found == whole.parts.map(\.originalTransactionId) && Set(found).count == whole.purchases)
        let refused = try await world.ask(.get, "/v1/charts/evidence?from=\(today)&measure=nonsense")
        #expect(refused.status == .badRequest)
    }

    @Test func `a number leads to its purchases, their documents and the customer`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        for chart in ConsoleChart.allCases {
            for measure in chart.evidence {
                let page = try await visit.get("/console/charts/\(chart.rawValue)/why?res=month&measure=\(measure)")
                #expect(page.status == .ok && !page.text.contains("does not add up"), "\(chart) \(measure)")
            }
        }
        let chart = try await visit.get("/console/charts/payments?res=month&last=90d")
        let why = try await visit.get(ConsoleVisit.link("/console/charts/payments/why", in: chart.text))
        #expect(why.text.contains("/console/customers/c1"))
        let signed = try await visit.get(ConsoleVisit.link("/console/documents/", in: why.text))
        #expect(signed.status == .ok && signed.text.contains("productId"))
        // A file of many persons is for those who may see them.
        #expect(try await visit.get("/console/charts/payments/why.csv").status == .forbidden)
        let support = try await ConsoleVisit.signedIn(.support, world.server, world.client)
        let file = try await support.get("/console/charts/payments/why.csv?res=month&last=90d")
        #expect(file.text.hasPrefix("purchase,customer,product,storefront,offer,currency,value,transactions\r\n"))
    }

    @Test func `rates are stored for the last 400 days and tomorrow, and no day removes another`() async throws {
        let shop = try await TestShop()
        let today = ReportingZone.pacific.day(of: shop.clock.now)
        func put(_ offset: Int, _ rates: String = "USD:1,EUR:0.5") async throws -> InProcessClient.Response {
            try await shop.send(.put, "/v1/exchange-rates/\(today.adding(days: offset))", ["rates": .string(rates)])
        }
        for offset in [-399, 0, 1] { #expect(try await put(offset).status == .noContent) }
        for offset in [-400, 2, 3650] { #expect(try await put(offset).status.rawValue / 100 == 4) }
        let zero = try await put(0, "USD:0")
        #expect(zero.status.rawValue / 100 == 4 && zero.text.contains("USD:0"))
        let list: ExchangeRateList = try await shop.send(.get, "/v1/exchange-rates?limit=400").json()
        #expect(list.days.map(\.day) == [1, 0, -399].map { today.adding(days: $0).description })
    }

    @Test func `amounts of several currencies become one by stored rates, and what has no rate is named`() async throws
    {
        let shop = try await TestShop()
        for (number, currency) in (["USD", "EUR", "JPY", "USD"] as [Currency]).enumerated() {
            var bought = TransactionPayload.purchase(TestShop.beans, id: .init(rawValue: "8\(number)"))
            bought.currency = currency
            _ = try await shop.verify(bought, customer: "customer-\(number)")
        }
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let plain = try await visit.get("/console/charts/revenue?last=28d")
        #expect(!plain.text.contains("Converted to"))
        let day = ReportingZone.pacific.day(of: shop.clock.now).description
        let form = ["scope": "com.example.coffee Production", "day": day, "confirm": "yes", "source": "ECB"]
        _ = try await visit.post("/console/actions/set-exchange-rates", form.merging(["rates": "USD:1,EUR:0.5"]) { $1 })
        // 2 × 4.99 USD and 4.99 EUR at two dollars each; yen have no rate.
        let partial = try await visit.get("/console/charts/revenue?last=28d&in=USD")
        #expect(partial.text.contains("≥ $19.96"))
        #expect(partial.text.contains("Converted to USD with the rates of "))
        #expect(partial.text.contains("there is no rate: JPY"))
        _ = try await visit.post(
            "/console/actions/set-exchange-rates",
            form.merging(["rates": "usd:1, eur:0.5, jpy:100"]) { $1 }
        )
        let csv = try await visit.get("/console/charts/revenue/csv?last=28d&in=EUR&res=month").text
        let cells = csv.split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let sum = cells.reduce(0.0) { $0 + (Double($1[4]) ?? 0) }
        // 9.98 USD are 4.99 EUR; 4.99 JPY are 0.02495 EUR, rounded to a milliunit.
        #expect(abs(sum - 10.005) < 0.0001, "\(csv)")
        let own = try await visit.get("/console/charts/revenue?last=28d&cur=EUR")
        #expect(!own.text.contains("Converted to"))
        #expect(try await visit.get("/console/exchange-rates").text.contains("ECB"))
    }
}
