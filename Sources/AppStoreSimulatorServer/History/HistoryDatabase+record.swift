// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

extension HistoryDatabase {
    /// Records what a command or the passing of time changed.
    ///
    /// - Throws: An `SQLiteError`, or an `EncodingError`.
    func record(_ effects: Effects) throws {
        for change in effects.transactions { try record(change) }
        for change in effects.renewalInfos { try record(change) }
        for notification in effects.notifications { try record(notification) }
        for change in effects.access {
            let id = change.transaction.rawValue
            try connection.execute(
                """
                INSERT OR REPLACE INTO access (id, customer, change)
                VALUES (\(id), \(change.customer.rawValue), \(try Self.encode(change)))
                """
            )
        }
        for record in effects.sales {
            try connection.execute(
                "INSERT INTO sales (date, record) VALUES (\(record.date), \(try Self.encode(record)))"
            )
        }
        for event in effects.subscriptionEvents {
            try connection.execute("INSERT INTO events (date, event) VALUES (\(event.date), \(try Self.encode(event)))")
        }
        for id in effects.finished {
            try connection.execute("UPDATE transactions SET finished = 1 WHERE id = \(id.rawValue)")
        }
        for customer in effects.clearedHistories { try clear(customer) }
        for hidden in effects.hiddenHistories {
            try connection.execute(
                "INSERT OR REPLACE INTO hidden VALUES (\(hidden.customer.rawValue), \(hidden.until))"
            )
        }
    }

    private func record(_ change: Effects.TransactionChange) throws {
        let transaction = change.transaction
        revision += 1
        try connection.execute(
            """
            INSERT INTO transactions (
                id, original, customer, app, environment, product, type, grouped, ownership, purchased, revoked,
                download, webOrderLineItem, modified, revision, payload
            ) VALUES (
                \(transaction.transactionId.rawValue), \(transaction.originalTransactionId.rawValue),
                \(change.customer.rawValue), \(transaction.bundleId.rawValue),
                \(transaction.environment.rawValue), \(transaction.productId.rawValue),
                \(transaction.type.rawValue), \(transaction.subscriptionGroupIdentifier?.rawValue),
                \(transaction.inAppOwnershipType.rawValue), \(transaction.purchaseDate), \(transaction.revocationDate),
                \(transaction.appTransactionId?.rawValue), \(transaction.webOrderLineItemId?.rawValue),
                \(transaction.signedDate), \(revision), \(try Self.encode(transaction))
            ) ON CONFLICT (id) DO UPDATE SET
                revoked = excluded.revoked, modified = excluded.modified, revision = excluded.revision,
                payload = excluded.payload
            """
        )
    }

    private func record(_ change: Effects.RenewalInfoChange) throws {
        try connection.execute(
            """
            INSERT OR REPLACE INTO renewals (original, customer, grouped, status, modified, payload)
            VALUES (
                \(change.renewalInfo.originalTransactionId.rawValue), \(change.customer.rawValue),
                \(change.group.rawValue), \(Int64(change.status.rawValue)), \(change.renewalInfo.signedDate),
                \(try Self.encode(change.renewalInfo))
            )
            """
        )
    }

    private func record(_ notification: NotificationEffect) throws {
        let (type, subtype): (String, String?) =
            switch notification.name {
            case .version2(let type, let subtype): (type.rawValue, subtype?.rawValue)
            case .version1(let type): (type, nil)
            }
        let uuid = notification.uuid.description
        try connection.execute(
            """
            INSERT INTO notifications (
                uuid, environment, app, customer, label, type, subtype, original, transactionId, signed, effect
            ) VALUES (
                \(uuid), \(notification.environment.rawValue), \(notification.app.rawValue),
                \(notification.customer?.rawValue), \(notification.label), \(type), \(subtype),
                \(notification.transaction?.originalTransactionId.rawValue),
                \(notification.transaction?.transactionId.rawValue), \(notification.signedDate),
                \(try Self.encode(notification))
            )
            """
        )
        for due in notification.deliveries { try schedule(uuid, attempt: 1, at: due) }
    }

    /// The tester's history is gone; what was sent about it stays in the notification history.
    private func clear(_ customer: CustomerID) throws {
        for table in ["transactions", "renewals", "access"] {
            try connection.execute("DELETE FROM \(name: table) WHERE customer = \(customer.rawValue)")
        }
    }
}
