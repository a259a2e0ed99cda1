// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What is reported about one token of an external purchase.
///
/// <https://developer.apple.com/documentation/externalpurchaseserverapi/externalpurchasereport>
public struct ExternalPurchaseReport: Hashable, Sendable, Codable {
    /// The report's name, a UUID that the developer makes.
    public var requestIdentifier: String

    /// The token.
    public var externalPurchaseId: String

    /// Whether anything was bought with the token.
    public var status: ExternalPurchaseReportStatus

    /// What was bought and refunded.
    public var lineItems: [ExternalPurchaseLineItem]?

    /// The members that this model does not name, kept as they came.
    public var others: [String: JSONValue]

    /// Makes a value from its fields.
    public init(
        requestIdentifier: String = "",
        externalPurchaseId: String = "",
        status: ExternalPurchaseReportStatus = .lineItem,
        lineItems: [ExternalPurchaseLineItem]? = nil,
        others: [String: JSONValue] = [:]
    ) {
        self.requestIdentifier = requestIdentifier
        self.externalPurchaseId = externalPurchaseId
        self.status = status
        self.lineItems = lineItems
        self.others = others
    }

    /// Decodes a value; a member that is not there gets its default.
    public init(from decoder: any Decoder) throws {
        var reader = try OpenObjectReader(decoder)
        self.requestIdentifier = try reader.value("requestIdentifier", default: "")
        self.externalPurchaseId = try reader.value("externalPurchaseId", default: "")
        self.status = try reader.value("status", default: .lineItem)
        self.lineItems = try reader.optional("lineItems")
        self.others = try reader.others()
    }

    /// Encodes every member, the unknown ones too.
    public func encode(to encoder: any Encoder) throws {
        var writer = OpenObjectWriter(encoder)
        try writer.value(requestIdentifier, "requestIdentifier")
        try writer.value(externalPurchaseId, "externalPurchaseId")
        try writer.value(status, "status")
        try writer.optional(lineItems, "lineItems")
        try writer.others(others)
    }
}
