// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// Takes what happened in the store without the app asking.
    func receive(_ event: StoreEvent, from backend: (any StoreBackend)?) {
        // Looked at before the store is: should another one take its place now, their eras are over.
        let queues = SKPaymentQueue.all.map { (queue: $0, era: $0.era) }
        guard let backend, isCurrent(backend) else { return }
        switch event {
        case .receipt(let receipt): retain(receipt)
        case .transaction(let stored, let cause):
            guard let transaction = receive(stored, cause, from: backend) else { return }
            for (queue, era) in queues { queue.receive(transaction, cause, in: era) }
        case .status(let stored):
            if let status = status(stored, from: backend) { statusUpdates.send(status) }
        case .declined(let attempt):
            for (queue, era) in queues { queue.wasDeclined(attempt, in: era) }
        case .storefront(let record):
            storefrontUpdates.send(Storefront(record))
            for (queue, era) in queues { queue.storefrontChanged(in: era) }
        case .intent(let product, let offer):
            Task { await self.offer(product, offer) }
        case .message(let reason): messages.send(Message(reason: Message.Reason(rawValue: reason)))
        case .deleted: receipts.invalidate()
        case .cleared:
            receipts.invalidate()
            state.withLock { $0.backlog = [] }
            for (queue, _) in queues { queue.reset() }
        }
    }

    /// Tells the readers of updates; gives the transaction back when the queues are to be notified, too.
    private func receive(
        _ stored: StoredTransaction,
        _ cause: StoreEvent.Cause,
        from backend: any StoreBackend
    ) -> Transaction? {
        guard let result: VerificationResult<Transaction> = read(stored.document, .transaction, from: backend) else {
            return nil
        }
        let transaction = result.unsafePayloadValue
        let waitsForLaunch = state.withLock { state in
            guard state.backend === backend else { return true }
            if cause == .renewal, state.renewalDelivery == .atNextLaunch { return true }
            state.backlog.insert(transaction.id)
            return false
        }
        receipts.invalidate()
        guard !waitsForLaunch else { return nil }
        transactionUpdates.send(result)
        return transaction
    }

    /// A product that the customer chose on the store's page.
    private func offer(_ product: String, _ offerID: String?) async {
        do {
            guard let record = try await products(for: [product]).first else { return }
            let product = Product(record: record)
            let offers = product.subscription.map { $0.winBackOffers + $0.promotionalOffers } ?? []
            let intent = PurchaseIntent(product: product, offer: offers.first { $0.id == offerID })
            let hasReaders = purchaseIntents.hasReaders
            if !hasReaders, let queue = SKPaymentQueue.all.first(where: \.hasObserversOfThisEra) {
                queue.offer(SKProduct(record: record))
            } else {
                purchaseIntents.send(intent)
                // Whoever is left of an earlier store is the app's for life, or a test's that released it too late:
                // both
                // interfaces hear of it, and neither takes it from who begins to listen now.
                let left = hasReaders ? nil : SKPaymentQueue.all.first(where: \.hasObservers)
                left?.offer(SKProduct(record: record))
            }
        } catch {
            StoreLog.warn("a product that was chosen on the store's page could not be loaded: \(error)")
        }
    }
}
