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

/// The saved views on the console's pages.
@Suite struct ConsoleSavedViewTests {
    private static let scope = "com.example.coffee Production"
    private static let start = "?app=com.example.coffee&env=Production"

    private func save(
        _ name: String,
        _ page: String,
        _ query: String,
        forTeam: Bool = false,
        _ visit: ConsoleVisit
    ) async throws {
        let answer = try await visit.post(
            "/console/actions/save-view",
            [
                "scope": Self.scope, "name": name, "page": page, "query": query,
                "visibility": forTeam ? "team" : "private", "back": "/console" + page,
            ]
        )
        #expect(answer.status == .seeOther)
    }

    /// A person beside the one whom ``ConsoleVisit`` makes for each role.
    private func visit(_ name: String, _ role: ConsoleRole, at shop: TestShop) async throws -> ConsoleVisit {
        try await shop.service.team.saveTeamMember(name, role: role, password: ConsoleVisit.password, actor: "test")
        let visit = ConsoleVisit(shop)
        try #require(try await visit.signIn(name, ConsoleVisit.password).status == .seeOther)
        return visit
    }

    private func views(of person: String, at shop: TestShop) async throws -> [SavedView] {
        try await shop.service.database.read { try $0.privateViews(of: person) }
    }

    @Test(arguments: [
        ("/customers", "q=olivia&size=100"), ("/not-renewing", "days=7"), ("/events", "type=order.created"),
        ("/requests", "status=4xx"), ("/charts/revenue", "last=28d&res=week&by=product"),
        ("/charts/retention", "mode=count"), ("/charts/cohorts", "mode=share"), ("/charts/lifetime-value", "cur=USD"),
    ])
    func `a saved view is a link on its page that leads to the stored address`(page: String, query: String) async throws
    {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let shown = try await visit.get("/console\(page)\(Self.start)&\(query)&after=x").text
        let field = "name=\"query\" value=\"\(query.replacing("&", with: "&amp;"))\""
        #expect(shown.contains("<summary class=\"btn btn-plain\">Save view</summary>") && shown.contains(field))
        #expect(!shown.contains("class=\"act\" id=\"act-remove-view"))
        try await save("My view", page, query, visit)
        let plain = try await visit.get("/console" + page).text
        let link = try #require(plain.firstMatch(of: /<a class="chip" href="([^"]*)" title="Only for me">My view<\/a>/))
        let address = String(link.output.1).replacing("&amp;", with: "&")
        #expect(address == "/console\(page)\(Self.start)&\(query)")
        let opened = try await visit.get(address)
        #expect(opened.status == .ok && opened.text.contains("title=\"Only for me\" aria-current=\"true\">My view</a>"))
    }

    @Test func `the first chart has its views at both of its addresses, and other pages have none`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        try await save("Board", "/charts/mrr", "last=28d", visit)
        for path in ["/charts", "/charts/mrr"] {
            #expect(try await visit.get("/console" + path).text.contains(">Board</a>"), "\(path)")
        }
        for path in ["", "/refunds", "/health", "/charts/mrr/why", "/customers/anna", "/charts/nonsense"] {
            #expect(!(try await visit.get("/console" + path).text.contains("saved-views")), "\(path)")
        }
        #expect(!(try await visit.get("/console/charts/revenue").text.contains(">Board</a>")))
    }

    @Test func `a relative range stays relative`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        try await save("Week", "/charts/revenue", "last=7d&res=day", visit)
        shop.clock.advance(days: 40)
        let later = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let page = try await later.get("/console/charts/revenue").text
        let start = Self.start.replacing("&", with: "&amp;")
        let link = ConsoleVisit.link("/console/charts/revenue\(start)&amp;last=7d&amp;res=day\" title", in: page)
        let today = ReportingZone.pacific.day(of: shop.clock.now)
        let shown = try await later.get(link).text
        #expect(shown.contains("value=\"\(today.adding(days: -6))\"") && shown.contains("value=\"\(today)\""))
    }

    @Test func `a private view is its author's alone, and no one else removes it`() async throws {
        let shop = try await TestShop()
        let anna = try await visit("anna", .viewer, at: shop)
        try await save("Secret plan", "/customers", "q=vip", anna)
        let id = try #require(try await views(of: "anna", at: shop).first).id
        let removal = ["scope": Self.scope, "view": id, "confirm": "yes", "back": "/console/customers"]
        for role in ConsoleRole.allCases {
            let other = try await ConsoleVisit.signedIn(role, at: shop)
            #expect(!(try await other.get("/console/customers").text.contains("Secret plan")), "\(role)")
            try await other.post("/console/actions/remove-view", removal)
            #expect(try await other.get("/console/customers").text.contains("There is no such view."), "\(role)")
        }
        #expect(try await shop.send(.delete, "/v1/views/\(id)").status == .notFound)
        #expect(try await shop.send(.get, "/v1/views").json(SavedViewList.self).views.isEmpty)
        #expect(!(try await shop.send(.get, "/v1/audit").text.contains("Secret plan")))
        #expect(try await views(of: "anna", at: shop).map(\.name) == ["Secret plan"])
        try await anna.post("/console/actions/remove-view", removal)
        #expect(try await anna.get("/console/customers").text.contains("The view was removed."))
        #expect(try await views(of: "anna", at: shop).isEmpty)
    }

    @Test func `support saves and removes views of the team, and a viewer only opens them`() async throws {
        let shop = try await TestShop()
        let support = try await ConsoleVisit.signedIn(.support, at: shop)
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        try await save("Refused", "/events", "type=order.created", forTeam: true, viewer)
        let refused = try await viewer.get("/console/events").text
        #expect(refused.contains("views need the role support; yours is viewer.") && !refused.contains(">Refused</a>"))
        #expect(
            !refused.contains("<option value=\"team\">") && refused.contains("name=\"visibility\" value=\"private\"")
        )
        try await save("Orders", "/events", "type=order.created", forTeam: true, support)
        let view = try #require(try await shop.send(.get, "/v1/views").json(SavedViewList.self).views.first)
        #expect(view.author == "operator support" && view.visibility == .team)
        let removal = ["scope": Self.scope, "view": view.id, "confirm": "yes", "back": "/console/events"]
        let seen = try await viewer.get("/console/events").text
        #expect(
            seen.contains("title=\"For the team, by support in the console\">Orders</a>")
                && !seen.contains("Remove a view")
        )
        try await viewer.post("/console/actions/remove-view", removal)
        #expect(try await viewer.get("/console/events").text.contains(">Orders</a>"))
        // Another member of the team than the author, with the tick.
        let admin = try await ConsoleVisit.signedIn(.admin, at: shop)
        #expect(try await admin.get("/console/events").text.contains("Orders · For the team</option>"))
        let unticked = removal.filter { $0.key != "confirm" }
        #expect(try await admin.post("/console/actions/remove-view", unticked).status == .badRequest)
        try await admin.post("/console/actions/remove-view", removal)
        #expect(!(try await viewer.get("/console/events").text.contains(">Orders</a>")))
        #expect(try await admin.get("/console/audit").text.contains("View of the team removed"))
    }

    @Test func `a hostile name and query are shown and never run`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let query = "q=\"><script>alert(1)</script>&\"x=' onclick='y"
        try await save("<img src=x onerror=alert(1)>", "/customers", query, forTeam: true, visit)
        let page = try await visit.get("/console/customers").text
        #expect(page.contains(">&lt;img src=x onerror=alert(1)&gt;</a>"))
        #expect(page.contains("&amp;q=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E&amp;%22x=%27%20onclick%3D%27y\""))
        #expect(!page.contains("<img") && !page.contains("<script>"))
    }

    @Test func `a person of the same name has none of the private views of one who left`() async throws {
        let shop = try await TestShop()
        let anna = try await visit("anna", .viewer, at: shop)
        try await save("Mine", "/customers", "q=vip", anna)
        _ = try await ConsoleVisit.signedIn(.admin, at: shop)
        try await shop.service.team.removePerson("anna", actor: "test")
        let later = try await visit("anna", .viewer, at: shop)
        #expect(!(try await later.get("/console/customers").text.contains(">Mine</a>")))
    }
}
