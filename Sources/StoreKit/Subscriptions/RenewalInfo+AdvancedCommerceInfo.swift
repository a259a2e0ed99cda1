// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionInfo.RenewalInfo {
    /// What the App Store sells on the developer's behalf in the next period.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/advancedcommerceinfo>
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// One of the things that are sold together.
        public struct Item: Equatable, Hashable, Sendable {
            /// What a thing is and costs.
            public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

            /// The answer to a higher price of one thing.
            public struct PriceIncreaseInfo: Equatable, Hashable, Sendable {
                /// Where the answer stands.
                public struct Status: RawRepresentable, Equatable, Hashable, Sendable {
                    /// The value as the App Store writes it.
                    public let rawValue: String

                    /// Makes a value from the App Store's.
                    public init(rawValue: String) {
                        self.rawValue = rawValue
                    }

                    /// The customer has not answered yet.
                    public static let pending = Status(rawValue: "PENDING")

                    /// The customer agreed.
                    public static let accepted = Status(rawValue: "ACCEPTED")

                    /// It comes without an answer.
                    public static let scheduled = Status(rawValue: "SCHEDULED")
                }

                /// Where the answer stands.
                public let status: Status

                /// The new price.
                public let price: Decimal

                /// The things whose price depends on it.
                public let dependentSKUs: [String]
            }

            /// What the thing is and costs.
            public let details: Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.Details

            /// The answer to a higher price.
            public let priceIncreaseInfo: PriceIncreaseInfo?
        }

        /// A value that the next request to change the subscription has to name.
        public let consistencyToken: String

        /// The developer's id of the request.
        public let requestReferenceID: String

        /// The kind of tax.
        public let taxCode: String

        /// What it is.
        public let description: String

        /// Its name.
        public let displayName: String

        /// The length of a period.
        public let period: SubscriptionPeriod

        /// The things that are sold together.
        public let items: [Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item]

        init?(fields: AdvancedCommerceFields) {
            guard let token = fields.consistencyToken, let request = fields.requestReferenceId,
                let taxCode = fields.taxCode,
                let period = fields.period.flatMap(SubscriptionPeriod.init(iso8601:))
            else { return nil }
            consistencyToken = token
            requestReferenceID = request
            self.taxCode = taxCode
            description = fields.descriptors?.description ?? ""
            displayName = fields.descriptors?.displayName ?? ""
            self.period = period
            items = fields.items.map { item in
                Item(
                    details: Item.Details(fields: item),
                    priceIncreaseInfo: item.priceIncreaseInfo.map { increase in
                        Item.PriceIncreaseInfo(
                            status: .init(rawValue: increase.status),
                            price: Decimal(increase.price ?? 0) / 1000,
                            dependentSKUs: increase.dependentSKUs ?? []
                        )
                    }
                )
            }
        }
    }
}
