// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

extension VerifyReceiptRoutes {
    /// The answer about a receipt of the whole app.
    ///
    /// - Throws: A ``Refusal``, or an error of the database.
    func describe(
        _ receipt: AppReceipt,
        _ request: VerifyReceiptOptions,
        _ environment: Environment
    ) async throws -> JSONValue {
        guard let app = receipt.bundleID else { throw Refusal(status: 21002) }
        let subscriptionType: Int64 = 3
        let hasSubscription = receipt.purchases.contains { $0.productType == subscriptionType }
        try check(request, app: app, hasSubscription: hasSubscription)
        let name = environment == .production ? "Production" : "Sandbox"
        guard let first = receipt.purchases.compactMap(\.transactionID).first else {
            let fields = await fields(of: receipt, contents: nil, app: app)
            return .object(["status": .integer(0), "environment": .string(name), "receipt": .object(fields)])
        }
        guard let owner = try await engine.transaction(first.rawValue)?.customer, await engine.customer(owner) != nil
        else { throw Refusal(status: 21010, isRetryable: false) }
        let contents = try await engine.receiptContents(of: owner, app: app)
        var answer: [String: JSONValue] = [
            "status": .integer(0), "environment": .string(name),
            "receipt": .object(await fields(of: receipt, contents: contents, app: app)),
        ]
        let renewals = await engine.renewalInfos(of: owner, app: app)
        if !renewals.isEmpty {
            let latest = request.excludesOld ? contents.latestOnly : contents.latest
            answer["latest_receipt"] = .string(try await engine.appReceipt(of: owner, app: app))
            answer["latest_receipt_info"] = .array(
                latest.map { texts(ReceiptFields.transaction($0, isLatestInfo: true)) }
            )
            answer["pending_renewal_info"] = .array(renewals.map { texts(ReceiptFields.pendingRenewal($0)) })
        }
        return .object(answer)
    }

    private func fields(of receipt: AppReceipt, contents: ReceiptContents?, app: BundleID) async -> [String: JSONValue]
    {
        let isProduction = receipt.receiptType?.environment == .production
        let number = JSONValue.integer(isProduction ? receipt.appAppleID?.rawValue ?? 0 : 0)
        var fields: [String: JSONValue] = [
            "receipt_type": .string(receipt.receiptType?.rawValue ?? ""), "adam_id": number, "app_item_id": number,
            "bundle_id": .string(app.rawValue),
            "application_version": .string(receipt.applicationVersion ?? "1.0"),
            "download_id": .integer(receipt.downloadID ?? 0),
            "version_external_identifier": .integer(receipt.versionExternalIdentifier ?? 0),
            "original_application_version": .string(receipt.originalApplicationVersion ?? "1.0"),
            "in_app": .array(purchases(in: receipt, contents: contents)),
        ]
        var dates: [String: String] = [:]
        ReceiptDates.write(receipt.creationDate, "receipt_creation_date", into: &dates)
        ReceiptDates.write(await engine.now, "request_date", into: &dates)
        ReceiptDates.write(receipt.originalPurchaseDate, "original_purchase_date", into: &dates)
        ReceiptDates.write(receipt.expirationDate, "expiration_date", into: &dates)
        for (name, text) in dates { fields[name] = .string(text) }
        return fields
    }

    /// What is inside the receipt that was sent, as far as it is still listed: refunded purchases have vanished.
    private func purchases(in receipt: AppReceipt, contents: ReceiptContents?) -> [JSONValue] {
        let listed = Dictionary(
            (contents?.transactions ?? []).map { ($0.transactionId, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return receipt.purchases.compactMap { purchase in
            guard let id = purchase.transactionID, let transaction = listed[id] else { return nil }
            let isSubscription = transaction.type == .autoRenewableSubscription
            guard isSubscription || transaction.revocationDate == nil else { return nil }
            return texts(ReceiptFields.transaction(transaction))
        }
    }

    func texts(_ fields: [String: String]) -> JSONValue {
        .object(fields.mapValues(JSONValue.string))
    }
}
