// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct PastPurchaseTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    private func days(_ count: Double) -> Date { Date(timeIntervalSinceNow: -count * 86_400) }

    @Test func `a subscription that was bought in the past has renewed until now`() async throws {
        let bought = try await session.buyProduct(identifier: Shop.gold, options: [.purchaseDate(days(100))])
        #expect(abs(bought.purchaseDate.timeIntervalSince(days(100))) < 60)
        let periods = try await all(Transaction.all(for: Shop.gold)).map(\.unsafePayloadValue)
        #expect(periods.count == 4)
        #expect(Set(periods.map(\.originalID)) == [bought.id])
        let latest = try #require(await Transaction.latest(for: Shop.gold)).payloadValue
        #expect(latest.reason == .renewal)
        #expect(try #require(latest.expirationDate) > Date())
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [latest.id])
    }

    @Test func `one that was canceled at once has one period`() async throws {
        let option = Product.PurchaseOption.purchaseDate(days(100), renewalBehavior: .cancelImmediately)
        try await session.buyProduct(identifier: Shop.gold, options: [option])
        #expect(try await all(Transaction.all).count == 1)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(status.state == .expired)
        #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club))
    }

    @Test func `purchases in the past come the oldest first, and before all others`() async throws {
        try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(30))])
        let second = try await session.buyProduct(identifier: Shop.season, options: [.purchaseDate(days(10))])
        #expect(abs(second.purchaseDate.timeIntervalSince(days(10))) < 60)
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.coins, options: [.purchaseDate(days(20))])
        }
        let now = try await Shop.buy(Shop.coins)
        #expect(abs(now.purchaseDate.timeIntervalSinceNow) < 60)
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.gold, options: [.purchaseDate(days(5))])
        }
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.gold, options: [.purchaseDate(days(-1))])
        }
        #expect(
            try await all(Transaction.all).map(\.unsafePayloadValue.productID) == [Shop.lamp, Shop.season, Shop.coins]
        )
    }

    @Test func `a purchase in the past undoes nothing that happened after the one before`() async throws {
        let lamp = try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(30))])
        try session.refundTransaction(identifier: UInt(lamp.id))
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.season, options: [.purchaseDate(days(10))])
        }
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        session.clearTransactions()
        let gold = try await session.buyProduct(identifier: Shop.gold, options: [.purchaseDate(days(20))])
        try session.disableAutoRenewForTransaction(identifier: UInt(gold.id))
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(10))])
        }
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(try status.renewalInfo.payloadValue.willAutoRenew == false)
    }

    @Test func `a purchase in the past leaves every transaction its number`() async throws {
        try await session.buyProduct(identifier: Shop.gold, options: [.purchaseDate(days(100))])
        let periods = try await all(Transaction.all).map(\.unsafePayloadValue)
        for period in periods { await period.finish() }
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(50))])
        }
        #expect(try await all(Transaction.all).map(\.unsafePayloadValue.id) == periods.map(\.id))
        #expect(try await all(Transaction.unfinished).isEmpty)
        let lamp = try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(1))])
        #expect(!periods.map(\.id).contains(lamp.id))
        #expect(try await all(Transaction.all).count == periods.count + 1)
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.id) == [lamp.id])
    }

    @Test func `a purchase in the past keeps the storefront and the family`() async throws {
        try StoreKitSimulator.Family.shares(false)
        try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(30))])
        session.storefront = "DEU"
        let season = try await session.buyProduct(identifier: Shop.season, options: [.purchaseDate(days(10))])
        #expect(season.storefrontCountryCode == "DEU")
        try StoreKitSimulator.Family.buys(Shop.gold)
        #expect(session.allTransactions().map(\.productIdentifier) == [Shop.lamp, Shop.season])
        try StoreKitSimulator.Family.shares(true)
        #expect(session.allTransactions().count == 3)
        session.clearTransactions()
        #expect(session.allTransactions().isEmpty)
        try StoreKitSimulator.Family.buys(Shop.silver)
        await #expect(throws: SKTestError(.invalidAction)) {
            try await session.buyProduct(identifier: Shop.lamp, options: [.purchaseDate(days(30))])
        }
    }

    @Test func `an unsigned promotional offer is accepted in a test`() async throws {
        try await Shop.buy(Shop.silver)
        try session.expireSubscription(productIdentifier: Shop.silver)
        let again = try await session.buyProduct(identifier: Shop.silver, options: [.promotionalOffer(id: "loyal")])
        #expect(again.offerType == .promotional)
        #expect(again.offer?.id == "loyal")
        await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
            try await session.buyProduct(identifier: Shop.goldYear, options: [.promotionalOffer(id: "unknown")])
        }
    }

    @Test func `an offer code of the configuration is redeemed by its name`() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        let redeemed = try await session.buyProduct(
            identifier: Shop.gold,
            options: [.codeOffer(referenceName: "Friends")]
        )
        #expect(redeemed.offerType == .code)
        #expect(await updates.next()?.unsafePayloadValue.id == redeemed.id)
        await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
            try await session.buyProduct(identifier: Shop.gold, options: [.codeOffer(referenceName: "Unknown")])
        }
    }
}
