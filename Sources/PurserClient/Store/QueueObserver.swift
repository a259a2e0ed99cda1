// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

/// Listens to the payment queue, and brings each answer to who waits for it.
final class QueueObserver: NSObject, SKPaymentTransactionObserver, @unchecked Sendable {
    /// How a payment ended.
    enum Outcome: Sendable {
        case paid(SendableTransaction)
        case waiting
        case canceled
    }

    private struct PendingPayment {
        var product: String
        var username: String?
        var continuation: CheckedContinuation<Outcome, any Error>
    }

    let updates = Broadcaster<SendableTransaction>(retainsLatest: false)
    let promotions = Broadcaster<StorePromotion>(retainsLatest: false)

    /// The products that the customer lost.
    let revocations = Broadcaster<[String]>(retainsLatest: false)

    // Guarded by the lock; who waits is answered after it is released.
    private let lock = NSLock()
    private var payers: [PendingPayment] = []
    private var restorers: [CheckedContinuation<[SendableTransaction], any Error>] = []
    private var restored: [SendableTransaction] = []
    private var isListening = false

    /// Listens from now on.
    func start() {
        let isNew = lock.withLock {
            defer { isListening = true }
            return !isListening
        }
        if isNew { SKPaymentQueue.default().add(self) }
    }

    /// Listens no more.
    func end() {
        lock.withLock { isListening = false }
        SKPaymentQueue.default().remove(self)
    }

    /// Pays, and waits for the end of it.
    func pay(_ payment: SKMutablePayment) async throws -> Outcome {
        start()
        let (product, username) = (payment.productIdentifier, payment.applicationUsername)
        return try await withCheckedThrowingContinuation { continuation in
            lock.withLock {
                payers.append(PendingPayment(product: product, username: username, continuation: continuation))
            }
            SKPaymentQueue.default().add(payment)
        }
    }

    /// Restores, and waits for the end of it.
    func restore() async throws -> [SendableTransaction] {
        start()
        return try await withCheckedThrowingContinuation { continuation in
            let isFirst = lock.withLock {
                defer { restorers.append(continuation) }
                return restorers.isEmpty
            }
            if isFirst { SKPaymentQueue.default().restoreCompletedTransactions() }
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased: purchased(transaction)
            case .restored: retainRestored(transaction)
            case .failed: failed(transaction, queue)
            case .deferred: payer(of: transaction)?.resume(returning: .waiting)
            default: break
            }
        }
    }

    private func purchased(_ transaction: SKPaymentTransaction) {
        if let payer = payer(of: transaction) {
            payer.resume(returning: .paid(SendableTransaction(transaction)))
        } else {
            updates.send(SendableTransaction(transaction))
        }
    }

    private func retainRestored(_ transaction: SKPaymentTransaction) {
        let isAskedFor = lock.withLock {
            guard !restorers.isEmpty else { return false }
            restored.append(SendableTransaction(transaction))
            return true
        }
        if !isAskedFor { updates.send(SendableTransaction(transaction)) }
    }

    /// A failed or canceled payment is finished at once: nothing was paid.
    private func failed(_ transaction: SKPaymentTransaction, _ queue: SKPaymentQueue) {
        let payer = payer(of: transaction)
        let failure = StoreFailure(transaction.error ?? SKError(.unknown))
        queue.finishTransaction(transaction)
        if failure.isCancelled { payer?.resume(returning: .canceled) } else { payer?.resume(throwing: failure) }
    }

    /// Takes out who waits for a transaction.
    private func payer(of transaction: SKPaymentTransaction) -> CheckedContinuation<Outcome, any Error>? {
        let payment = transaction.payment
        let (product, username) = (payment.productIdentifier, payment.applicationUsername?.lowercased())
        return lock.withLock {
            let index = payers.firstIndex { $0.product == product && $0.username?.lowercased() == username }
            return index.map { payers.remove(at: $0).continuation }
        }
    }

    private func removeRestorers() -> ([CheckedContinuation<[SendableTransaction], any Error>], [SendableTransaction]) {
        lock.withLock {
            defer { (restorers, restored) = ([], []) }
            return (restorers, restored)
        }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        let (restorers, restored) = removeRestorers()
        for restorer in restorers { restorer.resume(returning: restored) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        let failure = StoreFailure(error)
        for restorer in removeRestorers().0 { restorer.resume(throwing: failure) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers products: [String]) {
        revocations.send(products)
    }

    #if !os(watchOS)
    /// A product chosen on the store's page is bought in the usual way, with an order of its own.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        promotions.send(StorePromotion(product: product.productIdentifier))
        return false
    }
    #endif
}
