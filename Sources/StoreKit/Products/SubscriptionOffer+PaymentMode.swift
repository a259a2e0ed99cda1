// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionOffer {
    /// The ways an offer is paid.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A lower price in each period.
        public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")

        /// One price for the whole time.
        public static let payUpFront = PaymentMode(rawValue: "PayUpFront")

        /// Nothing.
        public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
    }
}

extension Product.SubscriptionOffer.PaymentMode {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .payAsYouGo: "Pay As You Go"
        case .payUpFront: "Pay Up Front"
        case .freeTrial: "Free Trial"
        default: "\(rawValue)"
        }
    }
}
