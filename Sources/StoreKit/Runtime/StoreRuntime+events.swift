// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// Takes what happened in the store without the app asking.
    func receive(_ event: StoreEvent, from backend: (any StoreBackend)?) {
        guard let backend, isCurrent(backend) else { return }
        switch event {
        case .transaction(let stored, let cause): receive(stored, cause, from: backend)
        case .status(let stored):
            if let status = status(stored, from: backend) { statusUpdates.send(status) }
        case .declined(let attempt):
            for queue in SKPaymentQueue.all { queue.wasDeclined(attempt) }
        case .storefront(let record):
            storefrontUpdates.send(Storefront(record))
            for queue in SKPaymentQueue.all { queue.storefrontChanged() }
        case .intent(let product, let offer):
            Task { await self.offer(product, offer) }
        case .message(let reason): messages.send(Message(reason: Message.Reason(rawValue: reason)))
        case .cleared:
            state.withLock { $0.backlog = [] }
            for queue in SKPaymentQueue.all { queue.reset() }
        }
    }

    private func receive(_ stored: StoredTransaction, _ cause: StoreEvent.Cause, from backend: any StoreBackend) {
        guard let result: VerificationResult<Transaction> = read(stored.document, .transaction, from: backend) else {
            return
        }
        let transaction = result.unsafePayloadValue
        let waitsForLaunch = state.withLock { state in
            if cause == .renewal, state.renewalDelivery == .atNextLaunch { return true }
            state.backlog.insert(transaction.id)
            return false
        }
        receipts.invalidate()
        guard !waitsForLaunch else { return }
        transactionUpdates.send(result)
        for queue in SKPaymentQueue.all { queue.receive(transaction, cause) }
    }

    /// A product that the customer chose on the store's page.
    private func offer(_ product: String, _ offerID: String?) async {
        do {
            guard let record = try await products(for: [product]).first else { return }
            let product = Product(record: record)
            let offers = product.subscription.map { $0.winBackOffers + $0.promotionalOffers } ?? []
            let intent = PurchaseIntent(product: product, offer: offers.first { $0.id == offerID })
            let queue = SKPaymentQueue.all.first(where: \.hasObservers)
            if let queue, !purchaseIntents.hasReaders {
                queue.offer(SKProduct(record: record))
            } else {
                purchaseIntents.send(intent)
            }
        } catch {
            StoreLog.warn("a product that was chosen on the store's page could not be loaded: \(error)")
        }
    }
}
