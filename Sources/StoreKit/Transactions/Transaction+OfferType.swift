// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction {
    /// The kinds of offers that a transaction may have been bought with.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: Int

        /// Makes a value from the App Store's.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// An introductory offer.
        public static let introductory = OfferType(rawValue: 1)

        /// A promotional offer.
        public static let promotional = OfferType(rawValue: 2)

        /// An offer code.
        public static let code = OfferType(rawValue: 3)

        /// A win-back offer.
        public static var winBack: OfferType { OfferType(rawValue: 4) }
    }
}

extension Transaction.OfferType {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .introductory: "Introductory Offer"
        case .promotional: "Promotional Offer"
        case .code: "Offer Code"
        case .winBack: "Win-Back Offer"
        default: "\(rawValue)"
        }
    }
}
