// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction {
    /// What began a transaction.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer.
        public static let purchase = Reason(rawValue: "PURCHASE")

        /// The App Store, at the end of a period.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }
}
