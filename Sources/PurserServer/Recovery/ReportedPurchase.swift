// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import Persistence

/// A purchase that an app reported because its verification failed again and again.
struct ReportedPurchase: Hashable, Sendable, Codable {
    var receipt: String
    var transaction: TransactionID?
    var product: ProductID?
    var at: Date
    /// How often recovery tried it.
    var attempts = 0

    /// How often recovery is refused before a person has to look.
    static let maximumAttempts = 50

    /// Whether recovery still tries it.
    enum Status: String, RecordKey, CaseIterable {
        case pending, abandoned
    }

    /// What apps reported as not verified.
    static let records = OwnedRecordStore<Status, String, ReportedPurchase>("reported-purchases")

    /// Whether recovery still tries it.
    var status: Status { attempts >= Self.maximumAttempts ? .abandoned : .pending }

    /// The name of its record: the same report again is the same.
    var name: String {
        let parts = [receipt, transaction?.rawValue ?? "", product?.rawValue ?? ""]
        return Hexadecimal.encode(SHA256.digest(of: Array(parts.joined(separator: "\u{1f}").utf8)))
    }
}

extension DatabaseReader {
    /// What apps reported, whether recovery still tries it or abandoned it, a page at a time.
    func reportedPurchases(after name: String?, limit: Int) throws -> [ReportedPurchase] {
        let found = try ReportedPurchase.Status.allCases.flatMap { status in
            try records(in: ReportedPurchase.records[status], after: name, limit: limit)
        }
        return try found.sorted { $0.name < $1.name }.prefix(limit).map { try $0.value }
    }
}
