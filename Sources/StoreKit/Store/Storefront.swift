// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The App Store of a country or region.
///
/// <https://developer.apple.com/documentation/storekit/storefront>
public struct Storefront: Identifiable, Sendable {
    /// The country's three letters.
    public let countryCode: String

    /// The App Store's number of the storefront.
    public let id: String

    private let currencyCode: String?

    init(country: String, id: String, currency: String? = nil) {
        countryCode = country
        self.id = id
        currencyCode = currency
    }

    /// The currency of its prices.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }

    /// The customer's storefront; nil when the store does not answer.
    public static var current: Storefront? {
        get async { await StoreRuntime.shared.currentStorefront() }
    }
}

extension Storefront {
    /// The customer's storefronts, as they change.
    public struct Storefronts: AsyncSequence, Sendable {
        /// What the sequence gives.
        public typealias Element = Storefront

        /// Waits for the next change.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let updates: Subscription<Storefront>

            /// Waits for the next change; nil when the task is canceled.
            public mutating func next() async -> Storefront? { await updates.next() }
        }

        /// Begins to listen.
        public func makeAsyncIterator() -> Storefront.Storefronts.AsyncIterator {
            AsyncIterator(updates: StoreRuntime.shared.storefrontUpdates.subscribe())
        }
    }

    /// The customer's storefronts, as they change.
    public static var updates: Storefront.Storefronts { Storefronts() }
}
