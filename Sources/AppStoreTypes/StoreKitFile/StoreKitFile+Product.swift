// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// A product that is bought once or again, or a subscription that does not renew.
    public struct Product: Hashable, Sendable, Codable {
        /// The price in the storefront's currency, as a decimal text.
        public var displayPrice: String

        /// Whether the family may share it.
        public var familyShareable: Bool

        /// The file's name of it, or its number in App Store Connect.
        public var internalID: String

        /// Its words in every language.
        public var localizations: [Localization]

        /// The product.
        public var productID: ProductID

        /// The developer's name of it.
        public var referenceName: String?

        /// The kind of product.
        public var type: ItemType

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            displayPrice: String = "0",
            familyShareable: Bool = false,
            internalID: String = "",
            localizations: [Localization] = [],
            productID: ProductID = "",
            referenceName: String? = nil,
            type: ItemType = .consumable,
            others: [String: JSONValue] = [:]
        ) {
            self.displayPrice = displayPrice
            self.familyShareable = familyShareable
            self.internalID = internalID
            self.localizations = localizations
            self.productID = productID
            self.referenceName = referenceName
            self.type = type
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.displayPrice = try reader.value("displayPrice", default: "0")
            self.familyShareable = try reader.value("familyShareable", default: false)
            self.internalID = try reader.value("internalID", default: "")
            self.localizations = try reader.value("localizations", default: [])
            self.productID = try reader.value("productID", default: "")
            self.referenceName = try reader.optional("referenceName")
            self.type = try reader.value("type", default: .consumable)
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(displayPrice, "displayPrice")
            try writer.value(familyShareable, "familyShareable")
            try writer.value(internalID, "internalID")
            try writer.value(localizations, "localizations")
            try writer.value(productID, "productID")
            try writer.nullable(referenceName, "referenceName")
            try writer.value(type, "type")
            try writer.others(others)
        }
    }
}

extension StoreKitFile.Product {
    /// The price in thousandths of the currency's unit, or nothing when the text is not an amount.
    public var price: Int64? { Money.milliunits(decimal: displayPrice) }
}
