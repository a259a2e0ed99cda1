// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What follows a subscription's period, as verifyReceipt answers and version 1 notifications give it.
///
/// <https://developer.apple.com/documentation/appstorereceipts/responsebody/pending_renewal_info>
public struct PendingRenewalInfo: Hashable, Sendable {
    /// The product of the next period.
    public var autoRenewProductId: ProductID?

    /// The product of the current period.
    public var productId: ProductID?

    /// The subscription.
    public var originalTransactionId: OriginalTransactionID

    /// Whether it renews.
    public var autoRenewStatus: AutoRenewStatus?

    /// Why it ended.
    public var expirationIntent: ExpirationIntent?

    /// Whether Apple still tries to charge.
    public var isInBillingRetryPeriod: Bool?

    /// Until when the customer keeps access while Apple retries.
    public var gracePeriodExpiresDate: Date?

    /// The answer to a price increase that needs consent.
    public var priceConsentStatus: PriceIncreaseStatus?

    /// The answer to a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus?

    /// The offer code's name of the next period.
    public var offerCodeRefName: String?

    /// The promotional offer of the next period.
    public var promotionalOfferId: OfferID?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        autoRenewProductId: ProductID? = nil,
        productId: ProductID? = nil,
        originalTransactionId: OriginalTransactionID,
        autoRenewStatus: AutoRenewStatus? = nil,
        expirationIntent: ExpirationIntent? = nil,
        isInBillingRetryPeriod: Bool? = nil,
        gracePeriodExpiresDate: Date? = nil,
        priceConsentStatus: PriceIncreaseStatus? = nil,
        priceIncreaseStatus: PriceIncreaseStatus? = nil,
        offerCodeRefName: String? = nil,
        promotionalOfferId: OfferID? = nil
    ) {
        self.autoRenewProductId = autoRenewProductId
        self.productId = productId
        self.originalTransactionId = originalTransactionId
        self.autoRenewStatus = autoRenewStatus
        self.expirationIntent = expirationIntent
        self.isInBillingRetryPeriod = isInBillingRetryPeriod
        self.gracePeriodExpiresDate = gracePeriodExpiresDate
        self.priceConsentStatus = priceConsentStatus
        self.priceIncreaseStatus = priceIncreaseStatus
        self.offerCodeRefName = offerCodeRefName
        self.promotionalOfferId = promotionalOfferId
    }
}

extension PendingRenewalInfo: Codable {
    /// Decodes a value from texts, numbers and truth values, whichever Apple wrote.
    public init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        self.autoRenewProductId = try reader.wire("auto_renew_product_id")
        self.productId = try reader.wire("product_id")
        self.originalTransactionId = try reader.required(
            "original_transaction_id",
            reader.wire("original_transaction_id")
        )
        self.autoRenewStatus = try reader.wire("auto_renew_status")
        self.expirationIntent = try reader.wire("expiration_intent")
        self.isInBillingRetryPeriod = try reader.flag("is_in_billing_retry_period")
        self.gracePeriodExpiresDate = try reader.date("grace_period_expires_date")
        self.priceConsentStatus = try reader.wire("price_consent_status")
        self.priceIncreaseStatus = try reader.wire("price_increase_status")
        self.offerCodeRefName = try reader.text("offer_code_ref_name")
        self.promotionalOfferId = try reader.wire("promotional_offer_id")
    }

    /// Encodes a value with Apple's mix of texts and numbers.
    public func encode(to encoder: any Encoder) throws {
        var writer = ReceiptWriter(encoder)
        try writer.text(autoRenewProductId?.rawValue, "auto_renew_product_id")
        try writer.text(productId?.rawValue, "product_id")
        try writer.text(originalTransactionId.rawValue, "original_transaction_id")
        try writer.textNumber(autoRenewStatus.map { Int64($0.rawValue) }, "auto_renew_status")
        try writer.textNumber(expirationIntent.map { Int64($0.rawValue) }, "expiration_intent")
        try writer.digit(isInBillingRetryPeriod, "is_in_billing_retry_period")
        try writer.date(gracePeriodExpiresDate, "grace_period_expires_date")
        try writer.textNumber(priceConsentStatus.map { Int64($0.rawValue) }, "price_consent_status")
        try writer.textNumber(priceIncreaseStatus.map { Int64($0.rawValue) }, "price_increase_status")
        try writer.text(offerCodeRefName, "offer_code_ref_name")
        try writer.text(promotionalOfferId?.rawValue, "promotional_offer_id")
    }
}
