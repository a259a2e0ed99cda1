// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// The offer that a transaction was bought with, or the next renewal comes with.
    public struct Offer: Equatable, Hashable, Sendable {
        /// The offer; nil for an introductory one.
        public let id: String?

        /// The kind of offer.
        public let type: Transaction.OfferType

        /// How the offer is paid.
        public let paymentMode: Transaction.Offer.PaymentMode?

        /// The offer's length.
        public let period: Product.SubscriptionPeriod?

        init?(transaction fields: TransactionPayload) {
            self.init(fields.offerType, fields.offerIdentifier, fields.offerDiscountType, fields.offerPeriod)
        }

        init?(renewal fields: RenewalInfoPayload) {
            self.init(fields.offerType, fields.offerIdentifier, fields.offerDiscountType, fields.offerPeriod)
        }

        private init?(
            _ type: AppStoreTypes.OfferType?,
            _ id: OfferID?,
            _ discount: OfferDiscountType?,
            _ period: String?
        ) {
            guard let type else { return nil }
            self.type = OfferType(rawValue: type.rawValue)
            self.id = id?.rawValue
            paymentMode = discount.map { PaymentMode(rawValue: $0.rawValue) }
            self.period = period.flatMap(Product.SubscriptionPeriod.init(iso8601:))
        }
    }
}
