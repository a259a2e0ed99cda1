// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// A subscription that renews.
    public struct Subscription: Hashable, Sendable, Codable {
        /// The promotional offers.
        public var adHocOffers: [Offer]

        /// The ways to bill a commitment; since version 5.
        public var billingPlans: [BillingPlan]?

        /// The offers that codes redeem.
        public var codeOffers: [Offer]

        /// The price in the storefront's currency, as a decimal text.
        public var displayPrice: String

        /// Whether the family may share it.
        public var familyShareable: Bool

        /// The level in the group; 1 is the highest.
        public var groupNumber: Int

        /// The file's name of it, or its number in App Store Connect.
        public var internalID: String

        /// The introductory offer.
        public var introductoryOffer: Offer?

        /// The introductory offers of every billing plan; since version 5.
        public var introductoryOffers: [Offer]?

        /// Its words in every language.
        public var localizations: [Localization]

        /// The product.
        public var productID: ProductID

        /// The length of one period.
        public var recurringSubscriptionPeriod: SubscriptionPeriod

        /// The developer's name of it.
        public var referenceName: String?

        /// The group.
        public var subscriptionGroupID: SubscriptionGroupID

        /// The kind of product.
        public var type: ItemType

        /// The offers for former subscribers; since version 4.
        public var winbackOffers: [Offer]?

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            adHocOffers: [Offer] = [],
            billingPlans: [BillingPlan]? = nil,
            codeOffers: [Offer] = [],
            displayPrice: String = "0",
            familyShareable: Bool = false,
            groupNumber: Int = 1,
            internalID: String = "",
            introductoryOffer: Offer? = nil,
            introductoryOffers: [Offer]? = nil,
            localizations: [Localization] = [],
            productID: ProductID = "",
            recurringSubscriptionPeriod: SubscriptionPeriod = .month,
            referenceName: String? = nil,
            subscriptionGroupID: SubscriptionGroupID = "",
            type: ItemType = .recurringSubscription,
            winbackOffers: [Offer]? = nil,
            others: [String: JSONValue] = [:]
        ) {
            self.adHocOffers = adHocOffers
            self.billingPlans = billingPlans
            self.codeOffers = codeOffers
            self.displayPrice = displayPrice
            self.familyShareable = familyShareable
            self.groupNumber = groupNumber
            self.internalID = internalID
            self.introductoryOffer = introductoryOffer
            self.introductoryOffers = introductoryOffers
            self.localizations = localizations
            self.productID = productID
            self.recurringSubscriptionPeriod = recurringSubscriptionPeriod
            self.referenceName = referenceName
            self.subscriptionGroupID = subscriptionGroupID
            self.type = type
            self.winbackOffers = winbackOffers
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.adHocOffers = try reader.value("adHocOffers", default: [])
            self.billingPlans = try reader.optional("billingPlans")
            self.codeOffers = try reader.value("codeOffers", default: [])
            self.displayPrice = try reader.value("displayPrice", default: "0")
            self.familyShareable = try reader.value("familyShareable", default: false)
            self.groupNumber = try reader.value("groupNumber", default: 1)
            self.internalID = try reader.value("internalID", default: "")
            self.introductoryOffer = try reader.optional("introductoryOffer")
            self.introductoryOffers = try reader.optional("introductoryOffers")
            self.localizations = try reader.value("localizations", default: [])
            self.productID = try reader.value("productID", default: "")
            self.recurringSubscriptionPeriod = try reader.value("recurringSubscriptionPeriod", default: .month)
            self.referenceName = try reader.optional("referenceName")
            self.subscriptionGroupID = try reader.value("subscriptionGroupID", default: "")
            self.type = try reader.value("type", default: .recurringSubscription)
            self.winbackOffers = try reader.optional("winbackOffers")
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(adHocOffers, "adHocOffers")
            try writer.optional(billingPlans, "billingPlans")
            try writer.value(codeOffers, "codeOffers")
            try writer.value(displayPrice, "displayPrice")
            try writer.value(familyShareable, "familyShareable")
            try writer.value(groupNumber, "groupNumber")
            try writer.value(internalID, "internalID")
            try writer.nullable(introductoryOffer, "introductoryOffer")
            try writer.optional(introductoryOffers, "introductoryOffers")
            try writer.value(localizations, "localizations")
            try writer.value(productID, "productID")
            try writer.value(recurringSubscriptionPeriod, "recurringSubscriptionPeriod")
            try writer.nullable(referenceName, "referenceName")
            try writer.value(subscriptionGroupID, "subscriptionGroupID")
            try writer.value(type, "type")
            try writer.optional(winbackOffers, "winbackOffers")
            try writer.others(others)
        }
    }
}

extension StoreKitFile.Subscription {
    /// The price in thousandths of the currency's unit, or nothing when the text is not an amount.
    public var price: Int64? { Money.milliunits(decimal: displayPrice) }

    /// The introductory offers from either member, the single one first.
    public var allIntroductoryOffers: [StoreKitFile.Offer] {
        let single = introductoryOffer.map { [$0] } ?? []
        let several = introductoryOffers ?? []
        return single + several.filter { $0.internalID != introductoryOffer?.internalID }
    }
}
