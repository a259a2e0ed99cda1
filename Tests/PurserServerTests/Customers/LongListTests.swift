// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct LongListTests {
    @Test func `content lists every item, however many there are`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(), customer: "anna")
        let now = shop.clock.now
        try await shop.database.write { writer in
            for number in 100_001...110_050 {
                let id = ContentItemID(rawValue: "item-\(number)")
                let item = ContentItemRegistration(id: id, entitlement: "club", publicationDate: now)
                try writer.upsert(item, as: id, in: ContentItemRegistration.records[TestShop.app], now: now)
            }
        }
        let list: ContentList = try await shop.send(.get, "/v1/customers/anna/content").json()
        #expect(list.items.count == 10_050 && Set(list.items.map(\.id)).count == 10_050)
    }

    @Test func `an export holds every order and every event, however many there are`() async throws {
        let shop = try await TestShop()
        _ = try await shop.order(TestShop.beans)
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let now = shop.clock.now
        try await shop.database.write { writer in
            for number in 1...10_050 {
                let order = Order(
                    id: OrderID(rawValue: "ord_\(100_000 + number)"),
                    scope: scope,
                    customer: "anna",
                    product: TestShop.beans,
                    storedState: OrderState.expired.rawValue,
                    isOpen: false,
                    createdDate: now,
                    updatedDate: now,
                    details: OrderDetails(origin: .app)
                )
                try writer.create(order, steps: [])
                let event = ServerEvent(
                    id: EventID(rawValue: "evt_\(number)"),
                    type: .test,
                    scope: scope,
                    customer: "anna",
                    occurred: now
                )
                try writer.enqueueDeliveries(event, endpoints: [], now: now)
            }
        }
        let export: JSONValue = try await shop.send(.get, "/v1/customers/anna/export").json()
        #expect(export["orders"]?.array?.count == 10_051)
        #expect(export["events"]?.array?.count == 10_050)
    }
}
