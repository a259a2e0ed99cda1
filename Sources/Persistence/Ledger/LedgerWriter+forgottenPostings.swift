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
        try eraseTransfers(with: customer)
        let owner = "\(customer.rawValue.utf8.count) \(customer) "
        for collection in [RecordCollection.balanceExpiries, .balanceRefusals, .transferRefusals] {
            try execute(
                """
                DELETE FROM records WHERE collection = \(collection.rawValue)
                    AND SUBSTR(owner, 1, CAST(\(owner.unicodeScalars.count) AS INTEGER)) = \(owner)
                """
            )
        }
    }

    /// Takes a customer's name out of what was noted about transfers with others.
    private func eraseTransfers(with customer: CustomerID) throws {
        // Before the lines told who the other one is, the note did.
        let metadata = try rows(
            """
            SELECT id, body FROM ledger_entries
            WHERE reason = \(LedgerReason.transfer.rawValue) AND body IS NOT NULL
                AND id IN (SELECT entry FROM ledger_lines WHERE customer = \(customer))
            """
        ) { (id: try $0.next(Int64.self), body: try $0.next(Data.self)) }
        for note in metadata {
            let body = try AppStoreJSON.encode(AppStoreJSON.decode(LedgerEntryMetadata.self, from: note.body))
            try execute("UPDATE ledger_entries SET body = \(body) WHERE id = \(note.id)")
        }
        let refusals = try rows(
            """
            SELECT owner, name, body FROM records WHERE collection = \(RecordCollection.transferRefusals.rawValue)
            """
        ) { (owner: try $0.next(String.self), name: try $0.next(String.self), body: try $0.next(Data.self)) }
        for refusal in refusals
        where try AppStoreJSON.decode(RejectedPosting.self, from: refusal.body).counterpart == customer {
            try removeRecord(.transferRefusals, owner: refusal.owner, name: refusal.name)
        }
    }
}
