// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// An offer of a subscription: introductory, promotional, for a code, or to win a subscriber back.
    ///
    /// The members differ by kind; what a kind does not have is absent.
    public struct Offer: Hashable, Sendable, Codable {
        /// The billing plan it is for; since version 5.
        public var billingPlanType: BillingPlanType?

        /// The price of one period, as a decimal text; absent when it is free.
        public var displayPrice: String?

        /// Who may redeem it; for codes.
        public var eligibility: [OfferEligibility]?

        /// The file's name of it.
        public var internalID: String

        /// Whether the customer may have it once the subscription ended; for win-back offers.
        public var isEligible: Bool?

        /// Whether an introductory offer may come before it; for codes.
        public var isStackable: Bool?

        /// How many periods it lasts; one when absent.
        public var numberOfPeriods: Int?

        /// The offer's identifier; for promotional offers.
        public var offerID: OfferID?

        /// How it is paid.
        public var paymentMode: PaymentMode

        /// The developer's name of it.
        public var referenceName: String?

        /// The length of one period.
        public var subscriptionPeriod: SubscriptionPeriod

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            billingPlanType: BillingPlanType? = nil,
            displayPrice: String? = nil,
            eligibility: [OfferEligibility]? = nil,
            internalID: String = "",
            isEligible: Bool? = nil,
            isStackable: Bool? = nil,
            numberOfPeriods: Int? = nil,
            offerID: OfferID? = nil,
            paymentMode: PaymentMode = .free,
            referenceName: String? = nil,
            subscriptionPeriod: SubscriptionPeriod = .month,
            others: [String: JSONValue] = [:]
        ) {
            self.billingPlanType = billingPlanType
            self.displayPrice = displayPrice
            self.eligibility = eligibility
            self.internalID = internalID
            self.isEligible = isEligible
            self.isStackable = isStackable
            self.numberOfPeriods = numberOfPeriods
            self.offerID = offerID
            self.paymentMode = paymentMode
            self.referenceName = referenceName
            self.subscriptionPeriod = subscriptionPeriod
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.billingPlanType = try reader.optional("billingPlanType")
            self.displayPrice = try reader.optional("displayPrice")
            self.eligibility = try reader.optional("eligibility")
            self.internalID = try reader.value("internalID", default: "")
            self.isEligible = try reader.optional("isEligible")
            self.isStackable = try reader.optional("isStackable")
            self.numberOfPeriods = try reader.optional("numberOfPeriods")
            self.offerID = try reader.optional("offerID")
            self.paymentMode = try reader.value("paymentMode", default: .free)
            self.referenceName = try reader.optional("referenceName")
            self.subscriptionPeriod = try reader.value("subscriptionPeriod", default: .month)
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.optional(billingPlanType, "billingPlanType")
            try writer.optional(displayPrice, "displayPrice")
            try writer.optional(eligibility, "eligibility")
            try writer.value(internalID, "internalID")
            try writer.optional(isEligible, "isEligible")
            try writer.optional(isStackable, "isStackable")
            try writer.optional(numberOfPeriods, "numberOfPeriods")
            try writer.optional(offerID, "offerID")
            try writer.value(paymentMode, "paymentMode")
            try writer.optional(referenceName, "referenceName")
            try writer.value(subscriptionPeriod, "subscriptionPeriod")
            try writer.others(others)
        }
    }
}

extension StoreKitFile.Offer {
    /// The price of one period in thousandths of the currency's unit; zero when it is free.
    public var price: Int64? {
        paymentMode == .free ? 0 : displayPrice.flatMap { Money.milliunits(decimal: $0) }
    }
}
