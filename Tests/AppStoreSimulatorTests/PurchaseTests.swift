// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct PurchaseTests {
    @Test func `a consumable is charged once per piece and carries the token`() throws {
        var store = try Store.withAlice()
        let token = AppAccountToken(rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
        let transaction = try store.buy("coins", PurchaseOptions(quantity: 3, appAccountToken: token))
        #expect(transaction.price == 2970)
        #expect(transaction.quantity == 3)
        #expect(transaction.appAccountToken == token)
        #expect(transaction.currency == "USD")
        #expect(transaction.originalTransactionId.rawValue == transaction.transactionId.rawValue)
        #expect(store.labels == ["ONE_TIME_CHARGE"])
    }

    @Test func `a non-consumable is bought once only`() throws {
        var store = try Store.withAlice()
        let first = try store.buy("lifetime")
        let second = try store.buy("lifetime")
        #expect(first.transactionId == second.transactionId)
        #expect(store.labels == ["ONE_TIME_CHARGE"])
    }

    @Test func `a subscription renews on its day, month after month`() throws {
        var store = try Store.withAlice(at: .day(2026, 1, 31))
        try store.buy("silver.plus")
        store.advance(to: .day(2026, 4, 2))
        #expect(store.labels == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW"])
        #expect(
            store.history.transactions.map(\.transaction.expiresDate) == [
                .day(2026, 2, 28), .day(2026, 3, 31), .day(2026, 4, 30),
            ]
        )
        let ids = Set(store.history.transactions.map(\.transaction.originalTransactionId))
        #expect(ids.count == 1)
    }

    @Test func `a free trial becomes paid by a renewal`() throws {
        var store = try Store.withAlice()
        let trial = try store.buy("silver")
        #expect(trial.offerDiscountType == .freeTrial)
        #expect(trial.offerPeriod == "P1W")
        #expect(trial.price == 0)
        store.advance(to: .day(2026, 1, 27))
        let paid = try #require(store.history.transactions.last?.transaction)
        #expect(paid.transactionReason == .renewal)
        #expect(paid.offerType == nil)
        #expect(paid.price == 4990)
        #expect(paid.purchaseDate == trial.expiresDate)
    }

    @Test func `the sandbox renews twelve times and then stops`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .sandbox))
        try store.buy("silver.plus")
        store.advance(to: .day(2026, 1, 21))
        #expect(store.labels.count { $0 == "DID_RENEW" } == 12)
        #expect(store.labels.suffix(2) == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY"])
        let first = try #require(store.history.transactions.first?.transaction)
        #expect(first.transactionId.rawValue.hasPrefix("2000000"))
        #expect(first.expiresDate?.timeIntervalSince(first.purchaseDate) == 300)
    }
}
