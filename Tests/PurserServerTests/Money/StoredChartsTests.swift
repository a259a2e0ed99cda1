// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import Synchronization
import Testing

@testable import PurserServer

@Suite struct StoredChartsTests {
    private static let scope = AppScope(bundleID: "com.example.coffee", environment: .production)

    /// Customers of several storefronts with trials, renewals and one-time purchases over some months.
    private func world() async throws -> SimulatedShop {
        let world = try await SimulatedShop()
        try await world.sellClub(in: ["USA", "DEU", "USA", "JPN", "GBR", "USA"], to: "customer-", every: "P11D")
        _ = try await world.control(.put, "/customers/customer-0/subscriptions/club/renewal", ["on": false])
        try await world.advance("P50D")
        return world
    }

    /// Every page of charts with these days, by its address.
    private func addresses(_ world: SimulatedShop) -> [String] {
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let charts = ConsoleChart.allCases.flatMap { chart in
            [
                "charts/\(chart.rawValue)/csv?last=90d&res=day&cur=USD",
                "charts/\(chart.rawValue)/csv?last=12m&res=month&by=product&cur=each",
                "charts/\(chart.rawValue)/csv?last=12m&res=week&vs=year&storefront=USA&cur=USD",
                "charts/\(chart.rawValue)?from=\(today.adding(days: -45))&until=\(today)&res=week&by=storefront",
            ]
        }
        return charts + [
            "charts/retention", "charts/retention/csv?months=36", "charts/lifetime-value", "charts/cohorts",
            "charts/cohorts?mode=average&cur=USD", "charts/cohorts/csv",
            "charts/revenue/csv?last=12m&res=fiscal&by=region&cur=USD", "charts/renewal-rate/csv?last=12m&by=period",
            "charts/lifetime-value?cur=EUR", "charts/retention?only=storefront:USA",
            "charts/retention?only=product:club",
            "charts/cohorts?only=storefront:DEU", "charts/cohorts/csv?only=product:club",
            "charts/lifetime-value?only=product:coins", "charts/lifetime-value?only=storefront:JPN",
            "charts/retention/csv?only=storefront:USA", "charts/retention?only=offer:summer",
            "payouts", "payouts.csv",
        ]
    }

    /// Compares each page that was computed from all purchases with the one from the stored totals.
    private func compare(_ world: SimulatedShop, _ visit: ConsoleVisit) async throws {
        for address in addresses(world) {
            let computed = try await visit.get("/console/" + address)
            let stored = try await ChartSource.$maximumAtOnce.withValue(0) {
                try await visit.get("/console/" + address)
            }
            try #require(computed.status == .ok && stored.status == .ok, "\(address)")
            #expect(Self.comparable(stored.text) == Self.comparable(computed.text), "\(address)")
        }
    }

    /// Makes a customer known without a purchase.
    private func consent(_ customer: String, _ world: SimulatedShop) async throws {
        let path = "/v1/customers/\(customer)/consents/consumption-information"
        let answer = try await world.ask(.put, path, ["isGranted": true])
        #expect(answer.status.rawValue < 300, "\(answer.text)")
    }

    /// A page without when its figures were computed.
    private static func comparable(_ page: String) -> String {
        page.replacing(/<time[^>]*>[^<]*<\/time>/, with: "").replacing(/nonce-?="?[^"']*/, with: "")
    }

    @Test func `every page from the stored totals equals the one from all purchases`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        #expect(try await world.server.chartTotals.rebuild(Self.scope))
        let visit = try await ConsoleVisit.signedIn(.admin, world.server, world.client)
        try await compare(world, visit)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
    }

    @Test func `later documents change the stored totals by their difference`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.server.chartTotals.update(Self.scope)
        let before = try #require(try await world.server.database.read { try $0.chartTotalsState(of: Self.scope) })
        for customer in ["customer-1", "customer-2"] { try await world.buy("coins", customer) }
        let bought = try await world.control(.post, "/purchases", ["customer": "customer-4", "product": "coins"])
        let first = try #require(bought["transactionId"]?.string)
        _ = try await world.control(.post, "/transactions/\(first)/refund", [:])
        // One who is known before the first purchase, and one who is known from purchases.
        for customer in ["window-shopper", "customer-3"] { try await consent(customer, world) }
        try await world.server.chartTotals.update(Self.scope)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
        try await world.buy("coins", "window-shopper")
        try await world.advance("P40D")
        try await world.server.chartTotals.update(Self.scope)
        let after = try #require(try await world.server.database.read { try $0.chartTotalsState(of: Self.scope) })
        #expect(after.generation == before.generation && after.last > before.last)
        // A session does not last forty days.
        let visit = try await ConsoleVisit.signedIn(.admin, world.server, world.client)
        try await compare(world, visit)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
    }

    @Test func `a round ends though customers keep coming, and the next one counts them`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let server = world.server
        try await server.chartTotals.update(Self.scope)
        try await consent("early", world)
        let busy = BusyDatabase(server.database) { [self] in try await consent("late-\($0)", world) }
        let charts = server.chartTotals
        let round = ChartTotalsFeature(
            apps: charts.apps,
            catalog: charts.catalog,
            clock: charts.clock,
            owner: charts.owner,
            release: charts.release,
            sales: charts.sales,
            database: busy
        )
        try await round.update(Self.scope)
        #expect(busy.reads < 10)
        #expect(try await server.chartTotals.wrongMeasures(in: Self.scope) == [])
        try await server.chartTotals.update(Self.scope)
        let (state, newest) = try await server.database.read {
            (try $0.chartTotalsState(of: Self.scope), try $0.newestFactNumber())
        }
        #expect(state?.last == newest)
    }

    @Test func `a rebuild finds totals that the facts do not give, and repairs them`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.server.chartTotals.update(Self.scope)
        let app = try #require(world.server.apps[Self.scope.bundleID])
        let whole = try await world.server.rebuilder.rebuild(Self.scope, app: app)
        #expect(whole.differences.isEmpty)
        var wrong = ChartTotals()
        let key = ChartRow.Key(
            product: "club",
            storefront: "USA",
            offer: "",
            store: .appStore,
            currency: "USD",
            measure: .revenue
        )
        wrong.add(ExactSum(1), key, ChartTotals.Place(day: 20_000))
        let more = wrong
        try await world.server.database.write { try $0.add(more, in: Self.scope, 1) }
        let found = try await world.server.rebuilder.rebuild(Self.scope, app: app)
        #expect(found.differences.map(\.what) == ["charts"] && found.differences.map(\.name) == ["revenue"])
        let repaired = try await world.server.rebuilder.rebuild(Self.scope, app: app, repairs: true)
        #expect(repaired.differences.isEmpty && repaired.repaired == 1)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
    }

    @Test func `an erased customer's payments stay in the totals, and who restores the purchase is another payer`()
        async throws
    {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.server.chartTotals.update(Self.scope)
        // Some documents are in the totals before the customer is erased, and some are not.
        let coins = try await world.buy("coins", "customer-1")
        try await consent("window-shopper", world)
        try await world.server.chartTotals.update(Self.scope)
        #expect(try await world.ask(.delete, "/v1/customers/window-shopper").status == .ok)
        let erased = try await world.ask(.delete, "/v1/customers/customer-1")
        #expect(erased.status == .ok, "\(erased.text)")
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
        try await world.server.chartTotals.update(Self.scope)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
        try await world.show(coins, "customer-of-later")
        try await world.advance("P1D")
        try await world.server.chartTotals.update(Self.scope)
        let state = try await world.server.database.read { try $0.chartTotalsState(of: Self.scope) }
        #expect(state?.generation == 1)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
        let app = try #require(world.server.apps[Self.scope.bundleID])
        #expect(try await world.server.rebuilder.rebuild(Self.scope, app: app).differences.isEmpty)
    }

    @Test func `who buys without an account and signs in is one payer of the totals`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
        func token() async throws -> AnonymousTokenBody {
            try await world.ask(.post, "/v1/anonymous-customers", ["secret": .string(secret)]).json()
        }
        let guest = try await token()
        _ = try await world.control(.post, "/customers", ["id": .string(guest.customer.rawValue), "storefront": "USA"])
        try await world.buy("forever", guest.customer.rawValue)
        try await world.advance("P3D")
        try await world.server.chartTotals.update(Self.scope)
        try await world.server.customerSummaries.update(Self.scope)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
        let body: JSONValue = ["anonymousToken": .string(try await token().token)]
        let merged = try await world.ask(.post, "/v1/customers/customer-1/aliases", body)
        #expect(merged.status == .ok, "\(merged.text)")
        let app = try #require(world.server.apps[Self.scope.bundleID])
        // Before and after the round that counts the merge in.
        for _ in 0..<2 {
            #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
            #expect(try await world.server.rebuilder.rebuild(Self.scope, app: app).differences.isEmpty)
            try await world.server.chartTotals.update(Self.scope)
            try await world.server.customerSummaries.update(Self.scope)
        }
    }

    @Test func `who signs in or is erased while totals are computed counts as if it had happened before`() async throws
    {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
        let guest: AnonymousTokenBody =
            try await world.ask(.post, "/v1/anonymous-customers", ["secret": .string(secret)]).json()
        _ = try await world.control(.post, "/customers", ["id": .string(guest.customer.rawValue), "storefront": "USA"])
        try await world.buy("forever", guest.customer.rawValue)
        let charts = world.server.chartTotals
        let last = try await world.server.database.read { try $0.newestFactNumber() }
        let until = world.appStore.now.addingTimeInterval(600)
        try await world.server.database.write { writer in
            let build = ChartTotalsBuild(owner: "another server", until: until, last: last)
            try writer.upsert(build, as: Self.scope.description, in: ChartTotalsBuild.records, now: until)
        }
        // A computation whose customers were counted already, and one whose purchases were.
        var early = try await charts.computation(of: Self.scope, through: last)
        let merged = try await world.ask(
            .post,
            "/v1/customers/customer-1/aliases",
            ["anonymousToken": .string(guest.token)]
        )
        #expect(merged.status == .ok, "\(merged.text)")
        var middle = try await charts.computation(of: Self.scope, through: last)
        // One whose payers were counted, and whose customers were not.
        let pauses = Mutex(0)
        var between = try await charts.computation(of: Self.scope, through: last) {
            guard
                pauses.withLock({
                    $0 += 1
                    return $0
                }) == 2
            else { return }
            let erased = try await world.ask(.delete, "/v1/customers/customer-2")
            #expect(erased.status == .ok)
        }
        #expect(pauses.withLock { $0 } == 3)
        let late = try await charts.computation(of: Self.scope, through: last)
        let renames = try await world.server.database.read { try $0.chartRenames(in: Self.scope) }
        #expect(renames.count == 2)
        #expect(early.totals != late.totals)
        early.totals.add(early.applyRenames(renames))
        middle.totals.add(middle.applyRenames(renames))
        between.totals.add(between.applyRenames(renames))
        #expect(early.totals == late.totals && middle.totals == late.totals && between.totals == late.totals)
    }

    @Test func `another catalog makes the totals be computed again`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.server.chartTotals.update(Self.scope)
        try await world.replaceCatalog()
        try await world.server.chartTotals.update(Self.scope)
        let state = try await world.server.database.read { try $0.chartTotalsState(of: Self.scope) }
        #expect(state?.generation == 2)
        #expect(try await world.server.chartTotals.wrongMeasures(in: Self.scope) == [])
    }

    @Test func `the purchases behind a number are found page by page where there are too many to read all`()
        async throws
    {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.server.chartTotals.update(Self.scope)
        let visit = try await ConsoleVisit.signedIn(.admin, world.server, world.client)
        let page = try await ChartSource.$maximumAtOnce.withValue(0) {
            try await visit.get("/console/charts/revenue/why?last=90d&res=quarter&cur=USD")
        }
        #expect(page.status == .ok)
        #expect(page.text.contains("purchases that this page read add to this number"))
        #expect(page.text.contains("All purchases add up to"))
        #expect(page.text.contains("<td"))
    }
}
