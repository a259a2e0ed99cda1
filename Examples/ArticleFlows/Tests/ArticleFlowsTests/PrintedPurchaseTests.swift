// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import ArticleFlows
import StoreKit
import StoreKitTest
import Testing

extension Flows {
    @MainActor
    @Suite final class PrintedPurchases: PrintedPurchaseDelegate {
        private let session: SKTestSession
        private var successes = 0
        private var failures: [PrintedPurchaseManager.Failure] = []

        init() throws { session = try Shop.session() }

        nonisolated func buySuccess() { MainActor.assumeIsolated { successes += 1 } }

        nonisolated func buyFailed(type: PrintedPurchaseManager.Failure) {
            MainActor.assumeIsolated { failures.append(type) }
        }

        private func manager() -> PrintedPurchaseManager {
            let manager = PrintedPurchaseManager()
            manager.delegate = self
            return manager
        }

        private func leave(_ manager: PrintedPurchaseManager) { SKPaymentQueue.default().remove(manager) }

        @Test(arguments: [Shop.coins, Shop.gold])
        func `the manager as printed buys, and leaves nothing in the queue`(product: String) async throws {
            let manager = manager()
            defer { leave(manager) }
            manager.reuqestProduct(ProductId: product)
            try await Shop.eventually { successes == 1 }
            try await Shop.eventually { SKPaymentQueue.default().transactions.isEmpty }
            #expect(failures.isEmpty)
            #expect(session.allTransactions().map(\.productIdentifier) == [product])
        }

        @Test func `the manager as printed reports a product that is not sold`() async throws {
            let manager = manager()
            defer { leave(manager) }
            manager.reuqestProduct(ProductId: "shop.unknown")
            try await Shop.eventually { failures == [.notProduct] }
            #expect(successes == 0)
        }
    }
}
