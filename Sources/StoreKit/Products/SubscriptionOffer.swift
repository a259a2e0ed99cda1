// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// A lower price, or none, for a part of a subscription.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptionoffer>
    public struct SubscriptionOffer: Equatable, Hashable {
        /// The offer's identifier; nil for an introductory offer.
        public let id: String?

        /// The kind of offer.
        public let type: Product.SubscriptionOffer.OfferType

        /// The price of the offer.
        public let price: Decimal

        /// The price as the customer reads it.
        public let displayPrice: String

        /// The length of one of the offer's periods.
        public let period: Product.SubscriptionPeriod

        /// How many periods the offer lasts.
        public let periodCount: Int

        /// How the offer is paid.
        public let paymentMode: Product.SubscriptionOffer.PaymentMode

        init(record: OfferRecord, type: OfferType, product: ProductRecord) {
            id = record.id
            self.type = type
            price = record.price
            displayPrice = product.display(record.price)
            period = SubscriptionPeriod(iso8601: record.period) ?? .monthly
            periodCount = record.periodCount
            paymentMode = PaymentMode(rawValue: record.paymentMode)
        }
    }
}

extension Product.SubscriptionOffer: Sendable {}

extension Product.SubscriptionOffer {
    /// The server's signature for a promotional offer.
    public struct Signature: Equatable, Hashable, Sendable {
        /// The key it was made with.
        public var keyID: String

        /// A value used once.
        public var nonce: UUID

        /// When it was made, in milliseconds since 1970.
        public var timestamp: Int

        /// The signature's bytes.
        public var signature: Data

        /// Takes the parts of a signature.
        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}
