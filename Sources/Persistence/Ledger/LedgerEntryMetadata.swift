// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What the books keep with an entry besides its amounts.
struct LedgerEntryMetadata: Codable {
    var expires: Int64?
    /// What was given, by when it runs out, where that differs.
    var parts: [Part]?
    var transaction: TransactionID?
    /// What was asked for, where a policy let less be taken.
    var asked: Int64?
    /// The balance right after it.
    var balance: Int64?

    struct Part: Codable {
        var amount: Int64
        var expires: Int64?
    }
}

/// What was answered to a change that booked nothing, so that its key gets the same answer again.
struct RejectedPosting {
    var asked: Int64
    var reason: LedgerReason
    var counterpart: CustomerID?
    var balance: Int64
    var isWrittenOff: Bool

    func isOf(_ request: LedgerRequest) -> Bool {
        asked == request.amount && reason == request.reason && counterpart == request.counterpart
    }
}

extension LedgerEntryMetadata.Part {
    var part: ExpiringPortion {
        ExpiringPortion(amount: amount, expiresDate: expires.map { Date(millisecondsSince1970: $0) })
    }
}

extension LedgerEntryMetadata {
    init(_ request: LedgerRequest, balance: Int64? = nil) {
        expires = request.expiresDate?.millisecondsSince1970
        parts =
            request.parts.isEmpty
            ? nil
            : request.parts.map {
                Part(amount: $0.amount, expires: $0.expiresDate?.millisecondsSince1970)
            }
        transaction = request.transactionID
        asked = request.amount
        self.balance = balance
    }
}
