// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Synchronization

extension SKPaymentQueue {
    var hasObservers: Bool { !transactionObservers.isEmpty }

    var era: Int { state.withLock { $0.value.era } }

    /// Runs on the main thread, in the order of the calls.
    func onMain(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: body)
    }

    /// Changes transactions and tells all observers, both on the main thread.
    ///
    /// Observers see each state, because the next change waits until they were told.
    func tell(
        _ transactions: [SKPaymentTransaction],
        change: @escaping @Sendable (inout SKPaymentTransaction.Contents) -> Void = { _ in }
    ) {
        let era = era
        onMain {
            guard era == self.era else { return }
            for transaction in transactions { transaction.update(change) }
            for observer in self.transactionObservers {
                observer.paymentQueue(self, updatedTransactions: transactions)
            }
        }
    }

    func tellAll(_ body: @escaping @Sendable (any SKPaymentTransactionObserver) -> Void) {
        let era = era
        onMain {
            guard era == self.era else { return }
            for observer in self.transactionObservers { body(observer) }
        }
    }

    func enqueue(_ transaction: SKPaymentTransaction) {
        state.withLock { $0.value.transactions.append(transaction) }
        tell([transaction])
    }

    /// Tells a new observer what is in the queue, and what was unfinished at launch.
    func catchUp(_ observer: Unchecked<any SKPaymentTransactionObserver>) {
        let era = era
        // What comes after this instant is told to this observer too, as it comes.
        let old = transactions.map { ($0, $0.transactionState) }
        Task {
            let unfinished = await StoreRuntime.shared.backlog().map(\.unsafePayloadValue)
                .filter { $0.revocationDate == nil }
            let new = state.withLock { state -> [SKPaymentTransaction] in
                guard state.value.era == era else { return [] }
                let known = Set(state.value.transactions.compactMap(\.id))
                let new = unfinished.filter { !known.contains($0.id) }
                    .map { SKPaymentTransaction(.init($0, state: .purchased)) }
                state.value.transactions += new
                return new
            }
            self.onMain {
                let unchanged = old.filter { $0.transactionState == $1 && $1 != .purchasing }.map(\.0)
                let present = self.transactions
                let waiting = (unchanged + new).filter { present.contains($0) }
                guard era == self.era, !waiting.isEmpty,
                    self.transactionObservers.contains(where: { $0 === observer.value })
                else { return }
                observer.value.paymentQueue(self, updatedTransactions: waiting)
            }
            if !new.isEmpty { self.tellOthers(new, than: observer) }
        }
    }

    private func tellOthers(
        _ transactions: [SKPaymentTransaction],
        than observer: Unchecked<any SKPaymentTransactionObserver>
    ) {
        tellAll { other in
            guard other !== observer.value else { return }
            other.paymentQueue(self, updatedTransactions: transactions)
        }
    }

    /// Forgets everything: there is another store, or the app was launched anew.
    func reset() {
        state.withLock { state in
            state.value.transactions = []
            state.value.era += 1
        }
    }
}
