// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction.AdvancedCommerceInfo.Offer {
    /// Why an offer was made.
    public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// To win a customer.
        public static let acquisition = Reason(rawValue: "ACQUISITION")

        /// To keep a customer.
        public static let retention = Reason(rawValue: "RETENTION")

        /// To win a customer back.
        public static let winBack = Reason(rawValue: "WIN_BACK")
    }
}
