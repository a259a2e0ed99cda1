// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a number of a chart was when its days were over, and the documents that changed it since.
struct ChartHistory: Sendable {
    /// A document that came late.
    struct Document: Sendable {
        var key: FactKey
        var received: Date
        /// The transaction, or the kind of another document.
        var name: String
    }

    /// A purchase whose part changed.
    struct Change: Sendable {
        var lineage: OriginalTransactionID
        var payer: String
        var before: [Currency?: BoundedSum]
        var now: [Currency?: BoundedSum]
        var documents: [Document]
    }

    /// The end of the days, or another instant that is compared with.
    var known: Date
    /// What the number was then, by currency; `nil` stands for a count.
    var totals: [Currency?: BoundedSum] = [:]
    /// The purchases that changed it, at most ``maximumChanges``.
    var changes: [Change] = []
    /// How many there are.
    var count = 0

    static let maximumChanges = 20
    fileprivate static let maximumDocuments = 5
}

extension ChartHistory {
    /// Begins with what the number is now; `nil` for days that are not over.
    ///
    /// - Parameters:
    ///   - days: The days of the number.
    ///   - now: The present instant.
    ///   - known: The instant it is compared with (default: the end of the days).
    init?(of days: ClosedRange<CivilDay>, now: Date, known: Date? = nil) {
        self.known = known ?? ReportingZone.pacific.start(of: days.upperBound.adding(days: 1))
        guard self.known <= now else { return nil }
    }

    /// Compares what a purchase adds now with what it added by the documents of then.
    ///
    /// - Parameters:
    ///   - lineage: The purchase.
    ///   - payer: The customer, if known; otherwise, the purchase.
    ///   - stored: Its facts.
    ///   - now: What it adds now.
    ///   - sums: What it adds by some of its facts.
    mutating func add(
        _ lineage: OriginalTransactionID,
        payer: String,
        _ stored: ArraySlice<StoredFact>,
        now: [Currency?: BoundedSum],
        _ sums: ([Fact]) -> [Currency?: BoundedSum]
    ) {
        totals.merge(now, uniquingKeysWith: +)
        // Only what was sold or refunded before can change it: later renewals are not late.
        let late = stored.filter { $0.receivedDate > known && $0.fact.isAbout(known) }
        guard !late.isEmpty else { return }
        let before = sums(stored.filter { $0.receivedDate <= known }.map(\.fact))
        guard now != before else { return }
        totals.merge(before, uniquingKeysWith: +)
        totals.merge(now.mapValues { BoundedSum() - $0 }, uniquingKeysWith: +)
        count += 1
        guard changes.count < Self.maximumChanges else { return }
        let documents = late.filter { $0.document != nil }.prefix(Self.maximumDocuments).map { stored in
            Document(
                key: FactKey(stored.fact),
                received: stored.receivedDate,
                name: stored.fact.transactionID?.rawValue ?? stored.fact.content.kind.rawValue
            )
        }
        changes.append(Change(lineage: lineage, payer: payer, before: before, now: now, documents: documents))
    }
}

extension Fact {
    /// The transaction that a document is about.
    fileprivate var transactionID: TransactionID? {
        if case .transaction(let transaction) = content { transaction.id } else { nil }
    }

    /// Whether it reports a sale or a refund of an instant or before.
    fileprivate func isAbout(_ instant: Date) -> Bool {
        switch content {
        case .transaction(let transaction): transaction.purchaseDate <= instant
        case .receiptAnswer(let answer): answer.transactions.contains { $0.purchaseDate <= instant }
        default: false
        }
    }
}
