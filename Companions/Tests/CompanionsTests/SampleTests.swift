// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit
import StoreKitTest
import XCTest

@MainActor
final class SampleTests: XCTestCase {
    var session: SKTestSession!

    override func setUp() async throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/Shop.storekit")
        session = try SKTestSession(contentsOf: url)
        session.resetToDefaultState()
        session.disableDialogs = true
        session.clearTransactions()
    }

    private func eventually(_ what: String, _ condition: () -> Bool) async {
        for _ in 0..<500 where !condition() { try? await Task.sleep(nanoseconds: 10_000_000) }
        XCTAssertTrue(condition(), what)
    }

    func testStoreWithPublishedPropertiesBuysAndRenews() async throws {
        let store = CoffeeStore(productIDs: ["shop.coins", "shop.club.gold", "shop.club.silver"])
        var changes = 0
        let cancellable = store.objectWillChange.sink { changes += 1 }
        await store.requestProducts()
        XCTAssertEqual(store.consumables.map(\.id), ["shop.coins"])
        XCTAssertEqual(store.subscriptions.map(\.id), ["shop.club.silver", "shop.club.gold"])
        XCTAssertGreaterThan(changes, 0)
        try await store.purchase(store.consumables[0])
        XCTAssertEqual(store.balance, 100)
        let gold = try XCTUnwrap(store.subscriptions.last)
        let transaction = try await store.purchase(gold)
        XCTAssertEqual(store.purchasedIdentifiers, ["shop.club.gold"])
        XCTAssertEqual(store.subscriptionState, .subscribed)
        let bought = try XCTUnwrap(transaction)
        try session.refundTransaction(identifier: UInt(bought.id))
        await eventually("the refund reaches the store") { store.purchasedIdentifiers.isEmpty }
        _ = cancellable
    }

    func testHelperOfThePaymentQueueBuysAndRestores() throws {
        let helper = PurchaseHelper(productIds: ["shop.coins", "shop.lamp"])
        let loaded = expectation(description: "products")
        var lamp: SKProduct?
        helper.requestProducts { success, products in
            XCTAssertTrue(success)
            lamp = products?.first { $0.productIdentifier == "shop.lamp" }
            loaded.fulfill()
        }
        wait(for: [loaded], timeout: 10)
        let product = try XCTUnwrap(lamp)
        XCTAssertEqual(helper.regularPrice(of: product), "$9.99")
        let bought = expectation(description: "purchase")
        helper.buyProduct(product) { result in
            XCTAssertNotNil(try? result.get())
            bought.fulfill()
        }
        wait(for: [bought], timeout: 10)
        XCTAssertEqual(helper.purchasedIdentifiers, ["shop.lamp"])
        let restored = expectation(description: "restore")
        helper.restorePurchases { count in
            XCTAssertEqual(count, 1)
            restored.fulfill()
        }
        wait(for: [restored], timeout: 10)
        session.failTransactionsEnabled = true
        session.failureError = .paymentCancelled
        let failed = expectation(description: "failure")
        helper.buyProduct(product) { result in
            guard case .failure(let error) = result else { return XCTFail("expected a failure") }
            XCTAssertEqual((error as? SKError)?.code, .paymentCancelled)
            failed.fulfill()
        }
        wait(for: [failed], timeout: 10)
    }

    func testManagerWithObservationFollowsTheSubscription() async throws {
        let manager = SubscriptionManager(groupID: "7E570100")
        defer { manager.stop() }
        try session.buyProduct(productIdentifier: "shop.club.silver")
        await eventually("silver") { manager.tier == .silver }
        try await session.buyProduct(identifier: "shop.club.gold")
        await eventually("gold") { manager.tier == .gold }
        let transaction = try XCTUnwrap(session.allTransactions().last)
        try session.disableAutoRenewForTransaction(identifier: transaction.identifier)
        await eventually("no renewal") { !manager.willRenew }
        try session.expireSubscription(productIdentifier: "shop.club.gold")
        await eventually("over") { manager.tier == .none }
        try await manager.manageSubscriptions()
    }

    func testOldFormsLoadWriteAndRefresh() async throws {
        let board = PriceBoard(identifiers: ["shop.lamp", "shop.coins", "shop.club.gold", "shop.nothing"])
        board.load()
        await eventually("the products") { board.products.count == 3 }
        XCTAssertEqual(board.products.map(\.priceText), ["$0.99", "$9.99", "$9.99"])
        let gold = try XCTUnwrap(board.products.first { $0.productIdentifier == "shop.club.gold" })
        XCTAssertEqual(gold.periodText, "1 month")
        XCTAssertEqual(gold.tag, gold.localizedTitle.uppercased())
        session.storefront = "JPN"
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        await eventually("the prices of another country") { board.products.first?.priceLocale.currencyCode == "JPY" }
        XCTAssertFalse(try XCTUnwrap(board.products.first?.priceText).contains("."))
        board.refreshReceipt()
        await eventually("the receipt") { board.refreshed == 1 }
        XCTAssertNotNil(receiptText())
        XCTAssertEqual(deviceBytes()?.count, 16)
        XCTAssertEqual(UIApplication.shared.beginBackgroundTask(expirationHandler: nil).rawValue, 1)
        SKStoreReviewController.requestReview()
    }

    func testWaitingNeedsNoLimit() async throws {
        let told = expectation(description: "the purchase reaches a listener")
        // What is bought before someone listens is not an update.
        let listens = expectation(description: "the listener began")
        let listener = Task {
            var updates = Transaction.updates.makeAsyncIterator()
            listens.fulfill()
            while let update = await updates.next() {
                guard case .verified(let transaction) = update, transaction.productID == "shop.lamp" else { continue }
                return told.fulfill()
            }
        }
        await fulfillment(of: [listens])
        try await session.buyProduct(identifier: "shop.lamp")
        await fulfillment(of: [told])
        listener.cancel()
    }
}
