// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

/// A transaction with whose it is.
struct TransactionRecord: Sendable {
    var customer: CustomerID
    var revision: Int64
    var isFinished: Bool
    var transaction: TransactionPayload
}

/// A subscription's latest renewal info.
struct RenewalRecord: Sendable {
    var customer: CustomerID
    var group: SubscriptionGroupID
    var status: SubscriptionStatus
    var renewalInfo: RenewalInfoPayload
}

/// A notification with the attempts to send it.
struct NotificationRecord: Sendable {
    var number: Int64
    var label: String
    var effect: NotificationEffect
    var document: SignedPayload?
    var attempts: [DeliveryAttempt]
}

extension HistoryDatabase {
    /// A transaction by its id.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func transaction(_ id: String) throws -> TransactionRecord? {
        try transactions("id = \(id)").first
    }

    /// The transactions of which a condition holds, in the order of their last change.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func transactions(
        _ condition: SQL,
        order: SQL = "revision",
        limit: Int = 1000
    ) throws -> [TransactionRecord] {
        var records: [TransactionRecord] = []
        try connection.forEach(
            """
            SELECT customer, revision, finished, payload FROM transactions
            WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ) { row in
            records.append(
                TransactionRecord(
                    customer: CustomerID(rawValue: try row.decode(0)),
                    revision: try row.decode(1),
                    isFinished: try row.decode(2),
                    transaction: try Self.decode(from: try row.decode(3))
                )
            )
        }
        return records
    }

    /// The renewal infos of which a condition holds.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func renewals(_ condition: SQL) throws -> [RenewalRecord] {
        var records: [RenewalRecord] = []
        try connection.forEach(
            "SELECT customer, grouped, status, payload FROM renewals WHERE \(condition) ORDER BY original"
        ) { row in
            records.append(
                RenewalRecord(
                    customer: CustomerID(rawValue: try row.decode(0)),
                    group: SubscriptionGroupID(rawValue: try row.decode(1)),
                    status: SubscriptionStatus(rawValue: try row.decode(2)),
                    renewalInfo: try Self.decode(from: try row.decode(3))
                )
            )
        }
        return records
    }

    /// The notifications of which a condition holds, with their attempts.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func notifications(_ condition: SQL, order: SQL = "number", limit: Int) throws -> [NotificationRecord] {
        var records: [NotificationRecord] = []
        try connection.forEach(
            """
            SELECT number, label, effect, document FROM notifications
            WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ) { row in
            let document = try row.decode(3, as: String?.self)
            records.append(
                NotificationRecord(
                    number: try row.decode(0),
                    label: try row.decode(1),
                    effect: try Self.decode(from: row.decode(2)),
                    document: document.map(SignedPayload.init(rawValue:)),
                    attempts: []
                )
            )
        }
        for index in records.indices {
            records[index].attempts = try attempts(of: records[index].effect.uuid.description)
        }
        return records
    }

    /// The attempts to send a notification, the first one first.
    ///
    /// - Throws: An `SQLiteError`.
    func attempts(of uuid: String) throws -> [DeliveryAttempt] {
        try connection.rows(
            "SELECT instant, result, status, answer FROM attempts WHERE notification = \(uuid) ORDER BY number",
            as: Date.self,
            String.self,
            Int?.self,
            String?.self
        ).map { instant, result, status, answer in
            DeliveryAttempt(
                instant: instant,
                result: SendAttemptResult(rawValue: result),
                status: status,
                answer: answer
            )
        }
    }
}
