// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import ArticleFlows
import StoreKit
import StoreKitTest
import Testing

extension Flows {
    @MainActor
    @Suite final class PostedReceipts {
        private let session: SKTestSession
        private let defaults: UserDefaults
        private var posted: [PostedReceiptManager.Posting] = []
        private var told: [PostedReceiptManager.Status] = []
        private var isServerUp = true

        init() throws {
            session = try Shop.session()
            defaults = try Shop.defaults()
        }

        private func manager() -> PostedReceiptManager {
            PostedReceiptManager(productPrefix: "shop.", defaults: defaults) { posting in
                await MainActor.run {
                    self.posted.append(posting)
                    return self.isServerUp
                }
            }
        }

        @Test func `a receipt is posted with the order and confirmed`() async throws {
            let manager = manager()
            manager.pay(product: "coins", order: "order-7", token: "alice") { self.told.append($0) }
            try await Shop.eventually { told == [.success] }
            let posting = try #require(posted.first)
            #expect(posting.orderID == "order-7")
            #expect(posting.productID == "coins")
            #expect(posting.isSandbox)
            #expect(!posting.transactionID.isEmpty)
            #expect(manager.stored == nil)
            #expect(SKPaymentQueue.default().transactions.isEmpty)
            withExtendedLifetime(manager) {}
        }

        @Test func `what was not confirmed is posted again`() async throws {
            isServerUp = false
            let manager = manager()
            manager.pay(product: "coins", order: "order-7", token: "alice") { self.told.append($0) }
            try await Shop.eventually { told == [.failed] }
            #expect(manager.stored?.orderID == "order-7")
            isServerUp = true
            manager.checkOrderStatus()
            try await Shop.eventually { told == [.failed, .success] }
            #expect(manager.stored == nil)
        }

        @Test func `its slip loses the receipt of the purchase before`() async throws {
            isServerUp = false
            let manager = manager()
            manager.pay(product: "coins", order: "order-1", token: "alice") { self.told.append($0) }
            try await Shop.eventually { told.count == 1 }
            manager.pay(product: "lamp", order: "order-2", token: "alice") { self.told.append($0) }
            try await Shop.eventually { told.count == 2 }
            #expect(manager.stored?.orderID == "order-2")
        }

        @Test func `its slip finishes an older paid purchase that no one verified`() async throws {
            try session.buyProduct(productIdentifier: Shop.lamp)
            let listener = Listener()
            SKPaymentQueue.default().add(listener)
            defer { SKPaymentQueue.default().remove(listener) }
            try await Shop.eventually { !SKPaymentQueue.default().transactions.isEmpty }
            let manager = manager()
            manager.pay(product: "coins", order: "order-3", token: "alice") { self.told.append($0) }
            try await Shop.eventually { told == [.success] }
            #expect(posted.map(\.orderID) == ["order-3"])
            #expect(SKPaymentQueue.default().transactions.isEmpty)
        }

        @Test func `a canceled payment fails`() async throws {
            session.failTransactionsEnabled = true
            session.failureError = .paymentCancelled
            let manager = manager()
            manager.pay(product: "coins", order: "order-4", token: "alice") { self.told.append($0) }
            try await Shop.eventually { told == [.failed] }
            #expect(posted.isEmpty)
        }
    }
}

/// An observer that leaves everything open.
private final class Listener: NSObject, SKPaymentTransactionObserver {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
}
