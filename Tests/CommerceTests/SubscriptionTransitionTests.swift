// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct SubscriptionTransitionTests {
    @Test func `a history lists its changes of plan and price`() {
        var purchases = PurchaseHistory()
        func price(_ milliunits: Int64) -> (inout Transaction) -> Void {
            { $0.price = Money(milliunits: milliunits, currency: "USD") }
        }
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"), change: price(1990))
        purchases.transaction(from: .utc("2024-02-01"), to: .utc("2024-03-01"), change: price(1990))
        purchases.transaction(from: .utc("2024-03-01"), to: .utc("2024-04-01"), change: price(2490))
        purchases.transaction(nil, "pro", from: .utc("2024-03-15"), to: .utc("2024-04-15"), change: price(4990))
        purchases.transaction(nil, "monthly", from: .utc("2024-04-15"), to: .utc("2024-05-15"), change: price(2490))
        let steps = purchases.history().steps(in: .reader)
        #expect(steps.map(\.date) == [.utc("2024-03-01"), .utc("2024-03-15"), .utc("2024-04-15")])
        #expect(
            steps.map(\.change) == [
                .price(from: Money(milliunits: 1990, currency: "USD"), to: Money(milliunits: 2490, currency: "USD")),
                .plan(from: "monthly", to: "pro", .upgrade),
                .plan(from: "pro", to: "monthly", .downgrade),
            ]
        )
    }

    @Test func `an offer that ends is not a change of price`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
            $0.price = Money(milliunits: 990, currency: "USD")
            $0.offer = Offer(type: .introductory, discount: .payAsYouGo)
        }
        purchases.transaction(from: .utc("2024-02-01"), to: .utc("2024-03-01")) {
            $0.price = Money(milliunits: 1990, currency: "USD")
        }
        #expect(purchases.history().steps().isEmpty)
    }
}
