// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product that the customer chose on the App Store, for the app to sell.
///
/// <https://developer.apple.com/documentation/storekit/purchaseintent>
public struct PurchaseIntent: Equatable, Sendable {
    /// The product.
    public let product: Product

    /// The offer that the customer chose.
    public let offer: Product.SubscriptionOffer?

    /// The product's identifier.
    public var id: Product.ID { product.id }
}

extension PurchaseIntent: Identifiable {}

extension PurchaseIntent {
    /// The choices, as they come.
    public struct PurchaseIntents: AsyncSequence {
        /// What the sequence gives.
        public typealias Element = PurchaseIntent

        /// Waits for the next choice.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let updates: Subscription<PurchaseIntent>

            /// Waits for the next choice; nil when the task is canceled.
            public mutating func next() async -> PurchaseIntent.PurchaseIntents.Element? { await updates.next() }
        }

        /// Begins to listen.
        public func makeAsyncIterator() -> PurchaseIntent.PurchaseIntents.AsyncIterator {
            AsyncIterator(updates: StoreRuntime.shared.purchaseIntents.subscribe())
        }
    }

    /// The choices, as they come; one that no one read waits for the first reader.
    public static var intents: PurchaseIntent.PurchaseIntents { PurchaseIntents() }
}
