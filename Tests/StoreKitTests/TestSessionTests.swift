// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
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

    @Test func `a simulated error is thrown until it is removed`() async throws {
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
            Issue.record("a canceled purchase is a result")
            return
        }
    }

    @Test func `the other calls fail as requested`() async throws {
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

    @Test func `who deletes a purchase buys it as for the first time`() async throws {
        let lamp = try await Shop.buy(Shop.lamp)
        try session.deleteTransaction(identifier: UInt(lamp.id))
        let again = try await Shop.buy(Shop.lamp)
        #expect(again.id != lamp.id)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [again.id])
        #expect(session.allTransactions().map(\.identifier) == [UInt(again.id)])
    }

    @Test func `who deletes a subscription subscribes as for the first time, with the introductory offer`() async throws
    {
        let silver = try await Shop.buy(Shop.silver)
        try session.deleteTransaction(identifier: UInt(silver.id))
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).isEmpty)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club))
        let again = try await Shop.buy(Shop.silver)
        #expect(again.originalID != silver.originalID)
        #expect(again.offer?.type == .introductory)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [again.id])
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).map(\.state) == [.subscribed])
    }

    @Test func `a subscription without its latest period has ended`() async throws {
        let silver = try await Shop.buy(Shop.silver)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
        let renewal = try #require(session.allTransactions().last)
        #expect(renewal.identifier != UInt(silver.id))
        try session.deleteTransaction(identifier: renewal.identifier)
        #expect(try await all(Transaction.all).map(\.unsafePayloadValue.id) == [silver.id])
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(status.state == .expired)
        #expect(status.transaction.unsafePayloadValue.id == silver.id)
        // The trial is still among what was bought.
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club) == false)
        let again = try await Shop.buy(Shop.silver)
        #expect(again.originalID == silver.originalID)
        #expect(again.offer == nil)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [again.id])
    }

    @Test func `a subscription without an earlier period continues`() async throws {
        let silver = try await Shop.buy(Shop.silver)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
        try session.deleteTransaction(identifier: UInt(silver.id))
        let held = try #require(try await all(Transaction.currentEntitlements).first).payloadValue
        #expect(held.originalID == silver.id)
        #expect(held.id != silver.id)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club))
        try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
        #expect(try await all(Transaction.all).count == 2)
    }

    @Test func `what a test takes away is not in the receipt`() async throws {
        let lamp = try await Shop.buy(Shop.lamp)
        let gold = try await Shop.buy(Shop.gold)
        func listed() throws -> [String] {
            try ReceiptReader.read(try #require(Bundle.main.appStoreReceiptURL)).transactions
        }
        #expect(try Set(listed()) == [String(lamp.id), String(gold.id)])
        try session.deleteTransaction(identifier: UInt(lamp.id))
        #expect(try listed() == [String(gold.id)])
        session.clearTransactions()
        #expect(try listed().isEmpty)
    }

    @Test func `what a family shared can be deleted`() async throws {
        try StoreKitSimulator.Family.buys(Shop.gold)
        try StoreKitSimulator.Family.buys(Shop.lamp)
        for shared in session.allTransactions() { try session.deleteTransaction(identifier: shared.identifier) }
        #expect(try await all(Transaction.all).isEmpty)
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).isEmpty)
        let own = try await Shop.buy(Shop.gold)
        #expect(own.ownershipType == .purchased)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [own.id])
    }

    @Test func `purchases that wait keep numbers of their own`() async throws {
        session.askToBuyEnabled = true
        for product in [Shop.coins, Shop.lamp] { _ = try await Shop.product(product).purchase() }
        let waiting = session.allTransactions()
        try session.deleteTransaction(identifier: try #require(waiting.first?.identifier))
        _ = try await Shop.product(Shop.season).purchase()
        let left = session.allTransactions()
        #expect(left.map(\.productIdentifier) == [Shop.lamp, Shop.season])
        #expect(Set(left.map(\.identifier)).isDisjoint(with: [waiting[0].identifier]))
        for purchase in left { try session.approveAskToBuyTransaction(identifier: purchase.identifier) }
        #expect(Set(session.allTransactions().map(\.productIdentifier)) == [Shop.lamp, Shop.season])
    }

    @Test func `a waiting purchase that is deleted never comes`() async throws {
        session.askToBuyEnabled = true
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        let product = try #require(try await ProductLoader.load([Shop.coins]).products.first)
        SKPaymentQueue.default().add(SKPayment(product: product))
        _ = try await observer.transaction { $0.transactionState == .deferred }
        let waiting = try #require(session.allTransactions().first)
        try session.deleteTransaction(identifier: waiting.identifier)
        _ = try await observer.transaction { $0.transactionState == .failed }
        #expect(session.allTransactions().isEmpty)
        #expect(throws: SKTestError(.noTransactionFound)) {
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        }
    }

    @Test func `a purchase that was allowed is deleted by its number`() async throws {
        session.askToBuyEnabled = true
        _ = try await Shop.product(Shop.lamp).purchase()
        let waiting = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        try session.deleteTransaction(identifier: waiting.identifier)
        #expect(session.allTransactions().isEmpty)
        #expect(try await all(Transaction.all).isEmpty)
        #expect(throws: SKTestError(.noTransactionFound)) {
            try session.deleteTransaction(identifier: waiting.identifier)
        }
    }

    @Test func `the renewal of a subscription that was allowed has its issue resolved by its number`() async throws {
        session.askToBuyEnabled = true
        _ = try await Shop.product(Shop.gold).purchase()
        let waiting = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        session.shouldEnterBillingRetryOnRenewal = true
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        let issue = try #require(session.allTransactions().first { $0.hasPurchaseIssue })
        #expect(issue.identifier == waiting.identifier)
        try session.resolveIssueForTransaction(identifier: issue.identifier)
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).map(\.state) == [.subscribed])
    }

    @Test func `a status that cannot be asked for takes no entitlements away`() async throws {
        let lamp = try await Shop.buy(Shop.lamp)
        let gold = try await Shop.buy(Shop.gold)
        try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
        let held = try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id)
        #expect(held == [lamp.id, gold.id])
        await #expect(throws: StoreKitError.self) { try await Product.SubscriptionInfo.status(for: Shop.club) }
    }

    @Test(arguments: [
        (0, SKTestSession.TimeRate.realTime), (1, .oneRenewalEveryFifteenMinutes), (2, .oneRenewalEveryFiveMinutes),
        (3, .oneRenewalEveryMinute), (4, .oneRenewalEveryThirtySeconds), (5, .oneRenewalEveryTenSeconds),
        (6, .oneRenewalEveryTwoSeconds), (10, .monthlyRenewalEveryHour), (11, .monthlyRenewalEveryThirtyMinutes),
        (12, .monthlyRenewalEveryFifteenMinutes), (13, .monthlyRenewalEveryFiveMinutes),
        (15, .monthlyRenewalEveryThirtySeconds), (99, .realTime),
    ])
    func `a session says of time what its file says and its store does`(
        number: Int,
        rate: SKTestSession.TimeRate
    ) async throws {
        let session = try Shop.session { $0.settings.timeRate = number }
        #expect(session.timeRate == rate)
        let bought = try await Shop.buy(Shop.gold)
        session.clearTransactions()
        session.timeRate = rate
        let chosen = try await Shop.buy(Shop.gold)
        let lengths = try [bought, chosen].map { try #require($0.expirationDate).timeIntervalSince($0.purchaseDate) }
        #expect(abs(lengths[0] - lengths[1]) < 1)
        session.timeRate = .oneSecondIsOneDay
        session.resetToDefaultState()
        #expect(session.timeRate == rate)
    }

    @Test func `a session says of failures what its file says and its store does`() async throws {
        let session = try Shop.session { $0.settings.failTransactionsEnabled = true }
        let coins = try await Shop.product(Shop.coins)
        for _ in 0..<2 {
            #expect(session.failTransactionsEnabled)
            #expect(session.failureError == .unknown)
            await #expect(throws: StoreKitError.self) { try await coins.purchase() }
            session.failTransactionsEnabled = false
            guard case .success = try await coins.purchase() else { throw SKError(.unknown) }
            session.resetToDefaultState()
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
