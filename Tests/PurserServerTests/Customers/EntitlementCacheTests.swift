// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

@Suite struct EntitlementCacheTests {
    @Test func `an answer that is remembered is the one that is read, and a change is seen at once`() async throws {
        let shop = try await TestShop()
        #expect(try await shop.entitlements().isEmpty)
        #expect(shop.service.entitlementCache.count == 1)
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        #expect(try await shop.isEntitled(to: "club"))
        let path = "/v1/customers/anna/entitlements"
        let read = try await shop.send(.get, path).body
        #expect(try await shop.send(.get, path).body == read)
        let derived = try await shop.send(.get, path + "?at=\(shop.clock.now.millisecondsSince1970)").body
        #expect(derived == read, "derived from the facts again")
        shop.clock.advance(1)
        try await shop.notify(.about(.refund, nil, bought.refunded(at: shop.clock.now)))
        shop.clock.advance(1)
        #expect(try await shop.isEntitled(to: "club") == false)
    }

    @Test func `an answer is forgotten when what it says ends automatically`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(), customer: "anna")
        #expect(try await shop.isEntitled(to: "club"))
        shop.clock.advance(40 * 86_400)
        #expect(try await shop.isEntitled(to: "club") == false)
    }

    @Test func `an answer that was read before a change is not remembered after it`() throws {
        let cache = EntitlementCache(watch: nil)
        let key = EntitlementCache.Key(customer: "anna", environment: .production)
        cache.store(.init(tail: [], from: .distantPast), to: key, version: cache.version(of: "anna"))
        #expect(cache.count == 0, "without a watch nothing is remembered")
    }

    @Test func `no more answers are remembered than there is room for`() async throws {
        let shop = try await TestShop()
        let cache = shop.service.entitlementCache
        for number in 0..<(3 * EntitlementCache.maximumEntries) {
            let customer = CustomerID(rawValue: "customer-\(number)")
            let key = EntitlementCache.Key(customer: customer, environment: .production)
            cache.store(.init(tail: [], from: .distantPast), to: key, version: cache.version(of: customer))
        }
        #expect(cache.count <= EntitlementCache.maximumEntries)
        let last = EntitlementCache.Key(
            customer: CustomerID(rawValue: "customer-\(3 * EntitlementCache.maximumEntries - 1)"),
            environment: .production
        )
        #expect(cache.cached(to: last, at: shop.clock.now) != nil)
        let version = try #require(cache.version(of: last.customer))
        cache.store(.init(tail: [1], from: .distantPast), to: last, version: version &+ 1)
        #expect(cache.cached(to: last, at: shop.clock.now) == nil, "it was read under another version")
    }

    @Test(
        arguments: [
            (#"{"signedPayload":"a.b-_.C9"}"#, "a.b-_.C9"), (#"{"signedPayload": "a.b.c"}"#, nil),
            (#"{"signedPayload":"a\\u0041"}"#, nil), (#"{"signedPayload":""}"#, nil),
            (#"{"signedPayload":"a","b":"c"}"#, nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func `a payload is taken as it is only from a body as Apple writes it`(body: String, payload: String?) {
        #expect(NotificationPost.plainPayload(of: Data(body.utf8))?.rawValue == payload)
    }
}
