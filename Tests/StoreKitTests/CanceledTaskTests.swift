// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct CanceledTaskTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    @Test func `a canceled task gets no entitlements`() async throws {
        try await Shop.buy(Shop.lamp)
        let entitlements = try await inCanceledTask { try await all(Transaction.currentEntitlements).count }
        #expect(entitlements == 0)
        let entitlement = try await inCanceledTask { await Transaction.currentEntitlement(for: Shop.lamp) }
        #expect(entitlement == nil)
        #expect(try await all(Transaction.currentEntitlements).count == 1)
    }

    @Test func `a canceled task gets no products and no error`() async throws {
        let products = try await inCanceledTask { try await Product.products(for: [Shop.lamp, Shop.gold]) }
        #expect(products.isEmpty)
        try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        #expect(try await inCanceledTask { try await Product.products(for: [Shop.lamp]) }.isEmpty)
    }

    @Test func `a canceled task gets no subscription statuses and no error`() async throws {
        let gold = try await Shop.buy(Shop.gold)
        #expect(try await inCanceledTask { try await Product.SubscriptionInfo.status(for: Shop.club) }.isEmpty)
        let status = try await inCanceledTask { try await Product.SubscriptionInfo.status(transactionID: gold.id) }
        #expect(status == nil)
    }

    @Test func `a canceled task still gets the eligibility for the introductory offer`() async throws {
        #expect(try await inCanceledTask { await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club) })
    }

    @Test func `a canceled task reads everything where that is chosen`() async throws {
        StoreKitSimulator.answersCanceledTasks = true
        defer { StoreKitSimulator.answersCanceledTasks = false }
        try await Shop.buy(Shop.gold)
        #expect(try await inCanceledTask { try await Product.products(for: [Shop.lamp]) }.count == 1)
        #expect(try await inCanceledTask { try await all(Transaction.currentEntitlements) }.count == 1)
        #expect(try await inCanceledTask { try await Product.SubscriptionInfo.status(for: Shop.club) }.count == 1)
    }
}
