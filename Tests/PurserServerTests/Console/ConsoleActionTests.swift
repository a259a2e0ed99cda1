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

@Suite struct ConsoleActionTests {
    @Test func `every page says how long the server took, and a stranger is not told`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let timing = try #require(try await visit.get("/console/customers").headers["server-timing"])
        #expect(timing.wholeMatch(of: /app;dur=[0-9]+(\.[0-9])?/) != nil, "\(timing)")
        #expect(try await ConsoleVisit(shop).get("/console/sign-in").headers["server-timing"] == nil)
    }

    @Test func `the address of a form that is opened again is a page`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let page = try await visit.get("/console/actions/create-key")
        #expect(page.status == .notFound && page.text.contains("<nav"))
        let made = try await visit.post(
            "/console/actions/create-key",
            ["scope": "com.example.coffee Production", "name": "import", "kind": "secret", "confirm": "yes"]
        )
        #expect(made.text.contains("name=\"back\" value=\"/console/keys\""))
        #expect(!made.text.contains("name=\"back\" value=\"/console/actions"))
    }

    @Test func `a page that a role cannot open is not in its menu`() async throws {
        let shop = try await TestShop()
        for role in ConsoleRole.allCases {
            let visit = try await ConsoleVisit.signedIn(role, at: shop)
            let menu = try await visit.get("/console").text.matches(of: /data-place="[a-z]*" href="([^"]*)"/)
            #expect(menu.count > 15)
            for item in menu {
                let path = String(item.1).replacing("&amp;", with: "&")
                #expect(try await visit.get(path).status == .ok, "\(path) as \(role)")
            }
        }
    }

    @Test func `an administrator changes what a product gives, and nothing else of it`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let scope = AppScope(bundleID: "com.example.coffee", environment: .production)
        func product() async throws -> StoredCatalogProduct? {
            let database: any Database = shop.database
            return try await database.read { try $0.catalog(of: scope.bundleID) }.ordered
                .first { $0.product.id == TestShop.grinder }
        }
        let before = try #require(try await product())
        let form = ["scope": "com.example.coffee Production", "product": TestShop.grinder.rawValue, "confirm": "yes"]
        try await visit.post("/console/actions/map-product", form.merging(["entitlements": "beans, club"]) { $1 })
        let page = try await visit.get("/console/catalog").text
        #expect(page.contains("gives: beans, club"), "\(page.prefix(3000))")
        let after = try #require(try await product())
        #expect(after.product.prices == before.product.prices && after.product.type == before.product.type)
        let viewer = try await ConsoleVisit.signedIn(.support, at: shop)
        #expect(try await viewer.post("/console/actions/map-product", form).status == .forbidden)
    }

    @Test func `a late document changes a number of the past, and its history names both`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        _ = try await world.control(.post, "/customers", ["id": "c1", "storefront": "USA"])
        let address = try await world.controls.send(.get, "/simulator/v1/notifications/url").json() as JSONValue
        _ = try await world.control(.put, "/notifications/url", ["environment": "Production", "url": .null])
        let sold = try await world.control(.post, "/purchases", ["customer": "c1", "product": "coins"])
        let transaction = try #require(sold["transactionId"]?.string)
        let day = ReportingZone.pacific.day(of: world.appStore.now)
        try await world.advance("P3D")
        let path = "/console/charts/revenue/why?from=\(day)&until=\(day)&res=day&cur=USD&measure=revenue"
        _ = try await world.control(
            .put,
            "/notifications/url",
            ["environment": "Production", "url": address["Production"] ?? .null]
        )
        _ = try await world.ask(.post, "/v1/backfill", ["transactions": [.string(transaction)]])
        // Days have passed, and the session is over.
        _ = try await visit.signIn(ConsoleRole.viewer.rawValue, ConsoleVisit.password)
        let page = try await visit.get(path).text
        let history = try #require(page.range(of: "id=\"history\"").map { page[$0.lowerBound...] })
        #expect(history.contains("this number was $0.00. Late documents of 1 purchases changed it."))
        #expect(history.contains("$0.99") && history.contains(transaction), "\(history.prefix(2000))")
        try await world.advance("P1D")
        _ = try await world.control(.post, "/purchases", ["customer": "c1", "product": "coins"])
        let next = day.adding(days: 4)
        try await world.advance("P3D")
        let other = "/console/charts/revenue/why?from=\(next)&until=\(next)&res=day&cur=USD&measure=revenue"
        _ = try await visit.signIn(ConsoleRole.viewer.rawValue, ConsoleVisit.password)
        #expect(try await visit.get(other).text.contains("No document that came after"))
    }
}
