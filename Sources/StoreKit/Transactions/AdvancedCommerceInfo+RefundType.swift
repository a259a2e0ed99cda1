// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction.AdvancedCommerceInfo.Refund {
    /// How much of an item was refunded.
    public struct RefundType: Equatable, Hashable, RawRepresentable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An amount that was named.
        public static let custom = RefundType(rawValue: "CUSTOM")

        /// The part not used.
        public static let proRated = RefundType(rawValue: "PRORATED")

        /// All.
        public static let full = RefundType(rawValue: "FULL")
    }
}
