// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// Recovery, the release, and who will not renew, as the console shows them.
@Suite struct ConsoleRecoveryTests {
    private static let scope = ["scope": "com.example.coffee Production", "confirm": "yes"]

    @Test func `recovery of one customer or of all finds what was missed, and its result is on Health and Jobs`()
        async throws
    {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        try await world.buy("club", "anna")
        let off: JSONValue = ["environment": "Production", "url": .null]
        _ = try await world.control(.put, "/notifications/url", off)
        // A renewal and a sale of which no notification comes.
        try await world.advance("P10D")
        let visit = try await ConsoleVisit.signedIn(.support, world.server, world.client)
        #expect(try await visit.get("/console/health").text.contains("No round yet."))
        try await visit.post("/console/actions/recover", Self.scope.merging(["customer": "stranger"]) { $1 })
        #expect(try await visit.get("/console/health").text.contains("The customer stranger is not known here."))
        try await visit.post("/console/actions/recover", Self.scope.merging(["customer": "anna"]) { $1 })
        await world.server.consoleState.jobs.finish()
        let job = try #require(try await world.server.database.read { try $0.consoleJobs(limit: 1) }.first)
        #expect(job.kind == .recovery && job.state == .done, "\(String(describing: job.message))")
        let counts = try #require(job.message?.firstMatch(of: /(\d+) documents checked, (\d+) missing/))
        #expect(Int(counts.1) ?? 0 >= 2 && Int(counts.2) ?? 0 >= 1, "\(job.message ?? "")")
        try await visit.post("/console/actions/recover", Self.scope)
        await world.server.consoleState.jobs.finish()
        let health = try await visit.get("/console/health").text
        #expect(
            health.contains("Notifications of Apple&#39;s history")
                || health.contains("Notifications of Apple's history")
        )
        #expect(try await visit.get("/console/jobs").text.contains("Recovery from Apple"))
        let viewer = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        #expect(!(try await viewer.get("/console/health").text.contains("actions/recover")))
        #expect(try await viewer.post("/console/actions/recover", Self.scope).status == .forbidden)
    }

    @Test func `the footer names the release, since when it runs, and the schema`() async throws {
        let clock = TestClock()
        let shop = try await TestShop(clock: clock)
        clock.advance(3 * 3600)
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let footer = try #require(try await visit.get("/console/health").text.firstMatch(of: /<footer>(.*)<\/footer>/))
            .1
        #expect(footer.contains("Purser development · Running since <time"))
        #expect(footer.contains("<time datetime=\"PT10800S\">3 h</time>") && footer.contains("SQLite, schema 1"))
    }

    @Test func `subscriptions that will not renew are listed by their end, by product, page and file`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for number in 0..<60 {
            try await world.buy("club", "c\(number)")
            guard number % 10 != 3 else { continue }
            _ = try await world.control(.put, "/customers/c\(number)/subscriptions/club/renewal", ["on": false])
        }
        await world.appStore.runUntilIdle()
        let visit = try await ConsoleVisit.signedIn(.support, world.server, world.client)
        let first = try await visit.get("/console/not-renewing").text
        #expect(first.contains(">c0<") && !first.contains(">c3<"), "c3 renews")
        let rest = try await visit.get(
            ConsoleVisit.link(
                "/console/not-renewing?app=com.example.coffee&amp;env=Production&amp;ends=7d&amp;after",
                in: first
            )
        )
        func names(_ page: String) -> [String] { page.matches(of: /customers\/(c\d+)\?/).map { String($0.1) } }
        let listed = names(first) + names(rest.text)
        #expect(listed.count == 54 && Set(listed).count == 54, "each once, on two pages")
        let csv = try await visit.get("/console/not-renewing.csv?ends=all").text.split(separator: "\r\n").map(
            String.init
        )
        #expect(csv.first == "customer,purchase,product,ends,state" && csv.count == 55)
        #expect(csv.dropFirst().map { String($0.prefix { $0 != "," }) } == listed, "in the same order")
        #expect(names(try await visit.get("/console/not-renewing?product=other").text).isEmpty)
        // The API has the same list.
        var found: [EndingSubscriptionList.Subscription] = []
        var cursor: String?
        repeat {
            let after = cursor.map { "&after=" + $0 } ?? ""
            let page: EndingSubscriptionList = try await world.ask(
                .get,
                "/v1/subscriptions/not-renewing?limit=20\(after)"
            ).json()
            found += page.subscriptions
            cursor = page.next
        } while cursor != nil
        #expect(found.map { $0.customer?.rawValue } == listed.map(Optional.some))
        #expect(found.allSatisfy { $0.product == "club" && $0.state == "active" })
        for (query, count) in [("product=other", 0), ("days=1", 0), ("days=7&limit=500", 54)] {
            let page: EndingSubscriptionList = try await world.ask(.get, "/v1/subscriptions/not-renewing?" + query)
                .json()
            #expect(page.subscriptions.count == count && page.next == nil, "\(query)")
        }
        #expect(try await world.ask(.get, "/v1/subscriptions/not-renewing?after=x").status == .badRequest)
        let viewer = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        #expect(try await viewer.get("/console/not-renewing.csv").status == .forbidden)
        #expect(try await viewer.get("/console/charts/churn").text.contains("/console/not-renewing?"))
        try await world.advance("P8D")
        let later = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        _ = await world.server.runDueJobs()
        #expect(names(try await later.get("/console/not-renewing?ends=all").text).isEmpty, "all trials are over")
    }

    @Test func `the simulator's page finds the customer of a purchase`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let id = try #require(try await world.buy("coins", "anna")["transactionId"]?.string)
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let answer = try await visit.get("/console/search?q=\(id)&open=customer&env=Production")
        #expect(answer.headers["location"]?.hasPrefix("/console/customers/anna?") == true)
        #expect(
            try await visit.get("/console/search?q=anna&open=customer").headers["location"]?.contains("/anna") == true
        )
        #expect(try await visit.get("/console/search?q=\(id)").headers["location"]?.contains("/purchases/") == true)
    }
}
