// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension AppTransaction {
    /// The kind of store that an app came from.
    public struct StoreType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The App Store that everyone uses.
        public static let consumer = StoreType(rawValue: AppStoreTypes.StoreType.consumer.rawValue)

        /// Apple School Manager.
        public static let education = StoreType(rawValue: AppStoreTypes.StoreType.education.rawValue)

        /// Apple Business.
        public static let enterprise = StoreType(rawValue: AppStoreTypes.StoreType.enterprise.rawValue)
    }

    /// The kind of store as the App Store writes it.
    public var storeTypeStringRepresentation: String { storeType.rawValue }

    /// The customer's downloads of the app.
    public struct AppTransactions: AsyncSequence, Sendable {
        /// One document.
        public typealias Element = VerificationResult<AppTransaction>

        /// Gives the documents one by one.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var isOver = false

            /// The next document; nil after the last one, and when the store does not answer.
            public mutating func next() async -> Element? {
                guard !isOver else { return nil }
                isOver = true
                return try? await AppTransaction.shared
            }
        }

        /// Begins with the first document.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    /// The customer's downloads of the app: one on Linux.
    public static var all: AppTransactions { AppTransactions() }
}
