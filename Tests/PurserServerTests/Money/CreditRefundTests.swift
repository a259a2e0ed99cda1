// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// What a refund takes when something else of the same currency runs out.
@Suite struct CreditRefundTests {
    private static let entries = "/v1/customers/anna/balances/beans/entries"

    private static let beans = TransactionPayload.purchase(TestShop.beans, id: "901")

    /// Gives a hundred that run out in three days.
    private static func give(_ shop: TestShop) async throws {
        let end = shop.clock.now.addingTimeInterval(3 * 86_400).millisecondsSince1970
        _ = try await shop.send(.post, entries, ["key": "gift", "amount": 100, "expiresAt": .integer(end)])
        #expect(try await page(shop).balance == 200)
    }

    private static func page(_ shop: TestShop) async throws -> LedgerEntryPage {
        try await shop.send(.get, entries).json()
    }

    @Test func `a refund takes what was bought, and a gift that runs out still does`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(Self.beans, customer: "anna")
        try await Self.give(shop)
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.refund, nil, Self.beans.refunded(at: shop.clock.now)))
        #expect(try await Self.page(shop).balance == 100)
        shop.clock.advance(days: 3)
        let page = try await Self.page(shop)
        #expect(page.balance == 0)
        #expect(page.entries.map(\.reason) == ["expiry", "refund", "bonus", "purchase"])
        #expect(page.entries.map(\.transaction) == [nil, "901", nil, "901"])
    }

    @Test func `a refund that is reversed before a gift runs out brings back what never does`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(Self.beans, customer: "anna")
        try await Self.give(shop)
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.refund, nil, Self.beans.refunded(at: shop.clock.now)))
        shop.clock.advance(days: 1)
        var stored = Self.beans
        stored.signedDate = shop.clock.now
        try await shop.notify(.about(.refundReversed, nil, stored))
        #expect(try await Self.page(shop).balance == 200)
        shop.clock.advance(days: 2)
        #expect(try await Self.page(shop).balance == 100)
    }

    @Test(arguments: [true, false])
    func `a backend's own refund takes of its purchase first, told by its entry or by its key alone`(
        isNotified: Bool
    ) async throws {
        let shop = try await TestShop()
        if isNotified {
            _ = try await shop.verify(Self.beans, customer: "anna")
        } else {
            try await Self.postAsBefore(shop)
        }
        try await Self.give(shop)
        let refund: JSONValue = ["key": "r", "amount": -100, "reason": "refund", "transactionId": "901"]
        let answer: LedgerEntryBody = try await shop.send(.post, Self.entries, refund).json()
        #expect(answer.balance == 100)
        shop.clock.advance(days: 4)
        #expect(try await Self.page(shop).balance == 0)
    }

    /// Books the credit of a purchase as it was booked before entries told their purchase.
    private static func postAsBefore(_ shop: TestShop) async throws {
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let now = shop.clock.now
        try await shop.database.write { writer in
            try writer.ensureCustomer("anna", now: now)
            try writer.postEntry(
                .posting(
                    100,
                    to: "anna",
                    currency: "beans",
                    .purchase,
                    scope: scope,
                    at: now,
                    key: CreditKey(.purchase, "901", scope).description
                )
            )
        }
    }
}
