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

    /// The owner of the records that recovery abandoned; the others have none.
    static let givenUp = "given-up"

    /// The name of its record: the same report again is the same.
    var name: String {
        let parts = [receipt, transaction?.rawValue ?? "", product?.rawValue ?? ""]
        return Hexadecimal.encode(SHA256.digest(of: Array(parts.joined(separator: "\u{1f}").utf8)))
    }
}

extension RecordCollection {
    /// Purchases that apps reported as not verified; what recovery abandoned has an owner of its own.
    static let reportedReceipts = RecordCollection(rawValue: "reported-receipts")
}

extension DatabaseReader {
    /// What apps reported, whether recovery still tries it or gave it up, a page at a time.
    func reportedReceipts(after name: String, limit: Int) throws -> [StoredRecord] {
        let found = try ["", ReportedPurchase.givenUp].flatMap { owner in
            try records(.reportedReceipts, owner: owner, after: name, limit: limit)
        }
        return Array(found.sorted { $0.name < $1.name }.prefix(limit))
    }
}
