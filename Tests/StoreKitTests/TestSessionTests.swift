// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct TestSessionTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    @Test func `a purchase that a parent must allow comes when it is allowed`() async throws {
        session.askToBuyEnabled = true
        guard case .pending = try await Shop.product(Shop.coins).purchase() else {
            Issue.record("the purchase did not wait")
            return
        }
        let waiting = try #require(session.allTransactions().first)
        #expect(waiting.state == .deferred)
        #expect(waiting.pendingAskToBuyConfirmation)
        #expect(try await all(Transaction.unfinished).isEmpty)
        var updates = Transaction.updates.makeAsyncIterator()
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        #expect(await updates.next()?.unsafePayloadValue.productID == Shop.coins)
        #expect(session.allTransactions().map(\.state) == [.purchased])
    }

    @Test func `a purchase that asks for a parent itself does not wait for one in a session`() async throws {
        let coins = try await Shop.product(Shop.coins)
        guard case .success = try await coins.purchase(options: [.simulatesAskToBuyInSandbox(true)]) else {
            Issue.record("the purchase waited")
            return
        }
        session.askToBuyEnabled = true
        guard case .pending = try await coins.purchase(options: [.simulatesAskToBuyInSandbox(false)]) else {
            Issue.record("the purchase did not wait")
            return
        }
    }

    @Test func `a purchase that asks for a parent waits for one where no session rules`() async throws {
        try StoreKitSimulator.open(configuration: Shop.file)
        defer { StoreKitSimulator.disconnect() }
        let coins = try await Shop.product(Shop.coins)
        guard case .pending = try await coins.purchase(options: [.simulatesAskToBuyInSandbox(true)]) else {
            Issue.record("the purchase did not wait")
            return
        }
        #expect(try await all(Transaction.all).isEmpty)
        guard case .success = try await coins.purchase() else {
            Issue.record("the purchase waited")
            return
        }
    }

    @Test func `an earlier session's transaction finishes nothing and gives nothing back in a later one`() async throws
    {
        let earlier = try await Shop.buy(Shop.lamp)
        let next = try Shop.session()
        let later = try await Shop.buy(Shop.lamp)
        #expect(later.id == earlier.id)
        await earlier.finish()
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.id) == [later.id])
        let scene = UIWindowScene()
        await #expect(throws: Transaction.RefundRequestError.failed) { try await earlier.beginRefundRequest(in: scene) }
        #expect(next.allTransactions().first?.cancelDate == nil)
        await later.finish()
        #expect(try await all(Transaction.unfinished).isEmpty)
    }

    @Test func `a purchase that was allowed keeps its number in the test`() async throws {
        session.askToBuyEnabled = true
        _ = try await Shop.product(Shop.lamp).purchase()
        let waiting = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        let bought = try #require(await Transaction.latest(for: Shop.lamp)).payloadValue
        #expect(session.allTransactions().map(\.identifier) == [waiting.identifier])
        try session.refundTransaction(identifier: waiting.identifier)
        #expect(session.allTransactions().first { $0.identifier == waiting.identifier }?.cancelDate != nil)
        // The transaction's own number leads to it as well.
        #expect(throws: SKTestError.self) { try session.refundTransaction(identifier: UInt(bought.id)) }
    }

    @Test func `a purchase that a parent declines never comes`() async throws {
        session.askToBuyEnabled = true
        _ = try await Shop.product(Shop.coins).purchase()
        let waiting = try #require(session.allTransactions().first)
        try session.declineAskToBuyTransaction(identifier: waiting.identifier)
        #expect(session.allTransactions().first?.state == .failed)
        #expect(throws: SKTestError(.invalidAction)) {
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        }
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `an interrupted purchase comes when its issue is resolved`() async throws {
        session.interruptedPurchasesEnabled = true
        guard case .pending = try await Shop.product(Shop.coins).purchase() else {
            Issue.record("the purchase did not wait")
            return
        }
        let interrupted = try #require(session.allTransactions().first)
        #expect(interrupted.hasPurchaseIssue)
        session.interruptedPurchasesEnabled = false
        var updates = Transaction.updates.makeAsyncIterator()
        try session.resolveIssueForTransaction(identifier: interrupted.identifier)
        #expect(await updates.next()?.unsafePayloadValue.productID == Shop.coins)
    }

    @Test func `a simulated error is thrown until it is taken back`() async throws {
        let failure = SKTestFailures.LoadProducts.generic(.networkError(URLError(.badURL)))
        try await session.setSimulatedError(failure, forAPI: .loadProducts)
        #expect(await session.simulatedError(forAPI: .loadProducts) == failure)
        await #expect(throws: StoreKitError.self) { try await Product.products(for: [Shop.coins]) }
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        #expect(try await Product.products(for: [Shop.coins]).count == 1)
    }

    @Test func `a simulated purchase error is thrown as it was given`() async throws {
        let product = try await Shop.product(Shop.coins)
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        await #expect(throws: Product.PurchaseError.productUnavailable) { try await product.purchase() }
        try await session.setSimulatedError(.generic(.notAvailableInStorefront), forAPI: .purchase)
        await #expect(throws: StoreKitError.self) { try await product.purchase() }
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        guard case .userCancelled = try await product.purchase() else {
            Issue.record("a cancelled purchase is a result")
            return
        }
    }

    @Test func `the other calls fail as they are told`() async throws {
        try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
        await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
        try await session.setSimulatedError(.generic(.unknown), forAPI: .appTransaction)
        await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
        try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
        await #expect(throws: StoreKitError.self) { try await Product.SubscriptionInfo.status(for: Shop.club) }
        try await session.setSimulatedError(.generic(.unknown), forAPI: .manageSubscriptions)
        let scene = UIWindowScene()
        await #expect(throws: StoreKitError.self) { try await AppStore.showManageSubscriptions(in: scene) }
        try await session.setSimulatedError(.generic(.unknown), forAPI: .offerCodeRedeem)
        await #expect(throws: StoreKitError.self) { try await AppStore.presentOfferCodeRedeemSheet(in: scene) }
        let bought = try await session.buyProduct(identifier: Shop.coins)
        try await session.setSimulatedError(.refundRequest(.failed), forAPI: .refundRequest)
        await #expect(throws: Transaction.RefundRequestError.failed) {
            try await Transaction.beginRefundRequest(for: bought.id, in: scene)
        }
    }

    @Test func `cleared transactions are gone`() async throws {
        for product in [Shop.coins, Shop.lamp, Shop.silver] { try await Shop.buy(product) }
        session.clearTransactions()
        #expect(session.allTransactions().isEmpty)
        #expect(try await all(Transaction.all).isEmpty)
        #expect(try await all(Transaction.unfinished).isEmpty)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club))
        #expect(try await Shop.buy(Shop.lamp).productID == Shop.lamp)
    }

    @Test func `a deleted transaction is gone`() async throws {
        let lamp = try await Shop.buy(Shop.lamp)
        try await Shop.buy(Shop.season)
        try session.deleteTransaction(identifier: UInt(lamp.id))
        #expect(try await all(Transaction.all).map(\.unsafePayloadValue.productID) == [Shop.season])
        #expect(throws: SKTestError(.noTransactionFound)) {
            try session.deleteTransaction(identifier: UInt(lamp.id))
        }
    }

    @Test func `a reset switches everything back`() async throws {
        session.askToBuyEnabled = true
        session.failTransactionsEnabled = true
        session.storefront = "JPN"
        session.timeRate = .oneRenewalEveryMinute
        try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        session.resetToDefaultState()
        #expect(!session.askToBuyEnabled)
        #expect(!session.failTransactionsEnabled)
        #expect(session.storefront == "USA")
        #expect(session.timeRate == .realTime)
        #expect(session.locale.identifier == "en_US")
        #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        #expect(try await Shop.buy(Shop.coins).productID == Shop.coins)
    }

    @Test func `names follow the session's language`() async throws {
        session.locale = Locale(identifier: "zh_Hans")
        #expect(try await Shop.product(Shop.coins).displayName == "100 枚金币")
        session.locale = Locale(identifier: "de_DE")
        #expect(try await Shop.product(Shop.coins).displayName == "100 coins")
        #expect(try await Shop.product(Shop.coins).displayPrice == "0,99\u{a0}$")
    }

    @Test func `mistakes of a test have their own errors`() throws {
        #expect(throws: SKTestError(.invalidProductIdentifier)) { try session.buyProduct(productIdentifier: "none") }
        #expect(throws: SKTestError(.noTransactionFound)) { try session.refundTransaction(identifier: 77) }
        #expect(throws: SKTestError(.noSubscriptionFound)) {
            try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        }
        #expect(throws: SKTestError(.invalidProductType)) {
            try session.expireSubscription(productIdentifier: Shop.lamp)
        }
        #expect(throws: SKTestError(.fileNotFound)) { try SKTestSession(configurationFileNamed: "Nowhere") }
        #expect(throws: SKTestError(.invalidURL)) {
            try SKTestSession(contentsOf: try #require(URL(string: "https://example.com/a.storekit")))
        }
    }

    @Test func `the app transaction is verified`() async throws {
        let app = try await AppTransaction.shared.payloadValue
        #expect(app.bundleID == "com.example.app")
        #expect(app.environment == .xcode)
        #expect(app.appID == nil)
        #expect(!app.appTransactionID.isEmpty)
        let bought = try await Shop.buy(Shop.coins)
        #expect(bought.appTransactionID == app.appTransactionID)
    }
}
