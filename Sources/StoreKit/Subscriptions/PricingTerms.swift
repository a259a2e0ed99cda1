// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionInfo {
    /// The length between two bills.
    public typealias BillingPeriod = SubscriptionPeriod

    /// What a customer commits to.
    public struct CommitmentInfo: Hashable, Sendable {
        /// The price of the whole commitment.
        public let price: Decimal

        /// The price as the customer reads it.
        public let displayPrice: String

        /// The length of the commitment.
        public let period: SubscriptionPeriod
    }

    /// The price of a subscription when it is billed in one way.
    public struct PricingTerms: Hashable, Sendable {
        /// The price of one bill.
        public let billingPrice: Decimal

        /// The price of one bill as the customer reads it.
        public let billingDisplayPrice: String

        /// The length between two bills.
        public let billingPeriod: BillingPeriod

        /// How it is billed.
        public let billingPlanType: BillingPlanType

        /// What the customer commits to.
        public let commitmentInfo: CommitmentInfo

        /// The offers that go with it.
        public let subscriptionOffers: [Product.SubscriptionOffer]

        init(product: ProductRecord, period: SubscriptionPeriod, offers: [Product.SubscriptionOffer]) {
            billingPrice = product.price
            billingDisplayPrice = product.display(product.price)
            billingPeriod = period
            billingPlanType = .upFront
            commitmentInfo = CommitmentInfo(
                price: product.price,
                displayPrice: product.display(product.price),
                period: period
            )
            subscriptionOffers = offers
        }

        /// The offers of one kind.
        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }
}
