// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// What a version 1 notification carries besides what happened.
public struct NotificationV1Contents: Sendable {
    /// The shared secret, by which the app's server knows the sender.
    public var sharedSecret: String

    /// The customer's receipt in base64.
    public var latestReceipt: String

    /// What the receipt says.
    public var receipt: ReceiptContents

    /// The customer's renewal infos.
    public var renewalInfos: [RenewalInfoPayload]

    /// What is sold.
    public var catalog: Catalog

    /// Joins what a notification carries.
    public init(
        sharedSecret: String,
        latestReceipt: String,
        receipt: ReceiptContents,
        renewalInfos: [RenewalInfoPayload],
        catalog: Catalog
    ) {
        self.sharedSecret = sharedSecret
        self.latestReceipt = latestReceipt
        self.receipt = receipt
        self.renewalInfos = renewalInfos
        self.catalog = catalog
    }
}

extension NotificationEffect {
    /// The JSON of a version 1 notification; nothing for one of version 2.
    ///
    /// Until 10 March 2021 the fields of the iOS 6 era were beside the unified receipt.
    ///
    /// <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv1>
    public func version1Body(_ contents: NotificationV1Contents) -> JSONValue? {
        guard case .version1(let type) = name else { return nil }
        var body: [String: JSONValue] = [
            "notification_type": .string(type),
            "password": .string(contents.sharedSecret),
            "environment": .string(environment == .production ? "PROD" : "Sandbox"),
            "bid": .string(app.rawValue),
            "unified_receipt": unifiedReceipt(contents),
        ]
        body["bvrs"] = appVersion.map(JSONValue.string)
        writeRenewal(into: &body, contents)
        if signedDate < Date(millisecondsSince1970: 1_615_334_400_000) { writeOldFields(into: &body, contents) }
        return .object(body)
    }

    private func unifiedReceipt(_ contents: NotificationV1Contents) -> JSONValue {
        var receipt: [String: JSONValue] = [
            "status": .integer(0),
            "environment": .string(environment == .production ? "Production" : "Sandbox"),
            "latest_receipt": .string(contents.latestReceipt),
            "latest_receipt_info": .array(
                transactions(contents).map { .texts(ReceiptFields.transaction($0, isLatestInfo: true)) }
            ),
        ]
        let pending = contents.renewalInfos.map { JSONValue.texts(ReceiptFields.pendingRenewal($0)) }
        if !pending.isEmpty { receipt["pending_renewal_info"] = .array(pending) }
        return .object(receipt)
    }

    /// The receipt's latest hundred transactions, and the one that this notification is about although they lack it.
    private func transactions(_ contents: NotificationV1Contents) -> [TransactionPayload] {
        let listed = Array(contents.receipt.latest.prefix(100))
        guard let transaction, !listed.contains(where: { $0.transactionId == transaction.transactionId }) else {
            return listed
        }
        return Array(([transaction] + listed).prefix(100))
    }

    private func writeRenewal(into body: inout [String: JSONValue], _ contents: NotificationV1Contents) {
        guard let renewalInfo else { return }
        let next = renewalInfo.autoRenewProductId ?? renewalInfo.productId
        body["auto_renew_product_id"] = .string(next.rawValue)
        body["auto_renew_adam_id"] = contents.catalog.product(next).map { .string(String($0.appleID)) }
        body["auto_renew_status"] = .string(renewalInfo.autoRenewStatus == .on ? "true" : "false")
        body["original_transaction_id"] = Int64(renewalInfo.originalTransactionId.rawValue).map(JSONValue.integer)
        body["expiration_intent"] = renewalInfo.expirationIntent.map { .integer(Int64($0.rawValue)) }
        var dates: [String: String] = [:]
        ReceiptDates.write(renewalStatusChangeDate, "auto_renew_status_change_date", into: &dates)
        for (name, text) in dates { body[name] = .string(text) }
    }

    private func writeOldFields(into body: inout [String: JSONValue], _ contents: NotificationV1Contents) {
        guard let transaction, let customer else { return }
        let old = LegacyReceiptFields(transaction, catalog: contents.catalog, device: ReceiptDevice(of: customer))
        let hasExpired = transaction.expiresDate.map { $0 <= signedDate } ?? false
        let prefix = hasExpired ? "latest_expired_receipt" : "latest_receipt"
        body[prefix] = .string(contents.latestReceipt)
        body[prefix + "_info"] = .texts(old.fields)
        body["web_order_line_item_id"] = transaction.webOrderLineItemId.map { .string($0.rawValue) }
        for (name, text) in old.fields where name.hasPrefix("cancellation_date") { body[name] = .string(text) }
    }
}

extension JSONValue {
    static func texts(_ fields: [String: String]) -> JSONValue {
        .object(fields.mapValues(JSONValue.string))
    }
}
