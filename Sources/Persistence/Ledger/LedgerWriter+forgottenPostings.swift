// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension LedgerWriter {
    /// Takes a customer's name out of keys, and removes what waits under it, before the lines get a pseudonym.
    func erasePostings(of customer: CustomerID, as pseudonym: CustomerID) throws {
        let named = "posting \(customer.rawValue.utf8.count) \(customer) "
        let renamed = "posting \(pseudonym.rawValue.utf8.count) \(pseudonym) "
        try execute(
            """
            UPDATE ledger_entries
            SET idempotency_key = \(renamed) || SUBSTR(idempotency_key, CAST(\(named.unicodeScalars.count + 1) AS INTEGER))
            WHERE id IN (SELECT entry FROM ledger_lines WHERE customer = \(customer))
                AND SUBSTR(idempotency_key, 1, CAST(\(named.unicodeScalars.count) AS INTEGER)) = \(named)
            """
        )
        try execute("DELETE FROM ledger_expiries WHERE customer = \(customer)")
        try execute("DELETE FROM ledger_rejections WHERE customer = \(customer) OR counterpart = \(customer)")
    }
}
