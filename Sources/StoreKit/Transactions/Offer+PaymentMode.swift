// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction.Offer {
    /// The ways an offer of a transaction was paid.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing was paid.
        public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")

        /// A lower price in each period.
        public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")

        /// One price for the whole time.
        public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")

        /// A lower price once.
        public static var oneTime: PaymentMode { PaymentMode(rawValue: "ONE_TIME") }
    }
}
