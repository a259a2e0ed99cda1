// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// The customer's transactions that a sequence asks for; empty when the store does not answer.
    ///
    /// Apple's sequences cannot fail, so the failure is written to standard error.
    func transactions(_ selection: Transaction.Selection) async -> [VerificationResult<Transaction>] {
        await orEmpty {
            let backend = try backend()
            switch selection {
            case .all(let product):
                let isComplete = state.withLock { $0.historyHasFinishedConsumables }
                return try await entries(of: backend)
                    .filter { product == nil || $0.productID == product }
                    .filter { isComplete || !$0.isForgotten }
                    .map(\.result)
            case .entitlements(let product):
                return try await currentEntitlements(of: backend, product: product)
            case .unfinished:
                return try await entries(of: backend).filter { !$0.isFinished }.map(\.result)
            case .updates:
                return []
            }
        }
    }

    func currentEntitlements(for product: String) async -> [VerificationResult<Transaction>] {
        await orEmpty { try await currentEntitlements(of: try backend(), product: product) }
    }

    func latest(for product: String) async -> VerificationResult<Transaction>? {
        await transactions(.all(product: product)).max { left, right in
            let (first, second) = (left.unsafePayloadValue, right.unsafePayloadValue)
            return (first.purchaseDate, first.id) < (second.purchaseDate, second.id)
        }
    }

    /// Finishes a transaction, unless an earlier store made it: each counts from zero, so its number is another's now.
    func finish(_ transaction: Transaction) async {
        let chosen = Result { try backend() }
        if let backend = try? chosen.get(), !Self.isOwn(transaction, of: backend) {
            return StoreLog.warn("transaction \(transaction.id) is an earlier session's, so there is nothing to finish")
        }
        await finish(transaction.id, in: chosen)
    }

    /// Whether a transaction was made for the device of a store; those of a simulator elsewhere name none.
    static func isOwn(_ transaction: Transaction, of backend: any StoreBackend) -> Bool {
        let device = DeviceFields(payload: transaction.signed.payload)
        return !device.isPresent || DeviceVerification.matches(device, id: backend.deviceVerificationID)
    }

    func finish(_ id: UInt64, in chosen: Result<any StoreBackend, any Error>) async {
        do {
            let backend = try chosen.get()
            try await backend.finish(id)
            guard isCurrent(backend) else { return }
            state.withLock { _ = $0.backlog.remove(id) }
            for queue in SKPaymentQueue.all { queue.wasFinished(id) }
        } catch {
            StoreLog.warn("transaction \(id) could not be finished and will come back: \(error)")
        }
    }

    func requestRefund(_ id: UInt64) async throws { try await backend().requestRefund(id) }

    /// Refuses a transaction that an earlier store made.
    func requireOwn(_ transaction: Transaction) throws {
        guard Self.isOwn(transaction, of: try backend()) else { throw Transaction.RefundRequestError.failed }
    }

    /// One transaction with what the store keeps beside it.
    struct Entry {
        var result: VerificationResult<Transaction>
        var isFinished: Bool

        /// Whether the history leaves it out: a consumable that was finished, unless it was refunded or revoked.
        ///
        /// Apple: [all](https://developer.apple.com/documentation/storekit/transaction/all).
        var isForgotten: Bool {
            isFinished && content.productType == .consumable && content.revocationDate == nil
        }

        var content: Transaction { result.unsafePayloadValue }
        var productID: String { content.productID }
    }

    func entries(of backend: any StoreBackend) async throws -> [Entry] {
        try await backend.history().compactMap { stored in
            read(stored.document, .transaction, from: backend).map { Entry(result: $0, isFinished: stored.isFinished) }
        }
    }

    private func currentEntitlements(
        of backend: any StoreBackend,
        product: String?
    ) async throws -> [VerificationResult<Transaction>] {
        let entries = try await entries(of: backend)
        let statuses = try await backend.currentStatuses().map {
            ($0.transaction, Product.SubscriptionInfo.RenewalState(rawValue: $0.state))
        }
        let paid = Set(
            statuses.filter { $0.1 == .subscribed || $0.1 == .inGracePeriod }
                .compactMap { SignedBytes(jws: $0.0).flatMap(Transaction.init(signed:))?.id }
        )
        // Time that was bought again and again: the latest purchase of each product, says Apple.
        let nonRenewing = entries.filter { $0.content.productType == .nonRenewable && $0.content.revocationDate == nil }
        let latest = Dictionary(grouping: nonRenewing, by: \.productID).compactMapValues { bought in
            bought.map(\.content).max { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }?.id
        }
        return entries.filter { entry in
            let transaction = entry.content
            guard transaction.revocationDate == nil, product == nil || transaction.productID == product else {
                return false
            }
            switch transaction.productType {
            case .nonConsumable: return true
            case .nonRenewable: return latest[transaction.productID] == transaction.id
            case .autoRenewable: return paid.contains(transaction.id)
            default: return false
            }
        }
        .map(\.result)
    }

    private func orEmpty<Element>(_ body: () async throws -> [Element]) async -> [Element] {
        do {
            return try await emptyIfCanceled(body)
        } catch {
            StoreLog.warn("the customer's transactions could not be read: \(error)")
            return []
        }
    }
}
