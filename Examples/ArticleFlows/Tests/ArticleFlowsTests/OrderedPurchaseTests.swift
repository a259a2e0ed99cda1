// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import ArticleFlows
import StoreKit
import StoreKitTest
import Testing

extension Flows {
    @MainActor
    @Suite final class OrderedPurchases: OrderedPurchaseDelegate {
        private let session: SKTestSession
        private let defaults: UserDefaults
        private var successes = 0
        private var failures: [OrderedPurchaseManager.Failure] = []
        private var isServerUp = true
        private var checked: [(order: String, receipt: String)] = []

        init() throws {
            session = try Shop.session()
            defaults = try Shop.defaults()
        }

        nonisolated func buySuccess() { MainActor.assumeIsolated { successes += 1 } }

        nonisolated func buyFailed(_ reason: OrderedPurchaseManager.Failure) {
            MainActor.assumeIsolated { failures.append(reason) }
        }

        private func manager() -> OrderedPurchaseManager {
            let manager = OrderedPurchaseManager(
                defaults: defaults,
                makeOrder: { "order-1" },
                verify: { order, receipt, _ in
                    self.checked.append((order, receipt))
                    return self.isServerUp
                }
            )
            manager.delegate = self
            return manager
        }

        private func leave(_ manager: OrderedPurchaseManager) { SKPaymentQueue.default().remove(manager) }

        @Test func `the article's flow buys, is verified with the receipt, and finishes`() async throws {
            let manager = manager()
            defer { leave(manager) }
            manager.requestProduct(Shop.coins)
            try await Shop.eventually { successes == 1 }
            #expect(checked.map(\.order) == ["order-1"])
            let receipt = Data(base64Encoded: checked[0].receipt, options: .ignoreUnknownCharacters)
            #expect(try #require(receipt).count > 1000)
            try await Shop.eventually { SKPaymentQueue.default().transactions.isEmpty }
            #expect(failures.isEmpty)
        }

        @Test func `its slip leaves the order's mark behind`() async throws {
            let manager = manager()
            defer { leave(manager) }
            manager.requestProduct(Shop.coins)
            try await Shop.eventually { successes == 1 }
            #expect(defaults.string(forKey: OrderedPurchaseManager.orderMark) == "order-1")
        }

        @Test func `a purchase that was not verified comes back to the next observer`() async throws {
            isServerUp = false
            let first = manager()
            first.requestProduct(Shop.coins)
            try await Shop.eventually { checked.count == 1 }
            #expect(successes == 0)
            leave(first)
            isServerUp = true
            let second = manager()
            defer { leave(second) }
            try await Shop.eventually { successes == 1 }
            #expect(checked.map(\.order) == ["order-1", "order-1"])
        }

        @Test func `its slip takes a restored product for a failure`() async throws {
            let manager = manager()
            defer { leave(manager) }
            manager.requestProduct(Shop.lamp)
            try await Shop.eventually { successes == 1 }
            SKPaymentQueue.default().restoreCompletedTransactions()
            try await Shop.eventually { failures == [.transaction(nil)] }
        }

        @Test func `a product that is not sold is reported`() async throws {
            let manager = manager()
            defer { leave(manager) }
            manager.requestProduct("shop.unknown")
            try await Shop.eventually { failures == [.noProduct] }
        }
    }
}
