// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct ConsoleOrderTests {
    @Test func `only what is paid and not revoked is delivered again`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.grinder)
        let bought = TransactionPayload.purchase(TestShop.grinder, token: order.appAccountToken)
        _ = try await shop.verify(bought, order: order.id)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let path = "/console/orders/\(order.id)"
        let form = ["order": order.id.rawValue, "reason": "e-mail", "confirm": "yes"]
        #expect(try await visit.get(path).text.contains("/actions/redeliver"))
        try await visit.post("/console/actions/redeliver", form)
        #expect(try await visit.get(path).text.contains("is sent again to"))
        shop.clock.advance(60)
        try await shop.notify(.about(.refund, nil, bought.refunded(at: shop.clock.now)))
        #expect(try await !visit.get(path).text.contains("/actions/redeliver"))
        try await visit.post("/console/actions/redeliver", form)
        let page = try await visit.get(path).text
        #expect(page.contains("Only what is paid and not revoked") && !page.contains("sent again"))
        let audit = try await shop.database.read { try $0.auditEntries(target: order.id.rawValue, limit: 10) }
        #expect(audit.count { $0.entry.action == "order.redeliver" } == 1)
    }

    @Test func `a list that continues says so`() async throws {
        let shop = try await TestShop { ($0.requestsPerSecond, $0.requestBurst) = (1_000_000, 1_000_000) }
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        func show(_ numbers: Range<Int>) async throws -> String {
            for number in numbers {
                _ = try await shop.verify(.purchase(TestShop.beans, id: .init(rawValue: "\(number)")))
            }
            return try await visit.get("/console/undelivered").text
        }
        #expect(try await !show(1000..<1200).contains("there are more"))
        let page = try await show(1200..<1201)
        #expect(page.contains("Only the first 200 are shown; there are more."))
        #expect(page.contains("/purchases/1199?") && !page.contains("/purchases/1200?"))
    }
}
