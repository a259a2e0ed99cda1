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
        let items = try (1...10_050).map { number in
            StoredRecord(
                collection: .contentItems,
                owner: TestShop.app.rawValue,
                name: "item-\(100_000 + number)",
                updatedDate: shop.clock.now,
                body: try ServiceJSON.encode(
                    ContentItemRegistration(
                        id: ContentItemID(rawValue: "item-\(100_000 + number)"),
                        entitlement: "club",
                        publicationDate: shop.clock.now
                    )
                )
            )
        }
        try await shop.database.write { writer in
            for item in items { try writer.upsert(item) }
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
                let order = StoredOrder(
                    id: OrderID(rawValue: "ord_\(100_000 + number)"),
                    scope: scope,
                    customer: "anna",
                    product: TestShop.beans,
                    state: OrderState.expired.rawValue,
                    isOpen: false,
                    createdDate: now,
                    updatedDate: now,
                    body: try ServiceJSON.encode(OrderDetails(origin: .app))
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
