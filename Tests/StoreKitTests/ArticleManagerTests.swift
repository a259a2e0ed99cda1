// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@MainActor
@Suite(.storeKit) final class ArticleManagerTests: ArticleManagerDelegate {
    private let session: SKTestSession
    private let defaults: UserDefaults
    private let suite = "article-\(UUID())"
    private var successes = 0
    private var failures: [ArticleManager.Failure] = []
    private var isServerUp = true
    private var checked: [(order: String, receipt: String)] = []

    init() throws {
        session = try Shop.session()
        defaults = try #require(UserDefaults(suiteName: suite))
    }

    isolated deinit {
        defaults.removePersistentDomain(forName: suite)
    }

    nonisolated func buySuccess() { MainActor.assumeIsolated { successes += 1 } }

    nonisolated func buyFailed(_ reason: ArticleManager.Failure) {
        MainActor.assumeIsolated { failures.append(reason) }
    }

    private func manager() -> ArticleManager {
        let manager = ArticleManager(
            defaults: defaults,
            makeOrder: { "order-1" },
            verify: { [self] order, receipt, _ in
                MainActor.assumeIsolated {
                    checked.append((order, receipt))
                    return isServerUp
                }
            }
        )
        manager.delegate = self
        return manager
    }

    private func eventually(_ condition: () -> Bool) async throws {
        for _ in 0..<2000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(condition())
    }

    @Test func `the article's flow buys, is verified with the receipt, and finishes`() async throws {
        let manager = manager()
        manager.requestProduct(Shop.coins)
        try await eventually { successes == 1 }
        #expect(checked.map(\.order) == ["order-1"])
        #expect(try #require(Data(base64Encoded: checked[0].receipt, options: .ignoreUnknownCharacters)).count > 1000)
        try await eventually { SKPaymentQueue.default().transactions.isEmpty }
        #expect(failures.isEmpty)
    }

    @Test func `its slip leaves the order's mark behind`() async throws {
        let manager = manager()
        manager.requestProduct(Shop.coins)
        try await eventually { successes == 1 }
        #expect(defaults.string(forKey: ArticleManager.orderMark) == "order-1")
        withExtendedLifetime(manager) {}
    }

    @Test func `a purchase that was not verified comes back at the next launch`() async throws {
        isServerUp = false
        var first: ArticleManager? = manager()
        first?.requestProduct(Shop.coins)
        try await eventually { checked.count == 1 }
        #expect(successes == 0)
        first = nil
        isServerUp = true
        StoreKitSimulator.relaunch()
        let second = manager()
        try await eventually { successes == 1 }
        #expect(checked.map(\.order) == ["order-1", "order-1"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `its slip takes a restored product for a failure`() async throws {
        let manager = manager()
        manager.requestProduct(Shop.lamp)
        try await eventually { successes == 1 }
        SKPaymentQueue.default().restoreCompletedTransactions()
        try await eventually { failures == [.transaction(nil)] }
        withExtendedLifetime(manager) {}
    }

    @Test func `a product that is not sold is told`() async throws {
        let manager = manager()
        manager.requestProduct("shop.unknown")
        try await eventually { failures == [.noProduct] }
        withExtendedLifetime(manager) {}
    }
}
