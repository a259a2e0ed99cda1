// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction.AdvancedCommerceInfo.Refund {
    /// Why an item was refunded.
    public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The law asks for it.
        public static let legal = Reason(rawValue: "LEGAL")

        /// The items were changed.
        public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")

        /// It was not meant to be bought.
        public static let unintended = Reason(rawValue: "UNINTENDED_PURCHASE")

        /// It was not delivered.
        public static let unfulfilled = Reason(rawValue: "FULFILLMENT_ISSUE")

        /// The customer was not content.
        public static let unsatisfied = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")

        /// Another reason.
        public static let other = Reason(rawValue: "OTHER")
    }
}
