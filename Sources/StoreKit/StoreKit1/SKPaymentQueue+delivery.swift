// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Synchronization

extension SKPaymentQueue {
    var hasObservers: Bool { !transactionObservers.isEmpty }

    /// Whether anyone was added in this launch of the app and with this store.
    var hasObserversOfThisEra: Bool {
        let observers = state.withLock { state in
            Unchecked(state.value.observers.filter { $0.era == state.value.era }.compactMap(\.observer))
        }
        return !observers.value.isEmpty
    }

    var era: Int { state.withLock { $0.value.era } }

    /// The observers of an era: nil when it is over, though another one began in the same moment.
    private func observers(in era: Int) -> [any SKPaymentTransactionObserver]? {
        state.withLock { state in
            Unchecked(state.value.era == era ? state.value.observers.compactMap(\.observer) : nil)
        }.value
    }

    /// Runs on the main thread, in the order of the calls.
    func onMain(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: body)
    }

    /// Changes transactions and notifies all observers, both on the main thread.
    ///
    /// Observers see each state, because the next change waits until they were notified. What began in an era that is
    /// over is sent to no one: the store is another one, with other customers of the same numbers.
    func notify(
        _ transactions: [SKPaymentTransaction],
        in era: Int,
        change: @escaping @Sendable (inout SKPaymentTransaction.Contents) -> Void = { _ in }
    ) {
        onMain { self.notifyNow(transactions, in: era, change: change) }
    }

    /// Changes transactions and notifies all observers: on the main thread.
    func notifyNow(
        _ transactions: [SKPaymentTransaction],
        in era: Int,
        change: (inout SKPaymentTransaction.Contents) -> Void
    ) {
        guard let (transactions, observers) = startNotifying(transactions, in: era), !transactions.isEmpty else {
            return
        }
        for transaction in transactions { transaction.update(change) }
        for observer in observers { observer.paymentQueue(self, updatedTransactions: transactions) }
    }

    /// What of these is still in the queue, and who is notified of it; nil when the era is over.
    private func startNotifying(
        _ transactions: [SKPaymentTransaction],
        in era: Int
    ) -> (transactions: [SKPaymentTransaction], observers: [any SKPaymentTransactionObserver])? {
        state.withLock { state in Unchecked(state.value.notify(transactions, in: era)) }.value
    }

    func notifyAll(in era: Int, _ body: @escaping @Sendable (any SKPaymentTransactionObserver) -> Void) {
        onMain {
            for observer in self.observers(in: era) ?? [] { body(observer) }
        }
    }

    /// Puts a transaction into the queue; nothing when its era is over.
    func enqueue(_ transactions: [SKPaymentTransaction], in era: Int) {
        let isInTime = state.withLock { state in
            guard state.value.era == era else { return false }
            state.value.append(transactions)
            return true
        }
        if isInTime, !transactions.isEmpty { notify(transactions, in: era) }
    }

    /// Sends a new observer what was sent to the others, and everyone what was unfinished at launch.
    ///
    /// An observer that is gone by then receives nothing, and no one is notified of what was finished meanwhile.
    func catchUp(_ missed: MissedUpdates) {
        let era = missed.observer.era
        Task {
            let unfinished = await StoreRuntime.shared.backlog().map(\.unsafePayloadValue)
                .filter { $0.revocationDate == nil }
            let new = state.withLock { state -> [SKPaymentTransaction] in
                guard state.value.era == era else { return [] }
                // What was finished while the store was asked is known, though it is in the queue no more.
                let known = Set(state.value.transactions.compactMap(\.id)).union(state.value.disconnected)
                let new = unfinished.filter { !known.contains($0.id) }
                    .map { SKPaymentTransaction(.init($0, state: .purchased)) }
                state.value.append(new)
                return new
            }
            self.onMain {
                guard let (new, observers) = self.startNotifying(new, in: era) else { return }
                let present = self.transactions
                let unchanged = missed.transactions
                    .filter { $0.transactionState == $1 && $1 != .purchasing && present.contains($0) }.map(\.0)
                for observer in observers {
                    let waiting = observer === missed.observer.observer ? unchanged + new : new
                    if !waiting.isEmpty { observer.paymentQueue(self, updatedTransactions: waiting) }
                }
            }
        }
    }

    /// Forgets everything: there is another store.
    func reset() {
        begin { _ in false }
    }

    /// The app was launched again: purchases come back from the store, and what was given back stays until it is
    /// finished.
    func relaunch() {
        begin { $0.transactionState == .restored }
    }

    private func begin(keeping isKept: (SKPaymentTransaction) -> Bool) {
        state.withLock { $0.value.beginEra(keeping: isKept) }
    }
}
