// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a version 1 notification says of the customer's purchases.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/unified_receipt>
public struct UnifiedReceipt: Hashable, Sendable {
    /// The environment.
    public var environment: Environment?

    /// The latest app receipt in base64.
    public var latestReceipt: String?

    /// The latest 100 transactions.
    public var latestReceiptInfo: [ReceiptTransaction]

    /// What follows each subscription's period.
    public var pendingRenewalInfo: [PendingRenewalInfo]

    /// Zero: the receipt is good.
    public var status: Int64?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        environment: Environment? = nil,
        latestReceipt: String? = nil,
        latestReceiptInfo: [ReceiptTransaction] = [],
        pendingRenewalInfo: [PendingRenewalInfo] = [],
        status: Int64? = nil
    ) {
        self.environment = environment
        self.latestReceipt = latestReceipt
        self.latestReceiptInfo = latestReceiptInfo
        self.pendingRenewalInfo = pendingRenewalInfo
        self.status = status
    }
}

extension UnifiedReceipt: Codable {
    /// Decodes a value from texts, numbers and truth values, whichever Apple wrote.
    public init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        self.environment = try reader.wire("environment")
        self.latestReceipt = try reader.text("latest_receipt")
        self.latestReceiptInfo = try reader.list("latest_receipt_info")
        self.pendingRenewalInfo = try reader.list("pending_renewal_info")
        self.status = try reader.number("status")
    }

    /// Encodes a value with Apple's mix of texts and numbers.
    public func encode(to encoder: any Encoder) throws {
        var writer = ReceiptWriter(encoder)
        try writer.text(environment?.rawValue, "environment")
        try writer.text(latestReceipt, "latest_receipt")
        try writer.object(latestReceiptInfo, "latest_receipt_info")
        try writer.object(pendingRenewalInfo, "pending_renewal_info")
        try writer.number(status, "status")
    }
}
