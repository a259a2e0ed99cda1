// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
public import AppStoreTypes
import FoundationEssentials
import SQLite

extension SimulatorEngine {
    /// How many of a customer's transactions a receipt lists; Apple's answers stop long before.
    private static let receiptLimit = 10_000

    /// What a customer's receipts of an app say now.
    ///
    /// - Throws: A ``SimulatorServiceError`` when there is no such app, or an error of the database.
    func receiptContents(of customer: CustomerID, app bundle: BundleID) throws -> ReceiptContents {
        guard let app = store.catalog.app(bundle) else {
            throw SimulatorServiceError(.unusableData, "The catalog has no app \(bundle).")
        }
        let records = try history.transactions(
            "customer = \(customer.rawValue)",
            order: "purchased, revision",
            limit: Self.receiptLimit
        )
        let download = store.appTransaction(of: customer, app: bundle)
        return ReceiptContents(
            app: app,
            environment: store.profile(of: customer)?.environment ?? .production,
            transactions: records.map(\.transaction),
            finished: Set(records.filter(\.isFinished).map(\.transaction.transactionId)),
            original: download.flatMap { document in
                document.originalPurchaseDate.map { ($0, document.originalApplicationVersion ?? app.version) }
            },
            date: store.now
        )
    }

    /// A customer's app receipt as the device would have it, in base64.
    ///
    /// - Throws: An error of the database or of OpenSSL.
    func appReceipt(of customer: CustomerID, app: BundleID) throws -> String {
        try signing.sign(try receiptContents(of: customer, app: app).appReceipt).base64EncodedString()
    }

    /// A transaction's receipt of the iOS 6 style, in base64.
    ///
    /// - Throws: An error of OpenSSL.
    func transactionReceipt(of record: TransactionRecord) throws -> String {
        let fields = LegacyReceiptFields(
            record.transaction,
            catalog: store.catalog,
            device: ReceiptDevice(of: record.customer)
        )
        let receipt = fields.receipt(in: record.transaction.environment)
        return try signing.sign(receipt).base64EncodedString()
    }

    /// A customer's renewal infos of an app as they are now.
    func renewalInfos(of customer: CustomerID, app: BundleID) -> [RenewalInfoPayload] {
        store.subscriptions(of: customer).filter { $0.transaction.bundleId == app }.map(\.renewalInfo)
    }

    /// The body of a version 1 notification: what the customer's receipt says at the moment it is sent.
    ///
    /// - Throws: An error of the database or of OpenSSL.
    func version1Body(of effect: NotificationEffect) throws -> Data? {
        guard let customer = effect.customer else { return nil }
        let contents = NotificationV1Contents(
            sharedSecret: configuration.sharedSecret(of: effect.app),
            latestReceipt: try appReceipt(of: customer, app: effect.app),
            receipt: try receiptContents(of: customer, app: effect.app),
            renewalInfos: renewalInfos(of: customer, app: effect.app),
            catalog: store.catalog
        )
        return try effect.version1Body(contents).map { try AppStoreJSON.encode($0) }
    }
}

extension SimulatorConfiguration {
    /// The shared secret of an app: 32 hexadecimal digits that follow from the seed.
    public func sharedSecret(of app: BundleID) -> String {
        let bytes = SHA256.digest(of: Array("shared secret of \(app) from \(seed)".utf8)).prefix(16)
        return bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
