// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The outcome of extending one renewal date.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldateresponse>
public struct ExtendRenewalDateResponse: Hashable, Sendable, Codable {
    /// The subscription.
    public var originalTransactionId: OriginalTransactionID

    /// The period that was extended.
    public var webOrderLineItemId: WebOrderLineItemID?

    /// Whether it was extended.
    public var success: Bool

    /// The new renewal date.
    public var effectiveDate: Date?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        originalTransactionId: OriginalTransactionID,
        webOrderLineItemId: WebOrderLineItemID? = nil,
        success: Bool,
        effectiveDate: Date? = nil
    ) {
        self.originalTransactionId = originalTransactionId
        self.webOrderLineItemId = webOrderLineItemId
        self.success = success
        self.effectiveDate = effectiveDate
    }
}
