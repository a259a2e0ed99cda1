// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct PaymentQueueTests {
    let session: SKTestSession
    let observer = RecordingObserver()

    init() throws {
        session = try Shop.session()
        SKPaymentQueue.default().add(observer)
    }

    /// Buys and waits for the transaction to get into a state.
    private func pay(
        _ product: String,
        until state: SKPaymentTransactionState = .purchased,
        change: (SKMutablePayment) -> Void = { _ in }
    ) async throws -> SKPaymentTransaction {
        let products = try await ProductLoader.load([product]).products
        let payment = SKMutablePayment(product: try #require(products.first))
        change(payment)
        SKPaymentQueue.default().add(payment)
        return try await observer.transaction { transaction in
            transaction.payment.productIdentifier == product && transaction.transactionState == state
        }
    }

    @Test func `a products request answers with products and unknown identifiers`() async throws {
        let response = try await ProductLoader.load([Shop.silver, "shop.unknown"])
        #expect(response.invalidProductIdentifiers == ["shop.unknown"])
        let silver = try #require(response.products.first)
        #expect(silver.productIdentifier == Shop.silver)
        #expect(silver.localizedTitle == "Silver")
        #expect(silver.price == NSDecimalNumber(string: "4.99"))
        #expect(silver.priceLocale.currency?.identifier == "USD")
        #expect(silver.subscriptionPeriod?.unit == .month)
        #expect(silver.subscriptionPeriod?.numberOfUnits == 1)
        #expect(silver.subscriptionGroupIdentifier == Shop.club)
        #expect(silver.introductoryPrice?.paymentMode == .freeTrial)
        #expect(silver.introductoryPrice?.type == .introductory)
        #expect(silver.discounts.map(\.identifier) == ["loyal"])
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = silver.priceLocale
        #expect(formatter.string(from: silver.price) == "$4.99")
    }

    @Test func `a failing products request calls its delegate`() async throws {
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)
        await #expect(throws: SKError(.cloudServiceNetworkConnectionFailed)) {
            try await ProductLoader.load([Shop.coins])
        }
    }

    @Test func `a payment is purchasing, then purchased, then gone`() async throws {
        let token = UUID()
        let transaction = try await pay(Shop.coins) {
            $0.applicationUsername = token.uuidString
            $0.quantity = 2
        }
        #expect(observer.states(of: Shop.coins) == [.purchasing, .purchased])
        #expect(transaction.payment.quantity == 2)
        #expect(transaction.payment.applicationUsername == token.uuidString)
        #expect(transaction.transactionDate != nil)
        #expect(transaction.error == nil)
        let signed = try #require(try await all(Transaction.unfinished).first).payloadValue
        #expect(transaction.transactionIdentifier == String(signed.id))
        #expect(signed.appAccountToken == token)
        SKPaymentQueue.default().finishTransaction(transaction)
        try await observer.removal { $0 === transaction }
        #expect(SKPaymentQueue.default().transactions.isEmpty)
    }

    @Test func `an unfinished transaction comes back to each new observer`() async throws {
        let transaction = try await pay(Shop.coins)
        let second = RecordingObserver()
        SKPaymentQueue.default().add(second)
        #expect(try await second.transaction { _ in true } === transaction)
        #expect(observer.states(of: Shop.coins) == [.purchasing, .purchased])
        SKPaymentQueue.default().remove(second)
    }

    @Test func `an unfinished transaction comes back at the next launch`() async throws {
        let before = try await pay(Shop.coins)
        SKPaymentQueue.default().remove(observer)
        StoreKitSimulator.relaunch()
        #expect(SKPaymentQueue.default().transactions.isEmpty)
        let launched = RecordingObserver()
        SKPaymentQueue.default().add(launched)
        let after = try await launched.transaction { $0.transactionState == .purchased }
        #expect(after.transactionIdentifier == before.transactionIdentifier)
        SKPaymentQueue.default().finishTransaction(after)
        try await launched.removal { $0 === after }
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `a failed payment says why`() async throws {
        session.failTransactionsEnabled = true
        session.failureError = .paymentInvalid
        let transaction = try await pay(Shop.coins, until: .failed)
        #expect((transaction.error as? SKError)?.code == .paymentInvalid)
        let bridged = try #require(transaction.error) as NSError
        #expect(bridged.domain == SKErrorDomain)
        #expect(bridged.code == SKError.paymentInvalid.rawValue)
        #expect(transaction.transactionIdentifier == nil)
    }

    @Test func `a canceled payment fails with the customer's reason`() async throws {
        session.failTransactionsEnabled = true
        session.failureError = .paymentCancelled
        let transaction = try await pay(Shop.coins, until: .failed)
        #expect((transaction.error as? SKError)?.code == .paymentCancelled)
    }

    @Test func `a product that is not sold fails`() async throws {
        let payment = SKMutablePayment()
        payment.productIdentifier = "shop.unknown"
        SKPaymentQueue.default().add(payment)
        let transaction = try await observer.transaction { $0.transactionState == .failed }
        #expect((transaction.error as? SKError)?.code == .storeProductNotAvailable)
    }

    @Test func `a payment that a parent must allow is deferred, then purchased`() async throws {
        session.askToBuyEnabled = true
        let transaction = try await pay(Shop.coins, until: .deferred)
        let waiting = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought === transaction)
        #expect(observer.states(of: Shop.coins) == [.purchasing, .deferred, .purchased])
    }

    /// Pays, and lets a parent approve before the main thread tells anybody of anything.
    @MainActor
    private func payAndApprove(_ payment: SKPayment) throws {
        SKPaymentQueue.default().add(payment)
        let deadline = Date(timeIntervalSinceNow: 20)
        while session.allTransactions().isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
        try session.approveAskToBuyTransaction(identifier: #require(session.allTransactions().first).identifier)
    }

    @Test func `a parent may approve before the main thread has reported the payment`() async throws {
        session.askToBuyEnabled = true
        let payment = SKMutablePayment()
        payment.productIdentifier = Shop.coins
        payment.requestData = Data("gift".utf8)
        try await payAndApprove(payment)
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought.payment.requestData == Data("gift".utf8))
        #expect(SKPaymentQueue.default().transactions == [bought])
        #expect(observer.states(of: Shop.coins).filter { $0 != .deferred } == [.purchasing, .purchased])
    }

    @Test func `a payment that asks for a parent itself does not wait for one in a session`() async throws {
        let bought = try await pay(Shop.coins) { $0.simulatesAskToBuyInSandbox = true }
        #expect(bought.payment.simulatesAskToBuyInSandbox)
        #expect(observer.states(of: Shop.coins) == [.purchasing, .purchased])
    }

    @Test func `a payment that a parent declines fails`() async throws {
        session.askToBuyEnabled = true
        let transaction = try await pay(Shop.coins, until: .deferred)
        try session.declineAskToBuyTransaction(identifier: try #require(session.allTransactions().first).identifier)
        #expect(try await observer.transaction { $0.transactionState == .failed } === transaction)
    }

    @Test func `an interrupted payment fails, and another transaction comes when it is resolved`() async throws {
        session.interruptedPurchasesEnabled = true
        let failed = try await pay(Shop.coins, until: .failed)
        SKPaymentQueue.default().finishTransaction(failed)
        session.interruptedPurchasesEnabled = false
        try session.resolveIssueForTransaction(identifier: try #require(session.allTransactions().first).identifier)
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought !== failed)
        #expect(bought.payment.productIdentifier == Shop.coins)
    }

    @Test func `a purchase outside the app comes to the queue`() async throws {
        try session.buyProduct(productIdentifier: Shop.lamp)
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought.payment.productIdentifier == Shop.lamp)
        #expect(bought.original == nil)
    }

    @Test func `a renewal names its original`() async throws {
        let first = try await pay(Shop.gold)
        SKPaymentQueue.default().finishTransaction(first)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        let renewal = try await observer.transaction { $0.original != nil }
        #expect(renewal.transactionState == .purchased)
        #expect(renewal.original?.transactionIdentifier == first.transactionIdentifier)
    }

    @Test func `restoring gives back what the customer keeps`() async throws {
        for product in [Shop.coins, Shop.lamp, Shop.season, Shop.gold] {
            SKPaymentQueue.default().finishTransaction(try await pay(product))
        }
        SKPaymentQueue.default().restoreCompletedTransactions()
        let error = try await observer.restored()
        #expect(error == nil)
        let restored = observer.seen.filter { $0.transactionState == .restored }
        #expect(Set(restored.map(\.payment.productIdentifier)) == [Shop.lamp, Shop.gold])
        #expect(restored.allSatisfy { $0.original?.transactionIdentifier != nil })
    }

    @Test func `what was given back and not finished is there at the next launch`() async throws {
        SKPaymentQueue.default().finishTransaction(try await pay(Shop.lamp))
        SKPaymentQueue.default().restoreCompletedTransactions()
        #expect(try await observer.restored() == nil)
        SKPaymentQueue.default().remove(observer)
        StoreKitSimulator.relaunch()
        let launched = RecordingObserver()
        SKPaymentQueue.default().add(launched)
        let stored = try await launched.transaction { $0.transactionState == .restored }
        #expect(stored.payment.productIdentifier == Shop.lamp)
        SKPaymentQueue.default().finishTransaction(stored)
        try await launched.removal { $0 === stored }
        StoreKitSimulator.relaunch()
        #expect(SKPaymentQueue.default().transactions.isEmpty)
    }

    @Test func `finishing an earlier session's payment leaves the later session's alone`() async throws {
        let earlier = try await pay(Shop.coins)
        let next = try Shop.session()
        SKPaymentQueue.default().add(Self.payment(Shop.coins))
        let later = try await observer.transaction { $0.transactionState == .purchased && $0 !== earlier }
        #expect(later.transactionIdentifier == earlier.transactionIdentifier)
        SKPaymentQueue.default().finishTransaction(earlier)
        SKPaymentQueue.default().finishTransaction(try await pay(Shop.lamp))
        try await observer.removal { $0.payment.productIdentifier == Shop.lamp }
        #expect(SKPaymentQueue.default().transactions == [later])
        #expect(try await all(Transaction.unfinished).map(\.unsafePayloadValue.productID) == [Shop.coins])
        withExtendedLifetime(next) {}
    }

    @Test func `a failing restore notifies the observer`() async throws {
        try await session.setSimulatedError(.generic(.notEntitled), forAPI: .appStoreSync)
        SKPaymentQueue.default().restoreCompletedTransactions()
        #expect((try await observer.restored() as? SKError)?.code == .clientInvalid)
    }

    @Test func `a refund reports the revoked products`() async throws {
        let lamp = try await pay(Shop.lamp)
        let id = try #require(lamp.transactionIdentifier.flatMap(UInt.init))
        try session.refundTransaction(identifier: id)
        #expect(try await observer.revocation() == [Shop.lamp])
    }

    @Test func `a product chosen on the store's page is bought when the observer wants it`() async throws {
        observer.wantsStorePayments = true
        try StoreKitSimulator.promote(product: Shop.lamp)
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought.payment.productIdentifier == Shop.lamp)
    }

    @Test func `a reader that an earlier test left behind takes no product from the queue`() async throws {
        // As an object of the app does that an earlier test did not release.
        let left = PurchaseIntent.intents.makeAsyncIterator()
        let next = try Shop.session()
        observer.wantsStorePayments = true
        try StoreKitSimulator.promote(product: Shop.lamp)
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        #expect(bought.payment.productIdentifier == Shop.lamp)
        withExtendedLifetime((left, next)) {}
    }

    /// Leaves the queue when no one needs it any more, as apps do.
    private final class Leaving: NSObject, SKPaymentTransactionObserver {
        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}

        deinit {
            SKPaymentQueue.default().remove(self)
        }
    }

    @Test func `observers that leave the queue as they end come and go from many threads`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let short = Leaving()
                        SKPaymentQueue.default().add(short)
                        #expect(SKPaymentQueue.default().transactionObservers.contains { $0 === short })
                    }
                }
            }
        }
        // The queue may still be telling some of them that there is nothing.
        func areThere() -> Bool { SKPaymentQueue.default().transactionObservers.contains { $0 is Leaving } }
        for _ in 0..<2000 where areThere() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(!areThere())
    }

    private static func payment(_ product: String) -> SKPayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        return payment
    }

    @Test func `a payment that an earlier test began is neither charged nor told in a later one`() async throws {
        for _ in 0..<20 {
            SKPaymentQueue.default().add(Self.payment(Shop.coins))
            let next = try Shop.session()
            let later = RecordingObserver()
            SKPaymentQueue.default().add(later)
            SKPaymentQueue.default().add(Self.payment(Shop.lamp))
            let bought = try await later.transaction { $0.transactionState == .purchased }
            #expect(bought.payment.productIdentifier == Shop.lamp)
            #expect(later.states(of: Shop.coins).isEmpty)
            #expect(next.allTransactions().map(\.productIdentifier) == [Shop.lamp])
        }
    }

    @Test func `a payment that an earlier launch began comes automatically in the next`() async throws {
        for count in 1...20 {
            SKPaymentQueue.default().add(Self.payment(Shop.coins))
            StoreKitSimulator.relaunch()
            let launched = RecordingObserver()
            SKPaymentQueue.default().add(launched)
            let bought = try await launched.transaction { $0.transactionState == .purchased }
            SKPaymentQueue.default().finishTransaction(bought)
            try await launched.removal { $0 === bought }
            #expect(session.allTransactions().count == count)
        }
        #expect(try await all(Transaction.unfinished).isEmpty)
    }

    @Test func `finishing in the newer interface empties the queue too`() async throws {
        let transaction = try await pay(Shop.coins)
        try await #require(Transaction.latest(for: Shop.coins)).payloadValue.finish()
        try await observer.removal { $0 === transaction }
        #expect(SKPaymentQueue.default().transactions.isEmpty)
    }

    @Test func `a purchase of the original interface reaches readers of the newer one`() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        let transaction = try await pay(Shop.coins)
        let update = try #require(await updates.next())
        #expect(String(update.unsafePayloadValue.id) == transaction.transactionIdentifier)
    }

    @Test func `the receipt holds a purchase before the observer is notified`() async throws {
        let transaction = try await pay(Shop.coins)
        let receipt = try ReceiptReader.read(try #require(Bundle.main.appStoreReceiptURL))
        #expect(receipt.transactions == [transaction.transactionIdentifier])
        SKPaymentQueue.default().finishTransaction(transaction)
        try await observer.removal { $0 === transaction }
        try await RequestLoader.run(SKReceiptRefreshRequest())
    }

    private final class SpyQueue: SKPaymentQueue, @unchecked Sendable {}

    @Test func `a queue that a test makes for itself hears of the store too`() async throws {
        let queue = SpyQueue()
        let own = RecordingObserver()
        queue.add(own)
        session.askToBuyEnabled = true
        let products = try await ProductLoader.load([Shop.coins]).products
        queue.add(SKPayment(product: try #require(products.first)))
        let waiting = try await own.transaction { $0.transactionState == .deferred }
        try session.approveAskToBuyTransaction(identifier: try #require(session.allTransactions().first).identifier)
        let bought = try await own.transaction { $0.transactionState == .purchased }
        #expect(bought === waiting)
        queue.finishTransaction(bought)
        try await own.removal { $0 === bought }
        #expect(queue.transactions.isEmpty)
        #expect(try await all(Transaction.unfinished).isEmpty)
    }

    @Test func `the storefront is the session's`() async throws {
        #expect(SKPaymentQueue.default().storefront?.countryCode == "USA")
        #expect(SKPaymentQueue.canMakePayments())
        session.storefront = "DEU"
        #expect(SKPaymentQueue.default().storefront?.countryCode == "DEU")
    }

    @Test func `finishing a transaction the store works on is a mistake`() async {
        await #expect(processExitsWith: .failure) {
            SKPaymentQueue.default().finishTransaction(SKPaymentTransaction())
        }
    }
}
