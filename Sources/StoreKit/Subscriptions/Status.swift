// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionInfo {
    /// Where a subscription stands, with the documents that say so.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status>
    public struct Status: Equatable, Hashable {
        /// Where it stands.
        public let state: Product.SubscriptionInfo.RenewalState

        /// The newest transaction.
        public let transaction: VerificationResult<Transaction>

        /// What happens at the end of the period.
        public let renewalInfo: VerificationResult<Product.SubscriptionInfo.RenewalInfo>
    }
}

extension Product.SubscriptionInfo.Status: Sendable {}

extension Product.SubscriptionInfo.Status {
    /// The changes of the customer's subscriptions, as they happen.
    public struct Statuses: AsyncSequence {
        /// Waits for the next change.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let updates: Subscription<Product.SubscriptionInfo.Status>

            /// Waits for the next change; nil when the task is canceled.
            public mutating func next() async -> Product.SubscriptionInfo.Status? { await updates.next() }
        }

        /// What the sequence gives.
        public typealias Element = Product.SubscriptionInfo.Status

        /// Begins to listen.
        public func makeAsyncIterator() -> Product.SubscriptionInfo.Status.Statuses.AsyncIterator {
            AsyncIterator(updates: StoreRuntime.shared.statusUpdates.subscribe())
        }
    }

    /// The changes of the customer's subscriptions, as they happen.
    public static var updates: Product.SubscriptionInfo.Status.Statuses { Statuses() }

    /// The customer's subscriptions, each group with all of its statuses.
    public static var all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])> {
        AsyncStream { continuation in
            let task = Task {
                for (group, statuses) in await StoreRuntime.shared.allStatuses() {
                    continuation.yield((groupID: group, statuses: statuses))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension Product.SubscriptionInfo.Status.Statuses: Sendable {}
