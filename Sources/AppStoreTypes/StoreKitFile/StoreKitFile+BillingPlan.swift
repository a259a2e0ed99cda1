// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// One way to bill a subscription with a commitment.
    public struct BillingPlan: Hashable, Sendable, Codable {
        /// How it is billed.
        public var billingPlanType: BillingPlanType

        /// The price of the whole commitment, as a decimal text.
        public var commitmentDisplayPrice: String?

        /// The price of one billing period, as a decimal text.
        public var displayPrice: String

        /// The file's name of it.
        public var internalID: String

        /// Whether it is for sale.
        public var isEnabled: Bool

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            billingPlanType: BillingPlanType = .billedUpfront,
            commitmentDisplayPrice: String? = nil,
            displayPrice: String = "0",
            internalID: String = "",
            isEnabled: Bool = true,
            others: [String: JSONValue] = [:]
        ) {
            self.billingPlanType = billingPlanType
            self.commitmentDisplayPrice = commitmentDisplayPrice
            self.displayPrice = displayPrice
            self.internalID = internalID
            self.isEnabled = isEnabled
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.billingPlanType = try reader.value("billingPlanType", default: .billedUpfront)
            self.commitmentDisplayPrice = try reader.optional("commitmentDisplayPrice")
            self.displayPrice = try reader.value("displayPrice", default: "0")
            self.internalID = try reader.value("internalID", default: "")
            self.isEnabled = try reader.value("isEnabled", default: true)
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(billingPlanType, "billingPlanType")
            try writer.optional(commitmentDisplayPrice, "commitmentDisplayPrice")
            try writer.value(displayPrice, "displayPrice")
            try writer.value(internalID, "internalID")
            try writer.value(isEnabled, "isEnabled")
            try writer.others(others)
        }
    }
}

extension StoreKitFile.BillingPlan {
    /// The price in thousandths of the currency's unit, or nothing when the text is not an amount.
    public var price: Int64? { Money.milliunits(decimal: displayPrice) }

    /// The price of the whole commitment in thousandths of the currency's unit.
    public var commitmentPrice: Int64? { commitmentDisplayPrice.flatMap { Money.milliunits(decimal: $0) } }
}
