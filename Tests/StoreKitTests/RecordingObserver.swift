// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import Synchronization

/// Remembers what the payment queue says, and lets tests wait for it.
final class RecordingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private struct State {
        var seen: [SKPaymentTransaction] = []
        var states: [String: [SKPaymentTransactionState]] = [:]
        var received: Set<Update> = []
        var removed: [SKPaymentTransaction] = []
        var restorations: [(any Error)?] = []
        var revoked: [[String]] = []
        var wantsStorePayments = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isTooLate = false
    }

    /// What a test waited for did not come.
    struct TooLate: Error, CustomStringConvertible {
        var received: [String]

        var description: String { "it did not come; the queue reported \(received)" }
    }

    /// A state in which this observer was notified of a transaction.
    private struct Update: Hashable {
        var transaction: ObjectIdentifier
        var state: SKPaymentTransactionState

        init(_ transaction: SKPaymentTransaction) {
            self.transaction = ObjectIdentifier(transaction)
            state = transaction.transactionState
        }
    }

    private let state = Mutex(State())

    var seen: [SKPaymentTransaction] { state.withLock { $0.seen } }

    var wantsStorePayments: Bool {
        get { state.withLock { $0.wantsStorePayments } }
        set { state.withLock { $0.wantsStorePayments = newValue } }
    }

    /// The states of a product's transactions in the order in which the queue told them.
    func states(of product: String) -> [SKPaymentTransactionState] { state.withLock { $0.states[product] ?? [] } }

    /// Waits for a transaction, in the state of which this observer was notified.
    func transaction(
        where isWanted: @Sendable (SKPaymentTransaction) -> Bool
    ) async throws -> SKPaymentTransaction {
        // The queue changes a transaction before it tells one observer after the other.
        try await value { state in state.seen.last { isWanted($0) && state.received.contains(Update($0)) } }
    }

    func removal(where isWanted: @Sendable (SKPaymentTransaction) -> Bool) async throws {
        _ = try await value { $0.removed.last(where: isWanted) }
    }

    func restored() async throws -> (any Error)? { try await value { $0.restorations.last } }

    func revocation() async throws -> [String] { try await value { $0.revoked.last } }

    /// Waits until there is a value: a test that waits in vain says so, and keeps no other test from its turn.
    private func value<Value>(_ read: (inout State) -> Value?) async throws -> Value {
        let patience = Task {
            // Only a test that fails waits as long as this.
            try await Task.sleep(for: .seconds(20))
            record { $0.isTooLate = true }
        }
        defer { patience.cancel() }
        while true {
            if let value = state.withLock({ state in read(&state).map(Found.init) }) { return value.value }
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if read(&state) != nil || state.isTooLate { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isThere { continuation.resume() }
            }
            let isTooLate = state.withLock { state in state.isTooLate && read(&state) == nil }
            if isTooLate { throw TooLate(received: state.withLock { $0.states.map { "\($0.key) \($0.value)" } }) }
        }
    }

    private struct Found<Value>: @unchecked Sendable { let value: Value }

    private func record(_ change: @Sendable (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        dispatchPrecondition(condition: .onQueue(.main))
        let states = transactions.map { ($0.payment.productIdentifier, $0.transactionState) }
        record { state in
            state.seen += transactions
            state.received.formUnion(transactions.map(Update.init))
            for (product, new) in states { state.states[product, default: []].append(new) }
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        record { $0.removed += transactions }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        record { $0.restorations.append(nil) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        record { $0.restorations.append(error) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers products: [String]) {
        record { $0.revoked.append(products) }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool { wantsStorePayments }
}

/// Runs a request and waits for its answer.
class RequestLoader: NSObject, SKRequestDelegate, @unchecked Sendable {
    // Set before the request starts, taken on the main thread.
    fileprivate var continuation: CheckedContinuation<Void, any Error>?

    static func run(_ request: SKRequest) async throws {
        let loader = RequestLoader()
        try await loader.run(request)
    }

    func run(_ request: SKRequest) async throws {
        try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            request.delegate = self
            request.start()
        }
        withExtendedLifetime(self) {}
    }

    func requestDidFinish(_ request: SKRequest) {
        continuation?.resume()
        continuation = nil
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        continuation?.resume(throwing: error)
        continuation = nil
    }
}

/// Loads products through the original interface.
final class ProductLoader: RequestLoader, SKProductsRequestDelegate, @unchecked Sendable {
    private var response: SKProductsResponse?

    static func load(_ identifiers: Set<String>) async throws -> SKProductsResponse {
        let loader = ProductLoader()
        try await loader.run(SKProductsRequest(productIdentifiers: identifiers))
        guard let response = loader.response else { throw SKError(.unknown) }
        return response
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        self.response = response
    }
}
