// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// What the App Store sold on the developer's behalf.
    ///
    /// <https://developer.apple.com/documentation/storekit/transaction/advancedcommerceinfo-swift.struct>
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// One of the things that were sold together.
        public struct Item: Equatable, Hashable, Sendable {
            /// What a thing is and costs.
            public struct Details: Equatable, Hashable, Sendable {
                /// The developer's id of the thing.
                public let sku: String

                /// Its name.
                public let displayName: String

                /// What it is.
                public let description: String

                /// The lower price it was sold at.
                public let offer: Transaction.AdvancedCommerceInfo.Offer?

                /// Its price.
                public let price: Decimal

                /// The partners with a part of the proceeds.
                public let partners: [Transaction.AdvancedCommerceInfo.Partner]

                /// What seats of it cost.
                public let seatPriceTiers: [Transaction.AdvancedCommerceInfo.SeatPriceTier]
            }

            /// What the thing is and costs.
            public let details: Transaction.AdvancedCommerceInfo.Item.Details

            /// The refunds of the thing.
            public let refunds: [Transaction.AdvancedCommerceInfo.Refund]?

            /// When the App Store took the thing back.
            public let revocationDate: Date?
        }

        /// A developer who shares in the sale of a thing.
        public struct Partner: Equatable, Hashable, Sendable {
            /// The partner's identifier.
            public let id: String

            /// The partner's name.
            public let name: String?
        }

        /// Seats that cost the same.
        public struct SeatPriceTier: Equatable, Hashable, Sendable {
            /// The price of one seat.
            public let price: Decimal

            /// How many seats the tier has; nil when it has no end.
            public let maximumSeatQuantity: Int?
        }

        /// A lower price of one thing.
        public struct Offer: Equatable, Hashable, Sendable {
            /// The price.
            public let price: Decimal

            /// The length of one of its periods.
            public let period: SubscriptionPeriod

            /// How many periods it lasts.
            public let periodCount: Int

            /// Why it was made.
            public let reason: Transaction.AdvancedCommerceInfo.Offer.Reason
        }

        /// A refund of one thing.
        public struct Refund: Equatable, Hashable, Sendable {
            /// Why.
            public let reason: Transaction.AdvancedCommerceInfo.Refund.Reason

            /// How much.
            public let type: Transaction.AdvancedCommerceInfo.Refund.RefundType

            /// When.
            public let date: Date

            /// The amount.
            public let amount: Decimal
        }

        /// The developer's id of the request.
        public let requestReferenceID: String

        /// The tax, as far as it is known.
        public let estimatedTax: Decimal

        /// The rate of the tax.
        public let taxRate: Decimal

        /// The kind of tax.
        public let taxCode: String

        /// The price without tax.
        public let taxExclusivePrice: Decimal

        /// What it is.
        public let description: String?

        /// Its name.
        public let displayName: String?

        /// The length of a period.
        public let period: SubscriptionPeriod?

        /// The things that were sold together.
        public let items: [Transaction.AdvancedCommerceInfo.Item]
    }
}

extension Transaction.AdvancedCommerceInfo {
    init?(fields: AdvancedCommerceFields) {
        guard let request = fields.requestReferenceId, let taxCode = fields.taxCode else { return nil }
        requestReferenceID = request
        estimatedTax = Decimal(fields.estimatedTax ?? 0) / 1000
        taxRate = fields.taxRate.flatMap { Decimal(string: $0) } ?? 0
        self.taxCode = taxCode
        taxExclusivePrice = Decimal(fields.taxExclusivePrice ?? 0) / 1000
        description = fields.descriptors?.description
        displayName = fields.descriptors?.displayName
        period = fields.period.flatMap(SubscriptionPeriod.init(iso8601:))
        items = fields.items.map { item in
            Item(
                details: Item.Details(fields: item),
                refunds: item.refunds?.map(Refund.init(fields:)),
                revocationDate: item.revocationDate
            )
        }
    }
}

extension Transaction.AdvancedCommerceInfo.Item.Details {
    init(fields: AdvancedCommerceFields.Item) {
        sku = fields.SKU
        displayName = fields.displayName ?? ""
        description = fields.description ?? ""
        offer = fields.offer.map(Transaction.AdvancedCommerceInfo.Offer.init(fields:))
        price = Decimal(fields.price ?? 0) / 1000
        partners = (fields.partners ?? []).compactMap { partner in partner.id.map { .init(id: $0, name: partner.name) }
        }
        seatPriceTiers = (fields.seatPriceTiers ?? []).map {
            .init(price: Decimal($0.price ?? 0) / 1000, maximumSeatQuantity: $0.maximumSeatQuantity)
        }
    }
}

extension Transaction.AdvancedCommerceInfo.Offer {
    fileprivate init(fields: AdvancedCommerceFields.Offer) {
        price = Decimal(fields.price ?? 0) / 1000
        period = fields.period.flatMap(SubscriptionPeriod.init(iso8601:)) ?? .monthly
        periodCount = fields.periodCount ?? 1
        reason = Reason(rawValue: fields.reason ?? "")
    }
}

extension Transaction.AdvancedCommerceInfo.Refund {
    fileprivate init(fields: AdvancedCommerceFields.Refund) {
        reason = Reason(rawValue: fields.refundReason ?? "")
        type = RefundType(rawValue: fields.refundType ?? "")
        date = fields.refundDate ?? .distantPast
        amount = Decimal(fields.refundAmount ?? 0) / 1000
    }
}
