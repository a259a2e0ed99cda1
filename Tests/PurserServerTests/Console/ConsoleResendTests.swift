// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Resending many events of a webhook endpoint.
@Suite struct ConsoleResendTests {
    private static let scope = "com.example.coffee Production"

    /// An endpoint to which every delivery failed.
    private func failedEndpoint(_ shop: TestShop, _ visit: ConsoleVisit) async throws -> String {
        let made = try await visit.post(
            "/console/actions/create-endpoint",
            [
                "scope": Self.scope, "url": "https://api.example.com/hook", "types": "", "environment": "",
                "confirm": "yes",
            ]
        )
        let id = String(try #require(made.text.firstMatch(of: /wh_[0-9a-f]+/)).0)
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2"), customer: "bob")
        try await shop.database.write { try $0.execute("UPDATE webhook_deliveries SET state = 'failed'") }
        return id
    }

    @Test func `deliveries that match a filter are counted, then resent after a tick`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let id = try await failedEndpoint(shop, visit)
        let counts = try await shop.database.read { reader in
            try ["anna", "bob"].map { (customer: CustomerID) in
                try reader.webhookDeliveryCount(
                    of: id,
                    WebhookDeliveryFilter(state: .failed, customer: customer),
                    upTo: 100
                )
            }
        }
        #expect(counts.allSatisfy { $0 > 0 })
        let list = try await visit.get("/console/webhooks/\(id)?state=failed&customer=anna&env=Production").text
        #expect(list.contains("Resend all \(counts[0]) that match") && !list.contains("/console/customers/bob"))
        let link = ConsoleVisit.link("/console/webhooks/\(id)/resend", in: list)
        let asked = try await visit.get(link).text
        #expect(asked.contains("Confirm: resend \(counts[0]) events in order."))
        let form = ["scope": Self.scope, "endpoint": id, "state": "failed", "customer": "anna"]
        try await visit.post("/console/actions/resend-many", form)
        #expect(try await shop.database.read { try $0.webhookCounts(of: id) } == [.failed: counts[0] + counts[1]])
        try await visit.post("/console/actions/resend-many", form.merging(["confirm": "yes"]) { $1 })
        let left = try await shop.database.read { try $0.webhookCounts(of: id) }
        #expect(left == [.pending: counts[0], .failed: counts[1]])
    }

    @Test func `chosen events are resent, and nothing is where none is chosen`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let id = try await failedEndpoint(shop, visit)
        let list = try await visit.get("/console/webhooks/\(id)").text
        let events = list.matches(of: /name="event" value="(evt_[A-Za-z0-9_\-]+)" aria-label/).map { String($0.1) }
        try #require(events.count > 2)
        let address = "/console/webhooks/\(id)/resend?chosen=yes"
        let none = try await visit.get(address).text
        #expect(none.contains("No event is chosen") && !none.contains("resend-many"))
        let asked = try await visit.get(address + "&event=\(events[0])&event=\(events[1])").text
        #expect(asked.contains("Confirm: resend 2 events in order.") && asked.contains(events[0]))
        try await visit.post(
            "/console/actions/resend-many",
            ["scope": Self.scope, "endpoint": id, "events": events.prefix(2).joined(separator: " "), "confirm": "yes"]
        )
        #expect(try await shop.database.read { try $0.webhookCounts(of: id)[.pending] } == 2)
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let seen = try await viewer.get("/console/webhooks/\(id)").text
        #expect(seen.contains(events[0]) && !seen.contains("resend-chosen"))
    }
}
