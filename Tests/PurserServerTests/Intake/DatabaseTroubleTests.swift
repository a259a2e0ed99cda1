// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import SQLite
import Testing

@testable import PurserServer

/// What is sent to Apple and apps while the database cannot write: wait and send it again; and nothing is lost.
@Suite struct DatabaseTroubleTests {
    @Test func `a locked database is a 503 with a wait, and the same notification is taken afterward`() async throws {
        let shop = try await TestShop(busyMilliseconds: 50)
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        let notification = try NotificationPayload.about(.oneTimeCharge, nil, bought)

        let other = try SQLiteConnection(path: shop.folder.appending(path: "test.sqlite").path)
        try other.executeScript("BEGIN IMMEDIATE")
        let refused = try await shop.notify(notification)
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.headers["Retry-After"] != nil)
        try other.executeScript("ROLLBACK")

        #expect(try await shop.notify(notification).status == .ok)
        #expect(try await shop.readOrder(order.id).state == "delivered")
    }

    @Test func `a full database is a 503 for the app, and delivers once there is room`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        let pages = try await shop.pages("PRAGMA page_count")
        _ = try await shop.pages("PRAGMA max_page_count = \(pages)")
        // What is free inside the last pages is used up first.
        var refused = 0
        for number in 0..<400 where refused == 0 {
            let answer = try await shop.client.send(
                .post,
                "/v1/orders",
                headers: ["Authorization": "Bearer " + shop.publishableKey],
                json: ["customer": "customer-\(number)", "productId": TestShop.beans.rawValue]
            )
            if answer.status == .serviceUnavailable { refused += 1 }
        }
        #expect(refused == 1)
        _ = try await shop.pages("PRAGMA max_page_count = 1000000")
        _ = try await shop.verify(bought)
        #expect(try await shop.readOrder(order.id).state == "delivered")
    }
}

extension TestShop {
    /// Runs a pragma on the connection that writes, and answers its number.
    fileprivate func pages(_ pragma: String) async throws -> Int64 {
        try await database.write { writer in
            var number: Int64 = 0
            try writer.forEach(Query(stringLiteral: pragma)) { row in number = try row.next() }
            return number
        }
    }
}
