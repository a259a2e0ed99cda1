// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// While servers are updated one after another, an older one reads what a newer one wrote.
@Suite struct NewerOrderStateTests {
    private func shopWithHeldOrder() async throws -> (shop: TestShop, order: OrderBody) {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let now = shop.clock.now
        try await shop.database.write { writer in
            var stored = try #require(try writer.order(order.id))
            stored.storedState = "held"
            stored.updatedDate = now
            try writer.update(stored, steps: [StoredOrderStep(state: "held", instant: now, actor: "a newer server")])
        }
        return (shop, order)
    }

    @Test func `an order in a state that a newer server wrote is shown, and never abandoned`() async throws {
        let (shop, order) = try await shopWithHeldOrder()
        shop.clock.advance(400 * 86_400)
        try await shop.service.orderExpiry.expireOrders()
        #expect(try await shop.readOrder(order.id).state == "held")
        let failed = try await shop.send(
            .post,
            "/v1/orders/\(order.id)/failure",
            ["code": "2"],
            key: try await shop.token(of: "anna")
        )
        #expect(failed.status == .ok)
        #expect(try await shop.readOrder(order.id).state == "held")
        #expect(try await shop.eventTypes().contains("order.expired") == false)
    }

    @Test func `a purchase for an order in a newer state is delivered all the same, once`() async throws {
        let (shop, order) = try await shopWithHeldOrder()
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        _ = try await shop.verify(bought, customer: "anna")
        _ = try await shop.verify(bought, customer: "anna")
        #expect(try await shop.balance() == 100)
        #expect(try await shop.readOrder(order.id).state == "held")
    }
}
