// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// A transaction as a test session shows it.
package struct TestTransactionRecord: Sendable {
    /// Where it stands.
    package enum Status: Sendable {
        case purchased
        case deferred
        case failed
    }

    package var number: UInt
    package var original: UInt
    package var product: String
    package var standing: Status
    package var purchaseDate: Date
    package var cancelDate: Date?
    package var expirationDate: Date?
    package var willRenew = false
    package var hasIssue = false
    package var waitsForPriceConsent = false
    package var isPendingApproval = false
}

extension SimulatedStore {
    /// The customer's transactions, the oldest first; purchases that wait come last.
    package func testRecords() -> [TestTransactionRecord] {
        perform { mutation in
            let aliases = Dictionary(
                mutation.state.pendingNumbers.compactMap { number, pending in pending.completed.map { ($0, number) } }
            ) { first, _ in first }
            let done = mutation.state.ledger.all.compactMap { mutation.testRecord(of: $0, aliases: aliases) }
            let waiting = mutation.state.pendingNumbers.filter { $0.value.completed == nil }.sorted { $0.key < $1.key }
                .map { TestTransactionRecord($0.value, number: $0.key) }
            return done + waiting
        }
    }
}

extension StoreMutation {
    fileprivate func testRecord(
        of transaction: TransactionPayload,
        aliases: [TransactionID: UInt]
    ) -> TestTransactionRecord? {
        guard let number = UInt(transaction.transactionId.rawValue),
            let original = UInt(transaction.originalTransactionId.rawValue)
        else { return nil }
        // A purchase that waited keeps the number under which the test knows it.
        var record = TestTransactionRecord(
            number: aliases[transaction.transactionId] ?? number,
            original: aliases[TransactionID(rawValue: transaction.originalTransactionId.rawValue)] ?? original,
            product: transaction.productId.rawValue,
            standing: .purchased,
            purchaseDate: transaction.purchaseDate
        )
        record.cancelDate = transaction.revocationDate
        record.expirationDate = transaction.expiresDate
        let lineage = transaction.originalTransactionId
        if let renewal = state.ledger.renewals[lineage]?.renewalInfo,
            state.ledger.latest(of: lineage)?.transactionId == transaction.transactionId
        {
            record.willRenew = renewal.autoRenewStatus == .on
            record.hasIssue = renewal.isInBillingRetryPeriod == true
            record.waitsForPriceConsent = renewal.priceIncreaseStatus?.rawValue == 0
        }
        return record
    }
}

extension TestTransactionRecord {
    fileprivate init(_ pending: PendingPurchaseNumber, number: UInt) {
        self.init(
            number: number,
            original: number,
            product: pending.product.rawValue,
            standing: pending.isDeclined || pending.reason == .interrupted ? .failed : .deferred,
            purchaseDate: pending.date
        )
        hasIssue = pending.reason == .interrupted
        isPendingApproval = pending.reason == .askToBuy && !pending.isDeclined
    }
}
