// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One transaction in a report about an external purchase.
///
/// Amounts, taxes and currencies are kept in ``others`` under Apple's names, since they differ by region.
///
/// <https://developer.apple.com/documentation/externalpurchaseserverapi/lineitems>
public struct ExternalPurchaseLineItem: Hashable, Sendable, Codable {
    /// The transaction's name, which the developer makes.
    public var lineItemId: String

    /// When the customer agreed, in milliseconds since 1970.
    public var creationDate: Int64?

    /// Bought or refunded.
    public var eventType: ExternalPurchaseEventType?

    /// The transaction that this one refunds or corrects.
    public var referenceLineItemId: String?

    /// The product.
    public var productIdentifier: String?

    /// Whether it is bought once or a subscription.
    public var productType: String?

    /// How many.
    public var quantity: Int64?

    /// The members that this model does not name, kept as they came.
    public var others: [String: JSONValue]

    /// Makes a value from its fields.
    public init(
        lineItemId: String = "",
        creationDate: Int64? = nil,
        eventType: ExternalPurchaseEventType? = nil,
        referenceLineItemId: String? = nil,
        productIdentifier: String? = nil,
        productType: String? = nil,
        quantity: Int64? = nil,
        others: [String: JSONValue] = [:]
    ) {
        self.lineItemId = lineItemId
        self.creationDate = creationDate
        self.eventType = eventType
        self.referenceLineItemId = referenceLineItemId
        self.productIdentifier = productIdentifier
        self.productType = productType
        self.quantity = quantity
        self.others = others
    }

    /// Decodes a value; a member that is not there gets its default.
    public init(from decoder: any Decoder) throws {
        var reader = try OpenObjectReader(decoder)
        self.lineItemId = try reader.value("lineItemId", default: "")
        self.creationDate = try reader.optional("creationDate")
        self.eventType = try reader.optional("eventType")
        self.referenceLineItemId = try reader.optional("referenceLineItemId")
        self.productIdentifier = try reader.optional("productIdentifier")
        self.productType = try reader.optional("productType")
        self.quantity = try reader.optional("quantity")
        self.others = try reader.others()
    }

    /// Encodes every member, the unknown ones too.
    public func encode(to encoder: any Encoder) throws {
        var writer = OpenObjectWriter(encoder)
        try writer.value(lineItemId, "lineItemId")
        try writer.optional(creationDate, "creationDate")
        try writer.optional(eventType, "eventType")
        try writer.optional(referenceLineItemId, "referenceLineItemId")
        try writer.optional(productIdentifier, "productIdentifier")
        try writer.optional(productType, "productType")
        try writer.optional(quantity, "quantity")
        try writer.others(others)
    }
}
