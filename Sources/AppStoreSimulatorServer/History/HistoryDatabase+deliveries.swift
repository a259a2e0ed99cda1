// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

/// A notification that is to be sent.
struct DueDelivery: Sendable {
    var number: Int64
    var due: Date
    var uuid: String
    var attempt: Int
    var effect: NotificationEffect
    var document: SignedPayload?
}

/// One attempt to send a notification.
struct DeliveryAttempt: Sendable {
    var instant: Date
    var result: SendAttemptResult
    var status: Int?
    var answer: String?
}

extension HistoryDatabase {
    /// Plans an attempt.
    ///
    /// - Throws: An `SQLiteError`.
    func schedule(_ uuid: String, attempt: Int, at due: Date) throws {
        try connection.execute(
            "INSERT INTO deliveries (due, notification, attempt) VALUES (\(due), \(uuid), \(attempt))"
        )
    }

    /// The instant of the next attempt.
    ///
    /// - Throws: An `SQLiteError`.
    func nextDelivery() throws -> Date? {
        try connection.first(
            """
            SELECT due FROM deliveries JOIN notifications ON uuid = notification
            ORDER BY due, deliveries.number LIMIT 1
            """,
            as: Date.self
        )
    }

    /// The next attempt that is due at an instant.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func dueDelivery(at now: Date) throws -> DueDelivery? {
        let row = try connection.first(
            """
            SELECT deliveries.number, due, notification, attempt, effect, document
            FROM deliveries JOIN notifications ON uuid = notification
            WHERE due <= \(now) ORDER BY due, deliveries.number LIMIT 1
            """,
            as: Int64.self,
            Date.self,
            String.self,
            Int.self,
            Data.self,
            String?.self
        )
        guard let (number, due, uuid, attempt, effect, document) = row else { return nil }
        return DueDelivery(
            number: number,
            due: due,
            uuid: uuid,
            attempt: attempt,
            effect: try Self.decode(from: effect),
            document: document.map(SignedPayload.init(rawValue:))
        )
    }

    /// Keeps the signed document, so that every attempt and every answer carries the same bytes.
    ///
    /// - Throws: An `SQLiteError`.
    func save(_ document: SignedPayload, of uuid: String) throws {
        try connection.execute("UPDATE notifications SET document = \(document.rawValue) WHERE uuid = \(uuid)")
    }

    /// Takes a planned attempt away without a trace: there is no URL to send it to.
    ///
    /// - Throws: An `SQLiteError`.
    func drop(_ delivery: DueDelivery) throws {
        try connection.execute("DELETE FROM deliveries WHERE number = \(delivery.number)")
    }

    /// Records an attempt and plans the next one.
    ///
    /// - Throws: An `SQLiteError`.
    func finish(_ delivery: DueDelivery, with attempt: DeliveryAttempt, retryAt retry: Date?) throws {
        try transaction {
            try drop(delivery)
            let count = try connection.first(
                "SELECT count(*) FROM attempts WHERE notification = \(delivery.uuid)",
                as: Int.self
            )
            try connection.execute(
                """
                INSERT INTO attempts (notification, number, instant, result, status, answer)
                VALUES (
                    \(delivery.uuid), \((count ?? 0) + 1), \(attempt.instant), \(attempt.result.rawValue),
                    \(attempt.status), \(attempt.answer)
                )
                """
            )
            if let retry { try schedule(delivery.uuid, attempt: delivery.attempt + 1, at: retry) }
        }
    }
}
