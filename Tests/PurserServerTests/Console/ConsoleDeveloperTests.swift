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

@Suite struct ConsoleDeveloperTests {
    @Test func `events are listed by type and customer, and each shows its payload`() async throws {
        let shop = try await TestShop()
        for name in ["anna", "ben"] {
            let bought = TransactionPayload.purchase(TestShop.beans, id: .init(rawValue: "9" + String(name.count)))
            _ = try await shop.verify(bought, customer: name)
        }
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let all = try await visit.get("/console/events").text
        #expect(all.contains(">anna<") && all.contains(">ben<"))
        let own = try await visit.get("/console/events?customer=anna&type=purchase.completed").text
        #expect(own.contains(">anna<") && !own.contains(">ben<"))
        let event = try await visit.get(ConsoleVisit.link("/console/events/evt_", in: own))
        #expect(event.text.contains("purchase.completed") && event.text.contains("&quot;occurredAt&quot;"))
        #expect(try await visit.get("/console/events/evt_none").status == .notFound)
        #expect(try await visit.get("/console/events?type=nonsense&before=x").status == .ok)
    }

    @Test func `Apple's notifications lead to their documents, and the catalog lists its products`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.control(.post, "/customers", ["id": "anna", "storefront": "USA"])
        try await world.buy("club", "anna")
        try await world.advance("P40D")
        let visit = try await ConsoleVisit.signedIn(.admin, world.server, world.client)
        let page = try await visit.get("/console/notifications").text
        #expect(page.contains("DID_RENEW") && page.contains("/apple/notifications/production"))
        let document = try await visit.get(ConsoleVisit.link("/console/documents/", in: page))
        #expect(document.text.contains("signedTransactionInfo"))
        try await world.replaceCatalog()
        try await world.advance("PT1M")
        let catalog = try await visit.get("/console/catalog").text
        #expect(catalog.contains("club") && catalog.contains("import-storekit"))
    }

    @Test func `the configuration shows values in effect and no secret`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let page = try await visit.get("/console/configuration").text
        #expect(page.contains("requestsPerSecond") && page.contains("restoreBehavior"))
        #expect(!page.contains("PRIVATE KEY"))
        let changed = try await visit.get("/console/configuration?only=changed").text
        #expect(changed.count < page.count)
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(try await viewer.get("/console/configuration").status == .forbidden)
    }

    @Test func `notes are written by support, belong to one app and go with the customer`() async throws {
        let shop = try await TestShop()
        _ = try await shop.order(TestShop.beans, customer: "anna")
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let scope = "com.example.coffee Production"
        let form = ["customer": "anna", "scope": scope, "text": "Called <b>twice</b>"]
        _ = try await visit.post("/console/actions/add-note", form)
        let page = try await visit.get("/console/customers/anna").text
        #expect(page.contains("Called &lt;b&gt;twice&lt;/b&gt;"))
        let stored = try await shop.service.database.read { try $0.notes(about: "anna") }
        let note = try #require(stored.first)
        let export: CustomerExport = try await shop.send(.get, "/v1/customers/anna/export").json()
        #expect(export.notes.map(\.text) == ["Called <b>twice</b>"])
        #expect(note.author == "operator support" && note.app == TestShop.app)
        _ = try await visit.post(
            "/console/actions/remove-note",
            ["customer": "anna", "scope": scope, "note": note.id]
        )
        #expect(!(try await visit.get("/console/customers/anna").text.contains("twice")))
        _ = try await visit.post("/console/actions/add-note", form)
        let admin = try await ConsoleVisit.signedIn(.admin, at: shop)
        _ = try await admin.post(
            "/console/actions/erase",
            ["customer": "anna", "scope": scope, "confirm": "yes", "typed": "anna"]
        )
        #expect(try await shop.service.database.read { try $0.notes(about: "anna") } == [])
    }

    @Test func `the newest 200 notes stay, in order, and a merge brings those of the alias`() async throws {
        let shop = try await TestShop()
        let database = shop.service.database
        let start = shop.clock.now
        @Sendable func note(_ second: Int) -> CustomerNote {
            CustomerNote(
                at: start.addingTimeInterval(Double(second)),
                author: "support",
                text: "\(second)",
                app: TestShop.app,
                random: .secure
            )
        }
        try await database.write { writer in
            for second in 0..<203 { try writer.store(note(second), about: "anna", now: start) }
            try writer.store(note(-5), about: "anon_1", now: start)
            try writer.store(note(300), about: "anon_1", now: start)
            try writer.moveNotes(about: "anon_1", to: "anna", now: start)
        }
        let (left, moved) = try await database.read { (try $0.notes(about: "anna"), try $0.notes(about: "anon_1")) }
        #expect(left.map(\.text) == (4..<203).map(String.init) + ["300"])
        #expect(moved == [])
    }

    @Test func `the customer page shows an earlier day without actions`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.control(.post, "/customers", ["id": "anna", "storefront": "USA"])
        try await world.advance("P5D")
        let before = ReportingZone.pacific.day(of: world.appStore.now).adding(days: -2)
        try await world.buy("club", "anna")
        try await world.advance("P40D")
        let visit = try await ConsoleVisit.signedIn(.admin, world.server, world.client)
        let now = try await visit.get("/console/customers/anna").text
        #expect(now.contains("id=\"acts\"") && now.contains("/console/purchases/"))
        let past = try await visit.get("/console/customers/anna?at=\(before)").text
        #expect(past.contains("As of the end of") && !past.contains("id=\"acts\""))
        #expect(!past.contains("/console/purchases/"))
    }

    @Test func `a payout equals the interface`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.control(.post, "/customers", ["id": "anna", "storefront": "USA"])
        try await world.buy("coins", "anna")
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let month = FiscalMonth(containing: ReportingZone.pacific.day(of: world.appStore.now)).description
        let body: PayoutBody = try await world.ask(.get, "/v1/payouts/\(month)").json()
        let file = try await visit.get("/console/payouts.csv?month=\(month)").text
        let rows = file.split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(rows.map { String($0[6]) } == body.amounts.map { String($0.proceeds) } && !rows.isEmpty)
        #expect(try await visit.get("/console/payouts?month=\(month)").text.contains("estimated"))
        #expect(try await visit.get("/console/payouts?month=nonsense").status == .ok)
    }
}
