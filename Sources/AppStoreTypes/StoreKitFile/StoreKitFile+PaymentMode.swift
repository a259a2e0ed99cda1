// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// How an offer is paid, as the file names it.
    ///
    /// An open set: a value that Apple adds later is kept as it came.
    public struct PaymentMode: WireString {
        /// The value as Apple writes it.
        public let rawValue: String

        /// Makes a value from Apple's text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing is paid.
        public static let free = PaymentMode(rawValue: "free")

        /// A lower price for each of several periods.
        public static let payAsYouGo = PaymentMode(rawValue: "payAsYouGo")

        /// One price for the whole length of the offer.
        public static let payUpFront = PaymentMode(rawValue: "payUpFront")
    }
}

extension StoreKitFile.PaymentMode {
    /// The payment as signed transactions name it, or nothing when the file's word is unknown.
    public var offerDiscountType: OfferDiscountType? {
        switch self {
        case .free: .freeTrial
        case .payAsYouGo: .payAsYouGo
        case .payUpFront: .payUpFront
        default: nil
        }
    }
}
