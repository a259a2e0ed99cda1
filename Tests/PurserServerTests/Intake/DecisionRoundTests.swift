// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import TestSupport
import Testing

@testable import PurserServer

/// What most decisions need is loaded before they are made, so that they are made once.
@Suite struct DecisionRoundTests {
    /// The smallest number of rounds in which the app's report of a purchase is accepted.
    private func rounds(_ purchase: (TestShop) async throws -> TransactionPayload) async throws -> Int? {
        for rounds in 0...4 {
            let shop = try await TestShop()
            let bought = try await purchase(shop)
            let answer = try await FulfillmentSession.$maximumRounds.withValue(rounds) {
                try await shop.verify(bought, customer: "anna")
            }
            if answer.status == .ok { return rounds }
        }
        return nil
    }

    @Test func `a purchase without an order is decided at once`() async throws {
        #expect(try await rounds { _ in .purchase(TestShop.beans, id: "1") } == 1)
    }

    @Test func `a subscription without an order is decided at once`() async throws {
        #expect(try await rounds { _ in .purchase(days: 30) } == 1)
    }

    @Test func `a purchase with an order is decided at once`() async throws {
        let needed = try await rounds { shop in
            let order = try await shop.order(TestShop.beans)
            var bought = TransactionPayload.purchase(TestShop.beans, id: "1")
            bought.appAccountToken = order.appAccountToken
            return bought
        }
        #expect(needed == 1)
    }
}
