// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsoleShellTests {
    @Test func `the root leads to the console, and an unknown page is a page, signed in or not`() async throws {
        let shop = try await TestShop()
        let stranger = ConsoleVisit(shop)
        let root = try await stranger.get("/")
        #expect(root.status == .seeOther && root.headers["Location"] == "/console")
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        for answer in [
            try await stranger.get("/console/nowhere/at/all"), try await visit.get("/console/nowhere/at/all"),
        ] {
            #expect(answer.status == .notFound && answer.text.contains("<!doctype html>"))
            #expect(answer.headers["Content-Type"]?.hasPrefix("text/html") == true)
        }
        let inside = try await visit.get("/console/nowhere").text
        #expect(inside.contains("role=\"search\"") && inside.contains("class=\"side\""))
    }

    @Test func `the address names app and environment, links keep them, and a wrong one is a page that says so`()
        async throws
    {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let sandbox = try await visit.get("/console/refunds?app=com.example.coffee&env=sandbox").text
        #expect(sandbox.contains("href=\"/console/customers?app=com.example.coffee&amp;env=Sandbox\""))
        #expect(sandbox.contains("class=\"is-test\""))
        // What was seen last is what an address without names means.
        #expect(try await visit.get("/console/refunds").text.contains("env=Sandbox"))
        let production = try await visit.get("/console/refunds?env=Production").text
        #expect(!production.contains("class=\"is-test\"") && production.contains("env=Production"))
        for wrong in ["app=com.example.tea", "env=Moon"] {
            let answer = try await visit.get("/console/refunds?\(wrong)")
            #expect(answer.status == .notFound && answer.text.contains("role=\"search\""))
        }
    }

    @Test func `search finds a part in any case, jumps on an identifier and looks no secret up`() async throws {
        let shop = try await TestShop()
        for number in 0..<21 { _ = try await shop.order(TestShop.beans, customer: "olivia-\(1100 + number)") }
        let order = try await shop.order(TestShop.beans, customer: "Zoe")
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let many = try await visit.get("/console/search?q=OLIVIA").text
        #expect(many.contains("· 21<") && many.contains("All 21"))
        #expect(try await visit.get("/console/search?q=1107").text.contains("olivia-1107"))
        for exact in ["olivia-1107", "Zoe", order.id.rawValue] {
            let answer = try await visit.get("/console/search?q=\(exact)")
            #expect(answer.status == .seeOther, "\(exact)")
            #expect(answer.headers["Location"]?.hasSuffix(exact) == true)
        }
        #expect(try await visit.get("/console/search?q=zoe").text.contains(">Zoe</a>"))
        #expect(try await visit.get("/console/search?q=coffee.beans").text.contains("coffee.beans.100"))
        let nothing = try await visit.get("/console/search?q=%25").text
        #expect(nothing.contains("Nothing in"))
        let secret = try await visit.get("/console/search?q=sk_" + String(repeating: "a", count: 40)).text
        #expect(secret.contains("secret key") && !secret.contains("sk_aaaa"))
        let line = "Authorization:%20Bearer%20sk_" + String(repeating: "a", count: 40)
        let pasted = try await visit.get("/console/search?q=" + line).text
        #expect(pasted.contains("secret key") && !pasted.contains("sk_aaaa"))
    }

    @Test func `the list of customers is narrowed, paged and exported alike`() async throws {
        let shop = try await TestShop()
        for number in 0..<60 { _ = try await shop.order(TestShop.beans, customer: "c-\(100 + number)") }
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "91"), customer: "buyer")
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let first = try await visit.get("/console/customers?env=Production").text
        #expect(first.contains("61 found") && first.matches(of: /<tr><td>/).count == 50)
        let link = try #require(first.firstMatch(of: /href="([^"]*after=[^"]*)"/)).1
        let next = String(link).replacing("&amp;", with: "&")
        #expect(try await visit.get(next).text.matches(of: /<tr><td>/).count == 11)
        let buyers = try await visit.get("/console/customers?bought=yes&env=Production").text
        #expect(buyers.contains("1 found") && buyers.contains("buyer"))
        #expect(try await visit.get("/console/customers?q=C-11").text.contains("10 found"))
        let file = try await visit.get("/console/customers.csv?q=C-11").text
        #expect(file.split(separator: "\r\n").count == 11 && file.hasPrefix("customer,created,state,"))
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(try await viewer.get("/console/customers.csv").status == .forbidden)
    }

    @Test func `an endpoint is made, tested and resent to, and a key is shown once`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let scope = "com.example.coffee Production"
        let made = try await visit.post(
            "/console/actions/create-endpoint",
            ["scope": scope, "url": "https://api.example.com/hook", "types": "", "environment": "", "confirm": "yes"]
        )
        #expect(made.status == .ok && made.text.contains("id=\"once\""))
        let id = String(try #require(made.text.firstMatch(of: /wh_[0-9a-f]+/)).0)
        try await visit.post("/console/actions/test-endpoint", ["scope": scope, "endpoint": id])
        let page = try await visit.get("/console/webhooks/\(id)").text
        #expect(
            page.contains("Test event") && page.contains("/console/actions/resend-event")
                && !page.contains("id=\"once\"")
        )
        let event = String(try #require(page.firstMatch(of: /evt_[A-Za-z0-9_\-]+/)).0)
        let again = try await visit.post(
            "/console/actions/resend-event",
            ["scope": scope, "endpoint": id, "event": event]
        )
        #expect(again.status == .seeOther)
        let key = try await visit.post(
            "/console/actions/create-key",
            ["scope": scope, "name": "billing", "kind": "secret", "confirm": "yes"]
        )
        let secret = String(try #require(key.text.firstMatch(of: /sk_[A-Za-z0-9_\-]+/)).0)
        let list = try await visit.get("/console/keys").text
        #expect(list.contains("billing") && !list.contains(secret))
        let headers: HTTPHeaders = ["Authorization": "Bearer " + secret]
        #expect(try await shop.client.send(.get, "/v1/products", headers: headers).status == .ok)
    }
}
