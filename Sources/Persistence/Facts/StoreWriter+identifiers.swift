// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension StoreWriter {
    /// Notes which lineage a transaction belongs to.
    ///
    /// - Returns: Whether the transaction is new.
    /// - Throws: `StoreError`.
    @discardableResult
    package func note(
        _ transaction: TransactionID,
        of lineage: OriginalTransactionID,
        in scope: AppScope
    ) throws -> Bool {
        let number = try ensureNumber(of: scope)
        return try execute(
            """
            INSERT INTO transaction_ids (scope, transaction_id, lineage) VALUES (\(number), \(transaction), \(lineage))
            ON CONFLICT (scope, transaction_id) DO NOTHING
            """
        ) > 0
    }

    /// Notes that a notification came.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `StoreError`.
    @discardableResult
    package func note(_ notification: NotificationUUID, in scope: AppScope, receivedDate: Date) throws -> Bool {
        let number = try ensureNumber(of: scope)
        return try execute(
            """
            INSERT INTO notification_ids (scope, notification_id, received)
            VALUES (\(number), \(notification.rawValue), \(receivedDate))
            ON CONFLICT (scope, notification_id) DO NOTHING
            """
        ) > 0
    }
}

extension StoreReader {
    /// The lineage that a transaction belongs to, when it is known.
    ///
    /// - Throws: `StoreError`.
    package func lineage(of transaction: TransactionID, in scope: AppScope) throws -> OriginalTransactionID? {
        guard let number = try number(of: scope) else { return nil }
        return try first(
            "SELECT lineage FROM transaction_ids WHERE scope = \(number) AND transaction_id = \(transaction)"
        ) { try $0.next(OriginalTransactionID.self) }
    }

    /// When a notification came, or nothing when it did not.
    ///
    /// - Throws: `StoreError`.
    package func receivedDate(of notification: NotificationUUID, in scope: AppScope) throws -> Date? {
        guard let number = try number(of: scope) else { return nil }
        return try first(
            "SELECT received FROM notification_ids WHERE scope = \(number) AND notification_id = \(notification.rawValue)"
        ) { try $0.next(Date.self) }
    }
}
