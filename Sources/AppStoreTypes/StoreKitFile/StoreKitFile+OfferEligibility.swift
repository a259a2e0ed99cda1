// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// Who may redeem a code.
    ///
    /// An open set: a value that Apple adds later is kept as it came.
    public struct OfferEligibility: WireString {
        /// The value as Apple writes it.
        public let rawValue: String

        /// Makes a value from Apple's text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A customer who never subscribed.
        public static let new = OfferEligibility(rawValue: "new")

        /// A subscriber.
        public static let existing = OfferEligibility(rawValue: "existing")

        /// A former subscriber.
        public static let expired = OfferEligibility(rawValue: "expired")
    }
}
