// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// How a subscription renews, and what its offers are.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo>
    public struct SubscriptionInfo: Equatable, Hashable {
        /// The offer for customers who never had one in the group.
        public let introductoryOffer: Product.SubscriptionOffer?

        /// The offers for customers the app chooses.
        public let promotionalOffers: [Product.SubscriptionOffer]

        /// The offers for customers who left.
        public let winBackOffers: [Product.SubscriptionOffer]

        /// The group in which a customer has at most one subscription.
        public let subscriptionGroupID: String

        /// The length of a period.
        public let subscriptionPeriod: Product.SubscriptionPeriod

        /// The prices of a subscription that may be billed in more than one way.
        public let pricingTerms: [Product.SubscriptionInfo.PricingTerms]

        /// The subscriptions that a bundle brings, those of other developers too; empty for every other product.
        public let bundledSubscriptions: [Product.SubscriptionInfo.BundledSubscription]

        let record: SubscriptionRecord

        init(record: SubscriptionRecord, product: ProductRecord) {
            self.record = record
            bundledSubscriptions = (record.bundled ?? []).map { bundled in
                BundledSubscription(
                    id: bundled.id,
                    displayName: bundled.displayName,
                    description: bundled.description,
                    displayPrice: product.display(bundled.price),
                    price: bundled.price,
                    isFamilyShareable: bundled.isFamilyShareable,
                    subscriptionGroupID: bundled.groupID,
                    subscriptionGroupLevel: bundled.level,
                    subscriptionGroupDisplayName: bundled.groupName
                )
            }
            subscriptionGroupID = record.groupID
            let length = SubscriptionPeriod(iso8601: record.period) ?? .monthly
            subscriptionPeriod = length
            introductoryOffer = record.introductoryOffer.map {
                SubscriptionOffer(record: $0, type: .introductory, product: product)
            }
            promotionalOffers = record.promotionalOffers.map {
                SubscriptionOffer(record: $0, type: .promotional, product: product)
            }
            winBackOffers = record.winBackOffers.map {
                SubscriptionOffer(record: $0, type: .winBack, product: product)
            }
            let offers = [introductoryOffer].compactMap(\.self) + promotionalOffers + winBackOffers
            pricingTerms = PricingTerms.all(of: product, record, period: length, offers: offers)
        }

        /// Whether the customer may have the introductory offer.
        public var isEligibleForIntroOffer: Bool {
            get async { await Self.isEligibleForIntroOffer(for: subscriptionGroupID) }
        }

        /// Whether the customer may have an introductory offer of a group.
        ///
        /// - Parameter groupID: The group.
        /// - Returns: True when the customer never had one; false when the store cannot be asked.
        public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
            await StoreRuntime.shared.isEligibleForIntroOffer(groupID)
        }
    }
}

extension Product.SubscriptionInfo: Sendable {}

extension Product.SubscriptionInfo {
    /// The level in the group; 1 is the highest.
    public var groupLevel: Int { record.level }

    /// The group's name.
    public var groupDisplayName: String { record.groupName }
}

extension Product.SubscriptionInfo {
    /// Where the customer's subscriptions of this group stand.
    public var status: [Product.SubscriptionInfo.Status] {
        get async throws { try await Self.status(for: subscriptionGroupID) }
    }

    /// Where the customer's subscriptions of a group stand: the own one and those of family members.
    ///
    /// - Parameter groupID: The group.
    /// - Returns: One status for each; empty when the customer never subscribed, and in a canceled task, see
    ///   ``StoreKitSimulator/answersCanceledTasks``.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func status(for groupID: String) async throws -> [Product.SubscriptionInfo.Status] {
        try await StoreRuntime.shared.emptyIfCanceled {
            try await StoreRuntime.shared.statuses(groupID: groupID)
        }
    }

    /// Where the subscription of a transaction stands.
    ///
    /// - Parameter transactionID: Any transaction of the subscription.
    /// - Returns: Its status; nil when the transaction is not a subscription's, and in a canceled task.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
        try await StoreRuntime.shared.emptyIfCanceled {
            [try await StoreRuntime.shared.status(transactionID: transactionID)].compactMap(\.self)
        }
        .first
    }
}

/// Apple's short name of a product's subscription information.
public typealias SubscriptionInfo = Product.SubscriptionInfo

/// Apple's short name of a subscription's period.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

/// Apple's short name of a subscription's renewal information.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo

/// Apple's short name of the place where a subscription stands.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState

/// Apple's short name of a subscription's status.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
