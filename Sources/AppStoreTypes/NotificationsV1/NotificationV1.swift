// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A version 1 notification, of 2021 and later or of the time of iOS 6.
///
/// It is not signed: nothing in it may be believed before Apple was asked about its receipt.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv1>
public struct NotificationV1: Hashable, Sendable {
    /// What happened.
    public var notificationType: NotificationTypeV1

    /// The environment in this format's spelling: PROD or Sandbox.
    public var environmentName: String?

    /// The shared secret: all that tells Apple's notifications from others.
    public var password: String?

    /// The app.
    public var bid: BundleID?

    /// The app's build.
    public var bvrs: String?

    /// The subscription.
    public var originalTransactionId: OriginalTransactionID?

    /// The number of the next period's product.
    public var autoRenewAdamId: String?

    /// The product of the next period.
    public var autoRenewProductId: ProductID?

    /// Whether it renews.
    public var autoRenewStatus: Bool?

    /// When renewal was turned on or off.
    public var autoRenewStatusChangeDate: Date?

    /// Why it ended.
    public var expirationIntent: ExpirationIntent?

    /// The customer's purchases.
    public var unifiedReceipt: UnifiedReceipt?

    /// When Apple stops to send this format.
    public var deprecation: String?

    /// The latest receipt in base64; until 2021.
    public var latestReceipt: String?

    /// The latest transaction; until 2021.
    public var latestReceiptInfo: ReceiptTransaction?

    /// The latest expired receipt in base64; until 2021.
    public var latestExpiredReceipt: String?

    /// The latest expired transaction; until 2021.
    public var latestExpiredReceiptInfo: ReceiptTransaction?

    /// The renewal event; until 2021.
    public var webOrderLineItemId: WebOrderLineItemID?

    /// When Apple's support canceled; until 2021.
    public var cancellationDate: Date?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        notificationType: NotificationTypeV1,
        environmentName: String? = nil,
        password: String? = nil,
        bid: BundleID? = nil,
        bvrs: String? = nil,
        originalTransactionId: OriginalTransactionID? = nil,
        autoRenewAdamId: String? = nil,
        autoRenewProductId: ProductID? = nil,
        autoRenewStatus: Bool? = nil,
        autoRenewStatusChangeDate: Date? = nil,
        expirationIntent: ExpirationIntent? = nil,
        unifiedReceipt: UnifiedReceipt? = nil,
        deprecation: String? = nil,
        latestReceipt: String? = nil,
        latestReceiptInfo: ReceiptTransaction? = nil,
        latestExpiredReceipt: String? = nil,
        latestExpiredReceiptInfo: ReceiptTransaction? = nil,
        webOrderLineItemId: WebOrderLineItemID? = nil,
        cancellationDate: Date? = nil
    ) {
        self.notificationType = notificationType
        self.environmentName = environmentName
        self.password = password
        self.bid = bid
        self.bvrs = bvrs
        self.originalTransactionId = originalTransactionId
        self.autoRenewAdamId = autoRenewAdamId
        self.autoRenewProductId = autoRenewProductId
        self.autoRenewStatus = autoRenewStatus
        self.autoRenewStatusChangeDate = autoRenewStatusChangeDate
        self.expirationIntent = expirationIntent
        self.unifiedReceipt = unifiedReceipt
        self.deprecation = deprecation
        self.latestReceipt = latestReceipt
        self.latestReceiptInfo = latestReceiptInfo
        self.latestExpiredReceipt = latestExpiredReceipt
        self.latestExpiredReceiptInfo = latestExpiredReceiptInfo
        self.webOrderLineItemId = webOrderLineItemId
        self.cancellationDate = cancellationDate
    }
}

extension NotificationV1: Codable {
    /// Decodes a value from texts, numbers and truth values, whichever Apple wrote.
    public init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        self.notificationType = try reader.required("notification_type", reader.wire("notification_type"))
        self.environmentName = try reader.text("environment")
        self.password = try reader.text("password")
        self.bid = try reader.wire("bid")
        self.bvrs = try reader.text("bvrs")
        self.originalTransactionId = try reader.wire("original_transaction_id")
        self.autoRenewAdamId = try reader.text("auto_renew_adam_id")
        self.autoRenewProductId = try reader.wire("auto_renew_product_id")
        self.autoRenewStatus = try reader.flag("auto_renew_status")
        self.autoRenewStatusChangeDate = try reader.date("auto_renew_status_change_date")
        self.expirationIntent = try reader.wire("expiration_intent")
        self.unifiedReceipt = try reader.object("unified_receipt")
        self.deprecation = try reader.text("deprecation")
        self.latestReceipt = try reader.text("latest_receipt")
        self.latestReceiptInfo = try reader.object("latest_receipt_info")
        self.latestExpiredReceipt = try reader.text("latest_expired_receipt")
        self.latestExpiredReceiptInfo = try reader.object("latest_expired_receipt_info")
        self.webOrderLineItemId = try reader.wire("web_order_line_item_id")
        self.cancellationDate = try reader.date("cancellation_date")
    }

    /// Encodes a value with Apple's mix of texts and numbers.
    public func encode(to encoder: any Encoder) throws {
        var writer = ReceiptWriter(encoder)
        try writer.text(notificationType.rawValue, "notification_type")
        try writer.text(environmentName, "environment")
        try writer.text(password, "password")
        try writer.text(bid?.rawValue, "bid")
        try writer.text(bvrs, "bvrs")
        try writer.text(originalTransactionId?.rawValue, "original_transaction_id")
        try writer.text(autoRenewAdamId, "auto_renew_adam_id")
        try writer.text(autoRenewProductId?.rawValue, "auto_renew_product_id")
        try writer.literal(autoRenewStatus, "auto_renew_status")
        try writer.date(autoRenewStatusChangeDate, "auto_renew_status_change_date")
        try writer.number(expirationIntent.map { Int64($0.rawValue) }, "expiration_intent")
        try writer.object(unifiedReceipt, "unified_receipt")
        try writer.text(deprecation, "deprecation")
        try writer.text(latestReceipt, "latest_receipt")
        try writer.object(latestReceiptInfo, "latest_receipt_info")
        try writer.text(latestExpiredReceipt, "latest_expired_receipt")
        try writer.object(latestExpiredReceiptInfo, "latest_expired_receipt_info")
        try writer.text(webOrderLineItemId?.rawValue, "web_order_line_item_id")
        try writer.date(cancellationDate, "cancellation_date")
    }
}

extension NotificationV1 {
    /// The environment in the spelling of the newer formats.
    public var environment: Environment? {
        environmentName.map { $0 == "PROD" ? .production : Environment(rawValue: $0) }
    }

    /// The newest receipt in base64, wherever this notification keeps it.
    public var newestReceipt: String? { unifiedReceipt?.latestReceipt ?? latestReceipt ?? latestExpiredReceipt }
}

extension NotificationV1: CustomStringConvertible, CustomReflectable {
    /// The type and the subscription, so that a log never holds the secret or a receipt.
    public var description: String { "\(notificationType) of \(originalTransactionId?.rawValue ?? "no subscription")" }

    /// The type and the subscription.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
