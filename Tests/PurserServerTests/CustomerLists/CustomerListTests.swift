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
import Testing

@testable import PurserServer

/// The list of customers, what it is narrowed and sorted by, and when customers were seen.
@Suite struct CustomerListTests {
    private static let scope = AppScope(bundleID: "com.example.coffee", environment: .production)

    /// Four customers with a subscription, one of whom ends it, and one with a refund.
    private func world() async throws -> SimulatedShop {
        let world = try await SimulatedShop()
        try await world.sellClub(in: ["USA", "DEU", "USA", "JPN"], to: "customer-", every: "P1D")
        _ = try await world.control(.put, "/customers/customer-0/subscriptions/club/renewal", ["on": false])
        let bought = try await world.buy("coins", "customer-3")
        let first = try #require(bought["transactionId"]?.string)
        _ = try await world.control(.post, "/transactions/\(first)/refund", [:])
        try await world.advance("PT1M")
        return world
    }

    private func list(_ query: String, _ world: SimulatedShop) async throws -> [String] {
        let answer = try await world.ask(.get, "/v1/customers?" + query)
        try #require(answer.status == .ok, "\(query): \(answer.text)")
        let body: CustomerListBody = try answer.json()
        #expect(body.isComplete && body.count == body.customers.count)
        return body.customers.map(\.customer.rawValue)
    }

    private func check(_ world: SimulatedShop) async throws -> [RebuildReport.Difference] {
        try await world.server.customerSummaries.update(Self.scope)
        let app = try #require(world.server.apps[Self.scope.bundleID])
        return try await world.server.rebuilder.rebuild(Self.scope, app: app).differences
    }

    @Test func `the API lists customers by state, product, storefront, amount and refunds`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let all = ["customer-0", "customer-1", "customer-2", "customer-3"]
        #expect(try await list("status=active", world) == all)
        #expect(try await list("willRenew=false", world) == ["customer-0"])
        #expect(try await list("status=active&willRenew=true", world) == Array(all.dropFirst()))
        #expect(try await list("product=coins", world) == ["customer-0", "customer-1", "customer-3"])
        #expect(try await list("storefront=DEU,JPN", world) == ["customer-1", "customer-3"])
        #expect(try await list("refunded=true", world) == ["customer-3"])
        #expect(try await list("query=R-2&status=active", world) == ["customer-2"])
        let paid: CustomerListBody = try await world.ask(.get, "/v1/customers?product=coins&sort=-spent&currency=USD")
            .json()
        let amounts = paid.customers.map { $0.amounts.first { $0.currency == "USD" }?.net ?? 0 }
        #expect(amounts == amounts.sorted(by: >) && paid.computed != nil)
        #expect(try await world.ask(.get, "/v1/customers?spent=1").status.rawValue >= 400)
        #expect(try await world.ask(.get, "/v1/customers?status=asleep").status.rawValue >= 400)
        #expect(try await world.ask(.get, "/v1/customers?after=x").status.rawValue >= 400)
    }

    @Test func `a round of summaries ends though customers keep coming`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let summaries = world.server.customerSummaries
        try await summaries.update(Self.scope)
        try await world.buy("coins", "customer-1")
        let busy = BusyDatabase(world.server.database) { number in
            let path = "/v1/customers/late-\(number)/consents/consumption-information"
            _ = try await world.ask(.put, path, ["isGranted": true])
        }
        let round = CustomerSummaryFeature(
            apps: summaries.apps,
            catalog: summaries.catalog,
            clock: summaries.clock,
            release: summaries.release,
            database: busy
        )
        try await round.update(Self.scope)
        #expect(busy.reads < 10)
        #expect(try await check(world) == [])
        #expect(try await list("product=coins", world) == ["customer-0", "customer-1", "customer-3"])
    }

    @Test func `pages of the list follow each other`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        var found: [String] = []
        var cursor: String?
        repeat {
            let after = cursor.map { "&after=\($0)" } ?? ""
            let body: CustomerListBody = try await world.ask(.get, "/v1/customers?limit=3&status=active\(after)").json()
            found += body.customers.map(\.customer.rawValue)
            #expect(body.count == 4)
            cursor = body.next
        } while cursor != nil
        #expect(found == ["customer-0", "customer-1", "customer-2", "customer-3"])
    }

    @Test func `later documents, a move of a purchase and an erasure keep the summaries those that the facts give`()
        async throws
    {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        #expect(try await check(world).isEmpty)
        let forever = try await world.buy("forever", "customer-1")
        try await world.advance("P40D")
        #expect(try await list("status=ended", world) == ["customer-0"])
        #expect(try await check(world).isEmpty)
        let erased = try await world.ask(.delete, "/v1/customers/customer-1")
        #expect(erased.status == .ok, "\(erased.text)")
        #expect(try await check(world).isEmpty)
        #expect(try await list("product=coins", world) == ["customer-0", "customer-3"])
        #expect(try await list("product=forever", world) == [])
        try await world.show(forever, "customer-of-later")
        #expect(try await list("product=forever", world) == ["customer-of-later"])
        #expect(try await check(world).isEmpty)
    }

    @Test func `a rebuild finds a summary that the facts do not give, and repairs it`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        #expect(try await check(world).isEmpty)
        try await world.server.database.write { writer in
            var wrong = try writer.customerSummary(of: "customer-2", in: Self.scope)
            wrong.purchases[0].isRenewalOff.toggle()
            try writer.store(wrong, of: "customer-2", in: Self.scope)
        }
        let found = try await check(world)
        #expect(found.map(\.what) == ["summary"] && found.map(\.name) == ["customer-2"])
        let app = try #require(world.server.apps[Self.scope.bundleID])
        let repaired = try await world.server.rebuilder.rebuild(Self.scope, app: app, repairs: true)
        #expect(repaired.differences.isEmpty && repaired.repaired == 1)
        #expect(try await check(world).isEmpty)
    }

    @Test func `the console's list has the filters, and its file the same customers`() async throws {
        let world = try await world()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let visit = try await ConsoleVisit.signedIn(.support, world.server, world.client)
        let page = try await visit.get("/console/customers?status=active&country=deu,jpn&seen=not-30d").text
        #expect(page.contains("customer-1") && page.contains("customer-3") && !page.contains("customer-0"))
        #expect(page.contains("Not seen for 30 days ×") && page.contains("Storefront: DEU, JPN ×"))
        let file = try await visit.get("/console/customers.csv?status=active&country=DEU,JPN").text
        let lines = file.split(separator: "\r\n")
        #expect(lines.count == 3 && lines[1].hasPrefix("customer-1,") && lines[2].hasPrefix("customer-3,"))
        #expect(lines[0].hasSuffix("spent,refunded,last_seen,app_version,system"))
        let sorted = try await visit.get("/console/customers?sort=-spent&cur=USD").text
        #expect(sorted.contains("aria-sort=\"descending\""))
        let wrong = try await visit.get("/console/customers?status=asleep&spent=much&seen=never&sort=by")
        #expect(wrong.status == .ok && wrong.text.contains("customer-0"))
    }

    // MARK: Visits

    private func ask(_ customer: String, _ world: SimulatedShop) async throws {
        let answer = try await world.ask(.get, "/v1/customers/\(customer)/entitlements")
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private func flush(_ world: SimulatedShop) async throws { try await world.server.customerVisits.flush() }

    private func active(_ resolution: String, _ world: SimulatedShop) async throws -> [Int64] {
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let path = "/v1/charts/active-customers?from=\(today.adding(days: -60))&until=\(today)&resolution=\(resolution)"
        let body: ActiveCustomerList = try await world.ask(.get, path).json()
        return body.buckets.map(\.customers)
    }

    @Test func `a customer who is asked for on several days is one active customer of their month`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.sellClub(in: ["USA", "DEU"], to: "customer-", every: "PT1M")
        for _ in 0..<3 {
            try await ask("customer-0", world)
            try await ask("customer-0", world)
            try await ask("customer-unknown", world)
            try await flush(world)
            try await world.advance("P1D")
        }
        try await ask("customer-1", world)
        try await flush(world)
        #expect(try await active("day", world).reduce(0, +) == 4)
        #expect(try await active("year", world).reduce(0, +) == 2)
        #expect(try await check(world).isEmpty)
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let chart = try await visit.get("/console/charts/active-customers?last=12m&res=year&by=storefront")
        #expect(chart.status == .ok && chart.text.contains("Active customers"))
        #expect(try await list("sort=-seen", world) == ["customer-1", "customer-0"])
    }

    @Test func `what the client library says of the app and the device is on the customer's page`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.sellClub(in: ["USA"], to: "customer-", every: "PT1M")
        let visits = world.server.customerVisits
        let app = try #require(world.server.apps[Self.scope.bundleID])
        let route = try #require(world.server.routes.first { $0.name == "getEntitlements" })
        func note(_ identity: Caller.Identity, _ agent: String) {
            var request = HTTPRequest(method: .get, target: "/v1/customers/customer-0/entitlements")
            request.headers["User-Agent"] = agent
            request.pathParameters["customer"] = "customer-0"
            let caller = Caller(identity: identity, app: app, address: "")
            visits.note(request, of: caller, to: route, in: Self.scope, now: world.appStore.now)
        }
        note(.customer("customer-0"), "PurserClient app/2.3.1 (iOS 27.0)")
        try await flush(world)
        try await world.advance("PT2H")
        // The team's backend says nothing of the device, and a person in the console does not count.
        note(.backend(keyID: "key_1"), "PurserClient app/9 (Linux 6)")
        note(.person(name: "operator"), "PurserClient app/9 (Linux 6)")
        try await flush(world)
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let page = try await visit.get("/console/customers/customer-0").text
        #expect(page.contains("2.3.1 · iOS 27.0"))
        let body: CustomerListBody = try await world.ask(.get, "/v1/customers?sort=-seen").json()
        #expect(body.customers.first?.appVersion == "2.3.1" && body.customers.first?.system == "iOS 27.0")
        #expect(body.customers.first?.lastSeenAt == world.appStore.now)
    }

    @Test(arguments: [
        ("PurserClient app/2.3.1 (iOS 27.0)", "2.3.1", "iOS 27.0"), ("PurserClient app/ (Linux 6.1)", "", "Linux 6.1"),
        ("PurserClient app/1\u{0} (a\u{7}b)", "1", "ab"),
    ])
    func `the client library's field names the version and the system`(field: String, version: String, system: String) {
        let description = ClientDescription(field)
        #expect(description?.appVersion == version && description?.system == system)
    }

    @Test(arguments: [
        "", "curl/8", "PurserClient app/2", "PurserClient app/2)iOS(",
        "PurserClient app/(" + String(repeating: "x", count: 300) + ")",
    ])
    func `another client's field says nothing`(field: String) {
        #expect(ClientDescription(field) == nil)
    }

    @Test func `a merged customer's purchases are found at the account`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
        let guest: AnonymousTokenBody = try await shop.send(
            .post,
            "/v1/anonymous-customers",
            ["secret": .string(secret)],
            key: shop.publishableKey
        ).json()
        _ = try await shop.order(TestShop.beans, customer: guest.customer.rawValue, by: guest.token)
        let service = shop.service
        let scopes = try await service.database.read { try $0.scopes() }
        for scope in scopes {
            _ = try await service.chartTotals.rebuild(scope)
            try await service.customerSummaries.update(scope)
        }
        let proof = try await shop.token(of: "anna")
        let body: JSONValue = ["anonymousToken": .string(guest.token)]
        let merged = try await shop.send(.post, "/v1/customers/anna/aliases", body, key: proof)
        #expect(merged.status == .ok, "\(merged.text)")
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences.isEmpty)
        for scope in scopes {
            // Before and after the round that counts the merge in.
            for _ in 0..<2 {
                #expect(try await service.chartTotals.wrongMeasures(in: scope) == [])
                #expect(try await service.customerSummaries.wrongSummaries(of: ["anna"], in: scope) == [])
                try await service.chartTotals.update(scope)
                try await service.customerSummaries.update(scope)
            }
        }
    }
}
