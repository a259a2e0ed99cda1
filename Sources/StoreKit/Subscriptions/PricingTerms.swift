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

    /// What a bill costs, and how often one comes.
    public struct BillingInfo: Hashable, Sendable {
        /// The price of one bill; of seats, of one seat.
        public let price: Decimal

        /// The price as the customer reads it.
        public let displayPrice: String

        /// The length between two bills.
        public let period: BillingPeriod
    }

    /// The price of a subscription when it is billed in one way.
    public struct PricingTerms: Hashable, Sendable {
        /// How the price is made up; more ways may come.
        public enum PricingModel: Hashable, Sendable {
            /// One price for one customer.
            case singlePrice(SinglePrice)

            /// A price for each seat of a group.
            case seatBased(SeatBasedPricing)
        }

        /// One price for one customer.
        public struct SinglePrice: Hashable, Sendable {
            /// What a bill costs.
            public let billingInfo: BillingInfo

            /// What the customer commits to.
            public let commitmentInfo: CommitmentInfo
        }

        /// A price for each seat of a group, which depends on how many seats come before it.
        public struct SeatBasedPricing: Hashable, Sendable {
            /// Seats that cost the same.
            public struct PriceTier: Hashable, Sendable {
                /// The first seat of the tier, counted from 1.
                public let minimumSeats: Int

                /// The last seat of the tier; nil when the tier has no end.
                public let maximumSeats: Int?

                /// What one of the seats costs.
                public let billingInfo: BillingInfo
            }

            /// The tiers by their seats: from one to five.
            public let priceTiers: [PriceTier]
        }

        /// The price of one bill; of seats, of the first one.
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

        /// How the price is made up.
        public let pricingModel: PricingModel

        private init(
            _ billing: BillingInfo,
            plan: BillingPlanType,
            commitment: CommitmentInfo,
            offers: [Product.SubscriptionOffer],
            model: PricingModel
        ) {
            billingPrice = billing.price
            billingDisplayPrice = billing.displayPrice
            billingPeriod = billing.period
            billingPlanType = plan
            commitmentInfo = commitment
            subscriptionOffers = offers
            pricingModel = model
        }

        /// All terms of a product: at once, month by month where that is sold, and by seats where those are sold.
        static func all(
            of product: ProductRecord,
            _ subscription: SubscriptionRecord,
            period: SubscriptionPeriod,
            offers: [Product.SubscriptionOffer]
        ) -> [PricingTerms] {
            func billing(_ price: Decimal, _ period: SubscriptionPeriod) -> BillingInfo {
                BillingInfo(price: price, displayPrice: product.display(price), period: period)
            }
            func commitment(_ price: Decimal) -> CommitmentInfo {
                CommitmentInfo(price: price, displayPrice: product.display(price), period: period)
            }
            let whole = (billing(product.price, period), commitment(product.price))
            var terms = [
                PricingTerms(
                    whole.0,
                    plan: .upFront,
                    commitment: whole.1,
                    offers: offers,
                    model: .singlePrice(SinglePrice(billingInfo: whole.0, commitmentInfo: whole.1))
                )
            ]
            if let plan = subscription.monthlyPlan {
                let month = (billing(plan.price, .monthly), commitment(plan.price * Decimal(plan.months)))
                terms.append(
                    PricingTerms(
                        month.0,
                        plan: .monthly,
                        commitment: month.1,
                        offers: [],
                        model: .singlePrice(SinglePrice(billingInfo: month.0, commitmentInfo: month.1))
                    )
                )
            }
            if let tiers = subscription.seatTiers {
                let all = [SeatTierRecord(minimumSeats: 1, price: product.price)] + tiers
                let pricing = SeatBasedPricing(
                    priceTiers: all.indices.map { place in
                        SeatBasedPricing.PriceTier(
                            minimumSeats: all[place].minimumSeats,
                            maximumSeats: place + 1 < all.count ? all[place + 1].minimumSeats - 1 : nil,
                            billingInfo: billing(all[place].price, period)
                        )
                    }
                )
                terms.append(
                    PricingTerms(
                        whole.0,
                        plan: .upFront,
                        commitment: whole.1,
                        offers: offers,
                        model: .seatBased(pricing)
                    )
                )
            }
            return terms
        }

        /// The offers of one kind.
        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }
}
