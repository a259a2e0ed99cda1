// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// The queue of the original interface: payments go in, transactions come out to observers.
///
/// Observers are called on the main thread, one after the other, each once for each change, and are not retained.
///
/// <https://developer.apple.com/documentation/storekit/skpaymentqueue>
open class SKPaymentQueue: NSObject, @unchecked Sendable {
    static let shared = SKPaymentQueue()

    struct State {
        var observers: [WeakObserver] = []
        private(set) var transactions: [SKPaymentTransaction] = []
        weak var delegate: (any SKPaymentQueueDelegate)?

        /// What was finished in this era: it does not come again, though an older response of the store still contains
        /// it.
        var disconnected: Set<UInt64> = []

        /// Counts the stores and launches this queue has seen, so that an answer for an earlier one is dropped.
        private(set) var era = 0

        /// Those of the transactions that the main thread has told no one of yet.
        private var pendingNotifications: Set<ObjectIdentifier> = []

        mutating func append(_ new: [SKPaymentTransaction]) {
            transactions += new
            pendingNotifications.formUnion(new.map { ObjectIdentifier($0) })
        }

        mutating func remove(where isRemoved: (SKPaymentTransaction) -> Bool) -> [SKPaymentTransaction] {
            let removed = transactions.filter(isRemoved)
            transactions.removeAll(where: isRemoved)
            pendingNotifications.subtract(removed.map { ObjectIdentifier($0) })
            return removed
        }

        /// What an observer that comes now has missed; of all else it is notified with the others.
        var notified: [SKPaymentTransaction] {
            transactions.filter { !pendingNotifications.contains(ObjectIdentifier($0)) }
        }

        /// Starts to report transactions.
        ///
        /// - Returns: Those that are still in the queue, and those who are notified; nil when the era is over, though
        ///   another one began in the same moment.
        mutating func notify(
            _ asked: [SKPaymentTransaction],
            in era: Int
        ) -> (transactions: [SKPaymentTransaction], observers: [any SKPaymentTransactionObserver])? {
            guard self.era == era else { return nil }
            pendingNotifications.subtract(asked.map { ObjectIdentifier($0) })
            return (asked.filter(transactions.contains), observers.compactMap(\.observer))
        }

        mutating func beginEra(keeping isKept: (SKPaymentTransaction) -> Bool) {
            _ = remove { !isKept($0) }
            // Of what is kept each observer of the new era is notified as it comes; what the old one was about to tell
            // is dropped.
            (disconnected, pendingNotifications) = ([], [])
            era += 1
        }
    }

    /// An observer that the queue does not keep alive.
    struct WeakObserver {
        weak var observer: (any SKPaymentTransactionObserver)?

        /// The store and launch in which it was added.
        var era: Int
    }

    /// What an observer learns that was not there before.
    ///
    /// It does not retain the observer: what that holds may be waited for on the main thread.
    struct MissedUpdates: @unchecked Sendable {
        let observer: WeakObserver

        /// The transactions that were sent to others, each with its state of then.
        let transactions: [(SKPaymentTransaction, SKPaymentTransactionState)]
    }

    // What several threads reach is in here; observers are called without the lock.
    let state = Mutex(Unchecked(State()))

    /// The queues that are alive: an app's tests may make their own, which hear of the same store.
    private static let alive = Mutex<[WeakQueue]>([])

    private struct WeakQueue: @unchecked Sendable {
        weak var queue: SKPaymentQueue?
    }

    /// Makes a queue beside the default one, such as a test's subclass; it hears of the same store.
    override public init() {
        super.init()
        Self.alive.withLock { alive in
            alive.removeAll { $0.queue == nil }
            alive.append(WeakQueue(queue: self))
        }
    }

    /// The default queue and all others.
    static var all: [SKPaymentQueue] {
        let others = alive.withLock { $0.compactMap(\.queue) }.filter { $0 !== shared }
        return [shared] + others
    }

    /// The queue.
    open class func `default`() -> Self { unsafeDowncast(shared, to: Self.self) }

    /// Whether the customer may pay on this device.
    open class func canMakePayments() -> Bool { AppStore.canMakePayments }

    /// The app's answers to the queue's questions; not retained.
    open weak var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { Unchecked($0.value.delegate) }.value }
        set {
            let delegate = Unchecked(newValue)
            state.withLock { $0.value.delegate = delegate.value }
        }
    }

    /// The customer's storefront; nil until the store has answered once.
    open var storefront: SKStorefront? {
        let known = try? StoreRuntime.shared.backend().knownStorefront
        return known.flatMap { $0 }.map(SKStorefront.init(record:))
    }

    /// The transactions that are not finished.
    open var transactions: [SKPaymentTransaction] { state.withLock { $0.value.transactions } }

    /// Those who are notified of changes.
    open var transactionObservers: [any SKPaymentTransactionObserver] {
        state.withLock { Unchecked($0.value.observers.compactMap(\.observer)) }.value
    }

    /// Tells someone about changes; transactions that are not finished come at once.
    ///
    /// The same observer twice is one observer.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        let added = Unchecked(observer)
        let (missed, _) = changeObservers { state -> MissedUpdates? in
            if let index = state.observers.firstIndex(where: { $0.observer === added.value }) {
                state.observers[index].era = state.era
                return nil
            }
            let new = WeakObserver(observer: added.value, era: state.era)
            state.observers.append(new)
            // What comes after this instant is sent to this observer too, as it comes.
            return MissedUpdates(observer: new, transactions: state.notified.map { ($0, $0.transactionState) })
        }
        if let missed { catchUp(missed) }
    }

    /// Ends telling someone.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        let removed = Unchecked(observer)
        _ = changeObservers { state in state.observers.removeAll { $0.observer === removed.value } }
    }

    /// Changes the list of observers, those that are gone left out.
    ///
    /// - Returns: What the change returns, and those who were there: an observer whose last holder lets go of it
    ///   meanwhile ends when the caller drops them, not under the lock that its own `deinit` takes to leave the queue.
    private func changeObservers<Result: Sendable>(
        _ change: @Sendable (inout State) -> Result
    ) -> (Result, Unchecked<[any SKPaymentTransactionObserver]>) {
        state.withLock { state in
            let present = Unchecked(state.value.observers.compactMap(\.observer))
            state.value.observers.removeAll { $0.observer == nil }
            return (change(&state.value), present)
        }
    }

    /// Asks the store to charge a payment.
    open func add(_ payment: SKPayment) {
        let contents = payment.snapshot
        let transaction = SKPaymentTransaction(.init(payment: SKPayment(contents: contents)))
        let era = era
        enqueue([transaction], in: era)
        buy(contents, for: transaction, in: era)
    }

    /// Takes a transaction from the queue: the app has delivered it, or knows that it failed.
    ///
    /// - Precondition: The store is not working on it any more.
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        precondition(
            transaction.transactionState != .purchasing,
            "Cannot finish a purchasing transaction: wait until it is purchased, failed, restored or deferred."
        )
        finish(transaction)
    }

    /// Gives the customer's earlier purchases to the observers again.
    open func restoreCompletedTransactions() {
        restoreCompletedTransactions(withApplicationUsername: nil)
    }

    /// Gives a customer's earlier purchases to the observers again.
    ///
    /// - Parameter username: The app's identifier of the customer; the store knows its own customer and ignores it.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        restore()
    }

    /// Lets the customer redeem an offer code; the transaction comes to the observers.
    ///
    /// There is no sheet on Linux: ``StoreKitSimulator/enterOfferCode(_:)`` has the code. A code that is refused is
    /// written to standard error, where Apple's sheet would show it.
    open func presentCodeRedemptionSheet() {
        // Chosen now: when the task gets to run, another test's store may be there.
        let chosen = Result { try StoreRuntime.shared.backend() }
        Task {
            do {
                try await StoreRuntime.shared.showOfferCodeSheet(of: try chosen.get())
            } catch {
                StoreLog.warn("the offer code was not redeemed: \(error)")
            }
        }
    }

    /// Shows the question about a higher price; on Linux a test session answers it.
    open func showPriceConsentIfNeeded() {}

    /// Does nothing: Apple hosts no content here.
    open func start(_ downloads: [SKDownload]) {}

    /// Does nothing: Apple hosts no content here.
    open func pause(_ downloads: [SKDownload]) {}

    /// Does nothing: Apple hosts no content here.
    open func resume(_ downloads: [SKDownload]) {}

    /// Does nothing: Apple hosts no content here.
    open func cancel(_ downloads: [SKDownload]) {}
}

/// Carries a value over a boundary that a lock or the main queue guards.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
