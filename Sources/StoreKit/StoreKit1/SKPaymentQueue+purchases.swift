// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension SKPaymentQueue {
    func buy(_ payment: PaymentContents, for transaction: SKPaymentTransaction, in era: Int) {
        let order = payment.order
        transaction.update { $0.attempt = order.id }
        let asksDelegate = storefrontQuestion(for: transaction)
        // Chosen now: when the task gets to run, another test's store may be there.
        let chosen = Result { try StoreRuntime.shared.backend() }
        Task {
            do {
                var order = order
                if let asksDelegate { order.options.insert(asksDelegate) }
                let backend = try chosen.get()
                switch try await StoreRuntime.shared.buyOriginal(order, from: backend) {
                case .purchased(let bought) where self.era == era:
                    self.complete(transaction, with: bought, in: era)
                case .purchased(let bought): StoreRuntime.shared.arrivedLate(bought, from: backend)
                case .deferred: self.notifyUnfinished(transaction, in: era) { $0.state = .deferred }
                case .interrupted:
                    self.notifyUnfinished(transaction, in: era) { contents in
                        contents.state = .failed
                        contents.error = SKError(.unknown)
                    }
                case .cancelled: self.fail(transaction, SKError(.paymentCancelled), in: era)
                }
            } catch {
                self.fail(transaction, SKError(reason: error), in: era)
            }
        }
    }

    private func storefrontQuestion(for transaction: SKPaymentTransaction) -> Product.PurchaseOption? {
        guard delegate != nil else { return nil }
        return .onStorefrontChange { storefront in
            let store = SKStorefront(country: storefront.countryCode, id: storefront.id)
            return self.delegate?.paymentQueue(self, shouldContinue: transaction, in: store) ?? true
        }
    }

    /// Reports the state of a pending payment, unless it completed before the main thread could report it.
    private func notifyUnfinished(
        _ transaction: SKPaymentTransaction,
        in era: Int,
        change: @escaping @Sendable (inout SKPaymentTransaction.Contents) -> Void
    ) {
        onMain {
            guard transaction.transactionState == .purchasing else { return }
            self.notifyNow([transaction], in: era, change: change)
        }
    }

    private func complete(_ transaction: SKPaymentTransaction, with bought: Transaction, in era: Int) {
        onMain { self.completeNow(transaction, with: bought, in: era) }
    }

    private func completeNow(_ transaction: SKPaymentTransaction, with bought: Transaction, in era: Int) {
        // One that waited may have been taken out of the queue: what it became comes automatically.
        guard transactions.contains(transaction) else { return add(bought, in: era) }
        notifyNow([transaction], in: era) { contents in
            contents = SKPaymentTransaction.Contents(bought, state: .purchased, payment: contents.payment)
        }
    }

    private func fail(_ transaction: SKPaymentTransaction, _ error: SKError, in era: Int) {
        notify([transaction], in: era) { contents in
            contents.state = .failed
            contents.error = error
        }
    }

    /// A transaction that came without this queue asking for it.
    func receive(_ transaction: Transaction, _ cause: StoreEvent.Cause, in era: Int) {
        switch cause {
        case .completed(let attempt):
            guard let asked = transactions.first(where: { $0.attempt == attempt }) else {
                return add(transaction, in: era)
            }
            switch asked.transactionState {
            case .deferred: complete(asked, with: transaction, in: era)
            case .purchasing:
                // Whether it waits or failed is reported on the main thread, which may not have got to it.
                onMain {
                    let isOpen = asked.transactionState == .deferred || asked.transactionState == .purchasing
                    guard isOpen else { return self.add(transaction, in: era) }
                    self.completeNow(asked, with: transaction, in: era)
                }
            default: add(transaction, in: era)
            }
        case .purchase, .renewal: add(transaction, in: era)
        case .change:
            guard transaction.revocationDate != nil else { return }
            notifyAll(in: era) { observer in
                let products = [transaction.productID]
                observer.paymentQueue(self, didRevokeEntitlementsForProductIdentifiers: products)
            }
        }
    }

    private func add(_ transaction: Transaction, in era: Int) {
        // Without an observer it stays in the backlog, which the first observer is given.
        guard hasObservers else { return }
        let added = state.withLock { state -> SKPaymentTransaction? in
            guard state.value.era == era,
                !state.value.transactions.contains(where: { $0.id == transaction.id }),
                !state.value.disconnected.contains(transaction.id)
            else { return nil }
            let added = SKPaymentTransaction(.init(transaction, state: .purchased))
            state.value.append([added])
            return added
        }
        if let added { notify([added], in: era) }
    }

    func wasDeclined(_ attempt: UUID, in era: Int) {
        guard let waiting = transactions.first(where: { $0.attempt == attempt }) else { return }
        fail(waiting, SKError(.paymentCancelled), in: era)
    }

    func finish(_ transaction: SKPaymentTransaction) {
        // Chosen now: when the task gets to run, another test's store may be there.
        let chosen = Result { try StoreRuntime.shared.backend() }
        let holders = Self.all.map { (queue: $0, era: $0.era) }.filter { $0.queue.remove(transaction) }
        guard !holders.isEmpty else { return }
        let id = transaction.id
        Task {
            // Observers are notified when the store knows, so that they find it gone.
            if let id { await StoreRuntime.shared.finish(id, in: chosen) }
            for (queue, era) in holders {
                queue.notifyAll(in: era) { $0.paymentQueue(queue, removedTransactions: [transaction]) }
            }
        }
    }

    private func remove(_ transaction: SKPaymentTransaction) -> Bool {
        state.withLock { state in
            guard !state.value.remove(where: { $0 === transaction }).isEmpty else { return false }
            if let id = transaction.id { state.value.disconnected.insert(id) }
            return true
        }
    }

    /// The newer interface finished a transaction that may be in this queue too.
    func wasFinished(_ id: UInt64) {
        let era = era
        let removed = state.withLock { state -> [SKPaymentTransaction] in
            let removed = state.value.remove { $0.id == id && $0.transactionState == .purchased }
            state.value.disconnected.insert(id)
            return removed
        }
        if !removed.isEmpty { notifyAll(in: era) { $0.paymentQueue(self, removedTransactions: removed) } }
    }

    func restore() {
        let era = era
        Task {
            do {
                let restored = try await StoreRuntime.shared.restorable()
                    .map { SKPaymentTransaction(.init($0, state: .restored)) }
                self.enqueue(restored, in: era)
                self.notifyAll(in: era) { $0.paymentQueueRestoreCompletedTransactionsFinished(self) }
            } catch {
                let reason = SKError(reason: error)
                self.notifyAll(in: era) { $0.paymentQueue(self, restoreCompletedTransactionsFailedWithError: reason) }
            }
        }
    }

    /// A product that the customer chose on the store's page: the app says whether to buy it now.
    func offer(_ product: SKProduct) {
        let payment = SKPayment(product: product)
        onMain {
            let isWanted = self.transactionObservers.map { observer in
                observer.paymentQueue(self, shouldAddStorePayment: payment, for: product)
            }
            if isWanted.contains(true) { self.add(payment) }
        }
    }

    func storefrontChanged(in era: Int) {
        notifyAll(in: era) { $0.paymentQueueDidChangeStorefront(self) }
    }
}

extension StoreRuntime {
    /// How a purchase of the original interface ended.
    enum StoreKit1Outcome {
        case purchased(Transaction)
        case deferred
        case interrupted
        case cancelled
    }

    /// Buys for the payment queue; the newer interface's readers hear of it too.
    func buyOriginal(_ order: PurchaseOrder, from backend: any StoreBackend) async throws -> StoreKit1Outcome {
        guard backend.canMakePayments else { throw Product.PurchaseError.purchaseNotAllowed }
        try await beginLaunch(of: backend)
        guard try await mayContinue(order, in: backend) else { throw StoreKitError.notAvailableInStorefront }
        switch try await backend.purchase(order) {
        case .purchased(let stored):
            guard let result: VerificationResult<Transaction> = read(stored.document, .transaction, from: backend)
            else { throw StoreKitError.unknown }
            await receiptChanged(from: backend)
            if isCurrent(backend) { transactionUpdates.send(result) }
            return .purchased(result.unsafePayloadValue)
        case .deferred: return .deferred
        case .interrupted: return .interrupted
        case .cancelled: return .cancelled
        }
    }

    /// A payment of an earlier launch came about in this one: it comes automatically.
    func arrivedLate(_ transaction: Transaction, from backend: any StoreBackend) {
        let queues = SKPaymentQueue.all.map { (queue: $0, era: $0.era) }
        let isOfThisStore = state.withLock { state in
            guard state.backend === backend else { return false }
            state.backlog.insert(transaction.id)
            return true
        }
        guard isOfThisStore else { return }
        for (queue, era) in queues { queue.receive(transaction, .purchase, in: era) }
    }

    /// What the payment queue gives back: everything the customer keeps, the oldest first.
    func restorable() async throws -> [Transaction] {
        let backend = try backend()
        try await backend.sync()
        receipts.invalidate()
        return try await entries(of: backend).map(\.content).filter { transaction in
            transaction.revocationDate == nil
                && (transaction.productType == .nonConsumable || transaction.productType == .autoRenewable)
        }
    }
}
