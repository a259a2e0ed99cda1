// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Message {
    /// Why the App Store has something to show.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: Int

        /// Makes a value from the App Store's.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Something else.
        public static let generic = Reason(rawValue: 0)

        /// A higher price needs an answer.
        public static let priceIncreaseConsent = Reason(rawValue: 1)

        /// The customer could not be charged.
        public static let billingIssue = Reason(rawValue: 2)

        /// The customer may come back at a lower price.
        public static let winBackOffer = Reason(rawValue: 3)
    }
}

extension Message.Reason {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .generic: "Generic"
        case .priceIncreaseConsent: "Price Increase Consent"
        case .billingIssue: "Billing Issue"
        case .winBackOffer: "Win-Back Offer"
        default: "\(rawValue)"
        }
    }
}
