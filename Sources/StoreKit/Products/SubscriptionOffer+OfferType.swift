// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionOffer {
    /// The kinds of offers that a product may have.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// For customers who never had an introductory offer in the group.
        public static let introductory = OfferType(rawValue: "Introductory")

        /// For customers the app chooses, with a signature of its server.
        public static let promotional = OfferType(rawValue: "AdHoc")

        /// For customers who left.
        public static let winBack = OfferType(rawValue: "WinBack")
    }
}

extension Product.SubscriptionOffer.OfferType {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .introductory: "Introductory Offer"
        case .promotional: "Promotional Offer"
        case .winBack: "Win-Back Offer"
        default: "\(rawValue)"
        }
    }
}
