// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension Transaction {
    /// Transactions of the customer, one after the other.
    ///
    /// A sequence that has an end asks the store when it is first read; ``updates`` has none. In a canceled task a sequence
    /// is empty, see ``StoreKitSimulator/answersCanceledTasks``.
    public struct Transactions: AsyncSequence {
        /// What the sequence gives.
        public typealias Element = VerificationResult<Transaction>

        /// Gives one transaction after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let selection: Selection
            private let updates: Subscription<VerificationResult<Transaction>>?
            private var rest: ArraySlice<VerificationResult<Transaction>>?

            init(selection: Selection) {
                self.selection = selection
                updates = selection == .updates ? StoreRuntime.shared.transactionUpdates.subscribe() : nil
            }

            /// The next transaction; nil at the end, or when the task is canceled.
            public mutating func next() async -> VerificationResult<Transaction>? {
                if let updates {
                    if !updates.isCaughtUp.exchange(true, ordering: .relaxed) {
                        let missed = await StoreRuntime.shared.backlog()
                        let isReversed = StoreKitSimulator.launchOrder == .newestFirst
                        for transaction in isReversed ? missed.reversed() : missed { updates.push(transaction) }
                    }
                    return await updates.next()
                }
                if rest == nil { rest = await StoreRuntime.shared.transactions(selection)[...] }
                return rest?.popFirst()
            }
        }

        let selection: Selection

        /// Begins to read.
        public func makeAsyncIterator() -> Transaction.Transactions.AsyncIterator {
            AsyncIterator(selection: selection)
        }
    }

    /// Which transactions a sequence gives.
    enum Selection: Hashable, Sendable {
        case all(product: String?)
        case entitlements(product: String?)
        case unfinished
        case updates
    }

    /// The customer's transactions but for consumables that were finished and not revoked, unless the app asks for these, too.
    ///
    /// See ``StoreKitSimulator/historyHasFinishedConsumables``.
    public static var all: Transaction.Transactions { Transactions(selection: .all(product: nil)) }

    /// The transactions that give the customer something now.
    ///
    /// They are non-consumables, subscriptions that are paid or in a grace period, and the latest purchase of each
    /// non-renewing subscription; never consumables, and nothing that was revoked.
    public static var currentEntitlements: Transaction.Transactions {
        Transactions(selection: .entitlements(product: nil))
    }

    /// The transaction that gives the customer a product now.
    ///
    /// - Parameter productID: The product.
    /// - Returns: The newest such transaction.
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? {
        await StoreRuntime.shared.currentEntitlements(for: productID).last
    }

    /// The customer's newest transaction of a product.
    ///
    /// - Parameter productID: The product.
    /// - Returns: The transaction; nil when the product was never bought.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        await StoreRuntime.shared.latest(for: productID)
    }

    /// The transactions that the app has not finished.
    public static var unfinished: Transaction.Transactions { Transactions(selection: .unfinished) }

    /// The transactions that come without the app asking for them, as they come.
    ///
    /// Renewals, refunds, purchases a parent allowed, offer codes, purchases on other devices and, once after
    /// launch, everything that is not finished, in the order of ``StoreKitSimulator/launchOrder``. Each reader gets each of
    /// them.
    public static var updates: Transaction.Transactions { Transactions(selection: .updates) }

    /// The customer's transactions of a product.
    public static func all(for productID: String) -> Transaction.Transactions {
        Transactions(selection: .all(product: productID))
    }

    /// The transactions that give the customer a product now.
    public static func currentEntitlements(for productID: String) -> Transaction.Transactions {
        Transactions(selection: .entitlements(product: productID))
    }
}

extension Transaction.Transactions: Sendable {}

extension Transaction {
    /// Where the subscription stands; nil for everything but auto-renewable subscriptions.
    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async {
            guard let subscriptionGroupID else { return nil }
            let statuses = try? await Product.SubscriptionInfo.status(for: subscriptionGroupID)
            return statuses?.first { $0.transaction.unsafePayloadValue.originalID == originalID }
        }
    }
}
