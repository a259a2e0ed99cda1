// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

extension VerifyReceiptRoutes {
    /// The answer about a receipt of the iOS 6 style: one transaction, and for a subscription its latest one.
    ///
    /// - Throws: A ``Refusal``, or an error of the database.
    func describe(_ receipt: TransactionReceipt, _ request: VerifyReceiptOptions) async throws -> JSONValue {
        guard let app = receipt.bundleID, let id = receipt.transactionID else { throw Refusal(status: 21002) }
        guard let record = try await engine.transaction(id.rawValue), await engine.customer(record.customer) != nil
        else { throw Refusal(status: 21010, isRetryable: false) }
        let isSubscription = record.transaction.type == .autoRenewableSubscription
        try check(request, app: app, hasSubscription: isSubscription)
        var answer: [String: JSONValue] = [
            "status": .integer(0), "receipt": texts(await fields(of: record)),
        ]
        guard isSubscription else { return .object(answer) }
        let lineage = record.transaction.originalTransactionId
        let latest = try await engine.transactions(
            "original = \(lineage.rawValue)",
            order: "purchased DESC, revision DESC",
            limit: 1
        )
        guard let newest = latest.first, let end = newest.transaction.expiresDate else { return .object(answer) }
        if end <= (await engine.now) {
            answer["status"] = .integer(21006)
            answer["latest_expired_receipt_info"] = texts(await fields(of: newest))
        } else {
            answer["latest_receipt"] = .string(try await engine.transactionReceipt(of: newest))
            answer["latest_receipt_info"] = texts(await fields(of: newest))
        }
        addRenewal(try await engine.renewals("original = \(lineage.rawValue)").first?.renewalInfo, to: &answer)
        return .object(answer)
    }

    private func fields(of record: TransactionRecord) async -> [String: String] {
        LegacyReceiptFields(
            record.transaction,
            catalog: await engine.catalog,
            device: ReceiptDevice(of: record.customer)
        ).fields
    }

    private func addRenewal(_ info: RenewalInfoPayload?, to answer: inout [String: JSONValue]) {
        guard let info else { return }
        answer["auto_renew_status"] = .integer(info.autoRenewStatus == .on ? 1 : 0)
        answer["auto_renew_product_id"] = .string((info.autoRenewProductId ?? info.productId).rawValue)
        guard let intent = info.expirationIntent else { return }
        answer["expiration_intent"] = .string(intent.description)
        answer["is_in_billing_retry_period"] = .string(info.isInBillingRetryPeriod == true ? "1" : "0")
    }
}
