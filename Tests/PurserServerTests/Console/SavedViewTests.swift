// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// The saved views of the API.
@Suite struct SavedViewTests {
    private static let tea: BundleID = "com.example.tea"

    private func request(
        _ name: String = "Germany",
        page: String = "/charts/mrr",
        query: String = "last=28d&storefront=DEU",
        visibility: String = "team"
    ) -> JSONValue {
        [
            "name": .string(name), "page": .string(page), "query": .string(query), "visibility": .string(visibility),
        ]
    }

    @Test func `a view of the team is saved, listed by page and removed, and the audit log has it`() async throws {
        let shop = try await TestShop()
        let saved: SavedViewList.View = try await shop.send(.post, "/v1/views", request()).json()
        #expect(saved.name == "Germany" && saved.page == "/charts/mrr" && saved.query == "last=28d&storefront=DEU")
        #expect(saved.visibility == .team && saved.author.hasPrefix("key ") && saved.at == shop.clock.now)
        shop.clock.advance(1)
        _ = try await shop.send(.post, "/v1/views", request("Refunded", page: "/events", query: "type=order.refunded"))
        func names(_ query: String) async throws -> [String] {
            try await shop.send(.get, "/v1/views" + query).json(SavedViewList.self).views.map(\.name)
        }
        #expect(try await names("") == ["Germany", "Refunded"])
        #expect(try await names("?page=/events") == ["Refunded"])
        #expect(try await shop.send(.delete, "/v1/views/\(saved.id)").status == .noContent)
        #expect(try await names("") == ["Refunded"])
        #expect(try await shop.send(.delete, "/v1/views/\(saved.id)").status == .notFound)
        let log = try await shop.send(.get, "/v1/audit").text
        #expect(log.contains("saved_view.add") && log.contains("saved_view.remove"))
    }

    @Test func `a view has the query without the app, the place in a list and empty fields`() async throws {
        let shop = try await TestShop()
        let saved: SavedViewList.View = try await shop.send(
            .post,
            "/v1/views",
            request(
                page: "/customers",
                query: "app=com.example.coffee&env=Sandbox&q=a%20b%26c&bought=&after=anna&page=2&before=7&size=100"
            )
        ).json()
        #expect(saved.query == "q=a%20b%26c&size=100")
    }

    @Test(arguments: [
        ("", "/customers", "q=a", "team"), ("   ", "/customers", "q=a", "team"),
        (String(repeating: "a", count: 61), "/customers", "q=a", "team"), ("a", "/team", "", "team"),
        ("a", "/charts", "", "team"), ("a", "/charts/nonsense", "", "team"), ("a", "//example.com", "", "team"),
        ("a", "/customers", "q=" + String(repeating: "a", count: 2000), "team"),
        ("a", "/customers", "q=" + String(repeating: "é", count: 400), "team"), ("a", "/customers", "", "everyone"),
        ("a", "/customers", "", "private"),
    ])
    func `a view that is too large, of no such page or private to a key is refused`(
        name: String,
        page: String,
        query: String,
        visibility: String
    ) async throws {
        let shop = try await TestShop()
        let refused = try await shop.send(
            .post,
            "/v1/views",
            request(name, page: page, query: query, visibility: visibility)
        )
        #expect(refused.status == .badRequest, "\(refused.text)")
        #expect(try await shop.send(.get, "/v1/views").json(SavedViewList.self).views.isEmpty)
    }

    @Test func `the views of the team and of each person have a bound`() async throws {
        let shop = try await TestShop()
        let (random, now) = (RandomSource.secure, shop.clock.now)
        func view(_ visibility: SavedView.Visibility) -> SavedView {
            SavedView(
                id: SavedView.id(at: now, random: random),
                app: TestShop.app,
                name: "one",
                page: "/customers",
                query: "",
                visibility: visibility,
                author: "test",
                at: now
            )
        }
        let team = (0..<SavedView.maximumOfApp).map { _ in view(.team) }
        let own = (0..<SavedView.maximumOfPerson).map { _ in view(.personal) }
        try await shop.service.database.write { writer in
            for view in team {
                try writer.upsert(view, as: view.id, in: SavedView.teamRecords[TestShop.app], now: now)
            }
            for view in own {
                try writer.upsert(view, as: view.id, in: SavedView.privateRecords["support"], now: now)
            }
        }
        let refused = try await shop.send(.post, "/v1/views", request())
        #expect(refused.status == .badRequest && refused.text.contains("The team has 200 views of this app."))
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let form = [
            "scope": "com.example.coffee Production", "name": "x", "page": "/customers", "query": "",
            "visibility": "private", "back": "/console/customers",
        ]
        try await visit.post("/console/actions/save-view", form)
        #expect(try await visit.get("/console/customers").text.contains("You have 50 private views. Remove one first."))
        // What one person saved takes no room from another.
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        try await viewer.post("/console/actions/save-view", form)
        #expect(try await viewer.get("/console/customers").text.contains("The view “x” is saved."))
    }

    @Test func `another app neither sees nor removes a view`() async throws {
        let shop = try await TestShop { configuration in
            configuration.apps.append(
                AppConfiguration(
                    bundleID: Self.tea,
                    appAppleID: AppAppleID(rawValue: 987_654_321),
                    requiresCustomerTokens: .never
                )
            )
        }
        let key = try #require(try await shop.service.createInitialKeys(of: Self.tea)).secretKey
        let saved: SavedViewList.View = try await shop.send(.post, "/v1/views", request()).json()
        #expect(try await shop.send(.get, "/v1/views", key: key).json(SavedViewList.self).views.isEmpty)
        #expect(try await shop.send(.delete, "/v1/views/\(saved.id)", key: key).status == .notFound)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let form = [
            "name": "Mine", "page": "/charts/mrr", "query": "last=7d", "visibility": "private",
            "scope": "com.example.coffee Production",
        ]
        try await visit.post("/console/actions/save-view", form)
        let coffee = try await visit.get("/console/charts/mrr?app=com.example.coffee").text
        #expect(coffee.contains(">Germany</a>") && coffee.contains(">Mine</a>"))
        let other = try await visit.get("/console/charts/mrr?app=com.example.tea").text
        #expect(!other.contains(">Germany</a>") && !other.contains(">Mine</a>"))
    }
}
