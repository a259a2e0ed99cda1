// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct PurchaseTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    @Test func `products carry what the file says`() async throws {
        let products = try await Product.products(for: [Shop.coins, Shop.silver, "shop.unknown"])
        #expect(Set(products.map(\.id)) == [Shop.coins, Shop.silver])
        let coins = try #require(products.first { $0.id == Shop.coins })
        #expect(coins.type == .consumable)
        #expect(coins.displayName == "100 coins")
        #expect(coins.price == Decimal(string: "0.99"))
        #expect(coins.displayPrice == "$0.99")
        #expect(coins.subscription == nil)
        let silver = try #require(products.first { $0.id == Shop.silver }?.subscription)
        #expect(silver.subscriptionGroupID == Shop.club)
        #expect(silver.subscriptionPeriod == .monthly)
        #expect(silver.introductoryOffer?.paymentMode == .freeTrial)
        #expect(silver.introductoryOffer?.period == .weekly)
        #expect(silver.promotionalOffers.map(\.id) == ["loyal"])
        #expect(silver.promotionalOffers.first?.displayPrice == "$2.49")
        #expect(silver.winBackOffers.map(\.id) == ["back"])
        #expect(silver.groupLevel == 2)
        #expect(silver.groupDisplayName == "Club")
    }

    @Test func `a purchase gives a verified transaction`() async throws {
        let token = UUID()
        let product = try await Shop.product(Shop.coins)
        let result = try await product.purchase(options: [.appAccountToken(token), .quantity(3)])
        guard case .success(.verified(let transaction)) = result else {
            Issue.record("not a verified success: \(result)")
            return
        }
        #expect(transaction.productID == Shop.coins)
        #expect(transaction.productType == .consumable)
        #expect(transaction.purchasedQuantity == 3)
        #expect(transaction.appAccountToken == token)
        #expect(transaction.environment == .xcode)
        #expect(transaction.reason == .purchase)
        #expect(transaction.ownershipType == .purchased)
        #expect(transaction.originalID == transaction.id)
        #expect(transaction.storefront.countryCode == "USA")
        #expect(transaction.price == Decimal(string: "2.97"))
        #expect(transaction.currency?.identifier == "USD")
        #expect(transaction.deviceVerification.count == 48)
    }

    @Test func `a transaction is unfinished until it is finished`() async throws {
        let transaction = try await Shop.buy(Shop.coins)
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.id) == [transaction.id])
        await transaction.finish()
        #expect(try await all(Transaction.unfinished).isEmpty)
    }

    @Test func `a finished consumable leaves the history`() async throws {
        let transaction = try await Shop.buy(Shop.coins)
        #expect(await Transaction.latest(for: Shop.coins) != nil)
        await transaction.finish()
        #expect(await Transaction.latest(for: Shop.coins) == nil)
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `an app that asks for it has finished consumables in its history`() async throws {
        let coins = try await Shop.buy(Shop.coins)
        await coins.finish()
        #expect(try await all(Transaction.all).isEmpty)
        StoreKitSimulator.historyHasFinishedConsumables = true
        defer { StoreKitSimulator.historyHasFinishedConsumables = false }
        #expect(try await all(Transaction.all).map(\.unsafePayloadValue.id) == [coins.id])
        #expect(await Transaction.latest(for: Shop.coins)?.unsafePayloadValue.id == coins.id)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
    }

    @Test func `a billing plan that the store does not sell is refused`() async throws {
        for plan in [Product.SubscriptionInfo.BillingPlanType.monthly, .init(rawValue: "WEEKLY")] {
            await #expect { try await Shop.buy(Shop.goldYear, options: [.billingPlanType(plan)]) } throws: { error in
                if case Product.PurchaseError.productUnavailable = error { true } else { false }
            }
        }
        #expect(try await all(Transaction.all).isEmpty)
        #expect(try await Shop.buy(Shop.goldYear, options: [.billingPlanType(.upFront)]).productID == Shop.goldYear)
    }

    @Test func `an Advanced Commerce request is refused by the store in this process`() async throws {
        let product = try await AdvancedCommerceProduct(id: Shop.gold)
        await #expect {
            try await product.purchase(compactJWS: "a.b.c", confirmIn: UIViewController())
        } throws: { error in
            if case StoreKitError.unsupported = error { true } else { false }
        }
    }

    @Test func `a finished consumable that is refunded is in the history again`() async throws {
        let transaction = try await Shop.buy(Shop.coins)
        await transaction.finish()
        try session.refundTransaction(identifier: UInt(transaction.id))
        #expect(try await all(Transaction.all).map(\.unsafePayloadValue.id) == [transaction.id])
        #expect(await Transaction.latest(for: Shop.coins)?.unsafePayloadValue.revocationDate != nil)
    }

    @Test func `of time that was bought twice the latest purchase is held`() async throws {
        let first = try await Shop.buy(Shop.season)
        let second = try await Shop.buy(Shop.season)
        #expect(first.id != second.id)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [second.id])
        try session.refundTransaction(identifier: UInt(second.id))
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [first.id])
    }

    @Test func `entitlements hold everything but consumables`() async throws {
        for product in [Shop.coins, Shop.lamp, Shop.season, Shop.gold] { try await Shop.buy(product) }
        let held = try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.productID)
        #expect(Set(held) == [Shop.lamp, Shop.season, Shop.gold])
        #expect(try await Shop.product(Shop.lamp).currentEntitlement != nil)
        #expect(try await all(Transaction.currentEntitlements(for: Shop.coins)).isEmpty)
    }

    @Test func `an owned product is given again and not charged`() async throws {
        let first = try await Shop.buy(Shop.lamp)
        let second = try await Shop.buy(Shop.lamp)
        #expect(first.id == second.id)
        #expect(session.allTransactions().count == 1)
    }

    @Test func `an upgrade replaces the lower plan at once`() async throws {
        let silver = try await Shop.buy(Shop.silver)
        let gold = try await Shop.buy(Shop.gold)
        let held = try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue)
        #expect(held.map(\.productID) == [Shop.gold])
        #expect(gold.originalID == silver.originalID)
        let old = try #require(try await all(Transaction.all(for: Shop.silver)).first).unsafePayloadValue
        #expect(old.isUpgraded)
    }

    @Test(arguments: [0, 11]) func `a quantity outside the limits is refused`(quantity: Int) async throws {
        let coins = try await Shop.product(Shop.coins)
        await #expect(throws: Product.PurchaseError.invalidQuantity) {
            try await coins.purchase(options: [.quantity(quantity)])
        }
        #expect(session.allTransactions().isEmpty)
    }

    @Test func `the receipt lists what was bought`() async throws {
        let transaction = try await Shop.buy(Shop.lamp)
        let url = try #require(Bundle.main.appStoreReceiptURL)
        #expect(url == StoreKitSimulator.receiptURL)
        let receipt = try ReceiptReader.read(url)
        #expect(receipt.products == [Shop.lamp])
        #expect(receipt.transactions == [String(transaction.id)])
    }
}
