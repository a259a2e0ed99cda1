// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What Apple says of a receipt, of either style.
///
/// The answer is not signed, and absence proves nothing: refunded products that are bought once vanish from it.
///
/// <https://developer.apple.com/documentation/appstorereceipts/responsebody>
public struct VerifyReceiptResponse: Hashable, Sendable {
    /// Which style the receipt is of.
    public var style: ReceiptStyle

    /// What Apple says of the receipt.
    public var status: VerifyReceiptStatus

    /// The environment; not always there in the transaction style.
    public var environment: Environment?

    /// The receipt, in the app style.
    public var receipt: Receipt?

    /// The receipt, in the transaction style.
    public var transactionReceipt: ReceiptTransaction?

    /// The latest receipt in base64, for subscriptions.
    public var latestReceipt: String?

    /// The current transactions; one in the transaction style.
    public var latestReceiptInfo: [ReceiptTransaction]

    /// The last transaction of an expired subscription, in the transaction style.
    public var latestExpiredReceiptInfo: ReceiptTransaction?

    /// What follows each subscription's period, in the app style.
    public var pendingRenewalInfo: [PendingRenewalInfo]

    /// Whether the subscription renews, in the transaction style.
    public var autoRenewStatus: AutoRenewStatus?

    /// The product of the next period, in the transaction style.
    public var autoRenewProductId: ProductID?

    /// Why the subscription ended, in the transaction style.
    public var expirationIntent: ExpirationIntent?

    /// Whether Apple still tries to charge, in the transaction style.
    public var isInBillingRetryPeriod: Bool?

    /// Whether the same request may succeed later, with statuses 21100 to 21199.
    public var isRetryable: Bool?

    /// Whether that is spelled with a hyphen, as Apple's older pages do.
    public var spellsRetryableWithHyphen: Bool

    /// Makes an answer with a status; its other fields are set on the value.
    public init(status: VerifyReceiptStatus, environment: Environment? = nil, style: ReceiptStyle = .app) {
        self.status = status
        self.environment = environment
        self.style = style
        latestReceiptInfo = []
        pendingRenewalInfo = []
        spellsRetryableWithHyphen = false
    }
}

extension VerifyReceiptResponse {
    /// Whether the same request may succeed later, by the status and the response's own flag.
    public var shouldRetry: Bool {
        isRetryable ?? status.isRetryable
    }

    /// Every transaction of the answer, each once, the current ones first.
    public var allTransactions: [ReceiptTransaction] {
        let all =
            latestReceiptInfo + [transactionReceipt, latestExpiredReceiptInfo].compactMap(\.self)
            + (receipt?.inApp ?? [])
        var seen: Set<TransactionID> = []
        return all.filter { seen.insert($0.transactionId).inserted }
    }
}

extension VerifyReceiptResponse: Codable {
    /// Decodes an answer of either style.
    public init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        let status: VerifyReceiptStatus? = try reader.wire("status")
        self.init(status: try reader.required("status", status), environment: try reader.wire("environment"))
        let nested: ReceiptStyleProbe? = try reader.object("receipt")
        let topLevelStatus = try reader.number("auto_renew_status")
        let isTransaction = nested?.style == .transaction || topLevelStatus != nil
        style = isTransaction ? .transaction : .app
        if isTransaction {
            transactionReceipt = try reader.object("receipt")
        } else {
            receipt = try reader.object("receipt")
        }
        latestReceipt = try reader.text("latest_receipt")
        latestReceiptInfo = try reader.list("latest_receipt_info")
        latestExpiredReceiptInfo = try reader.object("latest_expired_receipt_info")
        pendingRenewalInfo = try reader.list("pending_renewal_info")
        autoRenewStatus = try reader.wire("auto_renew_status")
        autoRenewProductId = try reader.wire("auto_renew_product_id")
        expirationIntent = try reader.wire("expiration_intent")
        isInBillingRetryPeriod = try reader.flag("is_in_billing_retry_period")
        let hyphenated = try reader.flag("is-retryable")
        isRetryable = try reader.flag("is_retryable") ?? hyphenated
        spellsRetryableWithHyphen = hyphenated != nil
    }

    /// Encodes an answer as Apple's service would.
    public func encode(to encoder: any Encoder) throws {
        var writer = ReceiptWriter(encoder)
        try writer.number(Int64(status.rawValue), "status")
        try writer.text(environment?.rawValue, "environment")
        try writer.object(receipt, "receipt")
        try writer.text(latestReceipt, "latest_receipt")
        if style == .transaction {
            try writer.object(transactionReceipt, "receipt")
            try writer.object(latestReceiptInfo.first, "latest_receipt_info")
        } else if status.isGood, latestReceipt != nil || !latestReceiptInfo.isEmpty {
            try writer.object(latestReceiptInfo, "latest_receipt_info")
            try writer.object(pendingRenewalInfo, "pending_renewal_info")
        }
        try writer.object(latestExpiredReceiptInfo, "latest_expired_receipt_info")
        try writer.number(autoRenewStatus.map { Int64($0.rawValue) }, "auto_renew_status")
        try writer.text(autoRenewProductId?.rawValue, "auto_renew_product_id")
        try writer.textNumber(expirationIntent.map { Int64($0.rawValue) }, "expiration_intent")
        try writer.digit(isInBillingRetryPeriod, "is_in_billing_retry_period")
        try writer.flag(isRetryable, spellsRetryableWithHyphen ? "is-retryable" : "is_retryable")
    }
}

/// Looks at a receipt's keys only.
private struct ReceiptStyleProbe: Decodable {
    let style: ReceiptStyle

    init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        style = reader.isPurchase ? .transaction : reader.style
    }
}
