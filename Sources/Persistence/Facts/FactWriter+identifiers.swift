// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension FactWriter {
    /// Notes which lineage a transaction belongs to, unless it is noted.
    ///
    /// - Throws: `DatabaseError`.
    package func record(
        _ transaction: TransactionID,
        of lineage: OriginalTransactionID,
        in scope: AppScope
    ) throws {
        let number = try ensureNumber(of: scope)
        try post(
            """
            INSERT INTO transaction_ids (scope, transaction_id, lineage) VALUES (\(number), \(transaction), \(lineage))
            ON CONFLICT (scope, transaction_id) DO NOTHING
            """
        )
    }

    /// Notes when a notification came first.
    ///
    /// - Throws: `DatabaseError`.
    package func record(_ notification: NotificationUUID, in scope: AppScope, receivedDate: Date) throws {
        let number = try ensureNumber(of: scope)
        try post(
            """
            INSERT INTO notification_ids (scope, notification_id, received)
            VALUES (\(number), \(notification.rawValue), \(receivedDate))
            ON CONFLICT (scope, notification_id) DO NOTHING
            """
        )
    }
}

extension FactReader {
    /// The lineage that a transaction belongs to, when it is known.
    ///
    /// - Throws: `DatabaseError`.
    package func lineage(of transaction: TransactionID, in scope: AppScope) throws -> OriginalTransactionID? {
        guard let number = try number(of: scope) else { return nil }
        return try first(
            "SELECT lineage FROM transaction_ids WHERE scope = \(number) AND transaction_id = \(transaction)"
        ) { try $0.next(OriginalTransactionID.self) }
    }

    /// When a notification came, or nothing when it did not.
    ///
    /// - Throws: `DatabaseError`.
    package func receivedDate(of notification: NotificationUUID, in scope: AppScope) throws -> Date? {
        guard let number = try number(of: scope) else { return nil }
        return try first(
            "SELECT received FROM notification_ids WHERE scope = \(number) AND notification_id = \(notification.rawValue)"
        ) { try $0.next(Date.self) }
    }
}
