// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// Which observers the payment queue notifies while threads race.
@MainActor
@Suite(.storeKit) final class QueueObserverTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
        // An observer of an earlier test is released when its last notification was sent, and would be given this test's purchases.
        for observer in SKPaymentQueue.default().transactionObservers { SKPaymentQueue.default().remove(observer) }
    }

    /// Holds the main thread until a purchase that no one was notified of yet is in the queue.
    private func pendingNotifications() throws -> SKPaymentTransaction {
        let deadline = Date(timeIntervalSinceNow: 10)
        while SKPaymentQueue.default().transactions.isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
        return try #require(SKPaymentQueue.default().transactions.first)
    }

    private func buyCoins(hearing observer: RecordingObserver) async throws {
        let products = try await ProductLoader.load([Shop.coins]).products
        SKPaymentQueue.default().add(SKPayment(product: try #require(products.first)))
        _ = try await observer.transaction {
            $0.payment.productIdentifier == Shop.coins && $0.transactionState == .purchased
        }
    }

    @Test func `no one is notified of a purchase that was finished before the main thread could report it`()
        async throws
    {
        try session.buyProduct(productIdentifier: Shop.lamp)
        let (first, second) = (RecordingObserver(), RecordingObserver())
        SKPaymentQueue.default().add(first)
        SKPaymentQueue.default().finishTransaction(try pendingNotifications())
        SKPaymentQueue.default().add(second)
        try await buyCoins(hearing: second)
        #expect(first.states(of: Shop.lamp).isEmpty)
        #expect(second.states(of: Shop.lamp).isEmpty)
    }

    @Test func `an observer that comes before the main thread has sent a purchase receives it once`() async throws {
        try session.buyProduct(productIdentifier: Shop.lamp)
        let (first, second) = (RecordingObserver(), RecordingObserver())
        SKPaymentQueue.default().add(first)
        _ = try pendingNotifications()
        SKPaymentQueue.default().add(second)
        try await buyCoins(hearing: second)
        #expect(first.states(of: Shop.lamp) == [.purchased])
        #expect(second.states(of: Shop.lamp) == [.purchased])
    }

    @Test func `what was given back and not sent when the app ended is sent in the next launch`() async throws {
        try session.buyProduct(productIdentifier: Shop.lamp)
        SKPaymentQueue.default().restoreCompletedTransactions()
        #expect(try pendingNotifications().transactionState == .restored)
        StoreKitSimulator.relaunch()
        let launched = RecordingObserver()
        SKPaymentQueue.default().add(launched)
        _ = try await launched.transaction { $0.transactionState == .restored }
    }

    @Test func `observers are not retained and not added twice`() async throws {
        weak var forgotten: RecordingObserver?
        do {
            let short = RecordingObserver()
            forgotten = short
            SKPaymentQueue.default().add(short)
            SKPaymentQueue.default().add(short)
            #expect(SKPaymentQueue.default().transactionObservers.filter { $0 === short }.count == 1)
        }
        // The queue may still be notifying it of an empty restore.
        for _ in 0..<1000 where forgotten != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(forgotten == nil)
    }

    @Test func `an observer that was taken out is not told any more`() {
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        #expect(SKPaymentQueue.default().transactionObservers.contains { $0 === observer })
        SKPaymentQueue.default().remove(observer)
        #expect(!SKPaymentQueue.default().transactionObservers.contains { $0 === observer })
    }

    /// What it holds may be what the main thread waits for: a test's session, which ends with the last who holds it.
    @Test func `an observer is not retained until the main thread has told it what there is`() {
        weak var forgotten: RecordingObserver?
        do {
            let short = RecordingObserver()
            forgotten = short
            SKPaymentQueue.default().add(short)
        }
        // Nothing is reported until this thread releases the lock; other threads may read it for a moment.
        let deadline = Date(timeIntervalSinceNow: 2)
        while forgotten != nil, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
        #expect(forgotten == nil)
    }
}
