// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

extension HistoryDatabase {
    /// The lines of the books between two instants, the first among them.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func sales(from first: Date, until last: Date) throws -> [SaleRecord] {
        try connection.rows(
            "SELECT record FROM sales WHERE date >= \(first) AND date < \(last) ORDER BY number",
            as: Data.self
        ).map { try Self.decode(from: $0) }
    }

    /// The subscription events between two instants, the first among them.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func subscriptionEvents(from first: Date, until last: Date) throws -> [SubscriptionEvent] {
        try connection.rows(
            "SELECT event FROM events WHERE date >= \(first) AND date < \(last) ORDER BY number",
            as: Data.self
        ).map { try Self.decode(from: $0) }
    }
}

extension SimulatorEngine {
    /// The lines of the books between two Pacific days, both among them.
    func sales(from first: CivilDate, through last: CivilDate) throws -> [SaleRecord] {
        try history.sales(
            from: PacificTime.start(of: first),
            until: PacificTime.start(of: last.adding(days: 1))
        )
    }

    /// The subscription events of a Pacific day.
    func subscriptionEvents(on day: CivilDate) throws -> [SubscriptionEvent] {
        try history.subscriptionEvents(
            from: PacificTime.start(of: day),
            until: PacificTime.start(of: day.adding(days: 1))
        )
    }

    /// The sales of subscriptions of a Pacific day, each with its transaction and whose it is.
    func subscriberSales(on day: CivilDate) throws -> [SubscriberSale] {
        try sales(from: day, through: day).filter { $0.isRenewal != nil }.compactMap { record in
            try history.transaction(record.transaction.rawValue).map {
                SubscriberSale(record: record, transaction: $0.transaction, customer: $0.customer)
            }
        }
    }

    /// The subscription report of a Pacific day, as it was kept when the day ended.
    func subscriptionReport(of day: CivilDate) throws -> ReportTable {
        let text = try history.connection.first(
            "SELECT text FROM reports WHERE day = \(day.daysSince1970)",
            as: String.self
        )
        return ReportTable(text: text ?? "")
    }

    /// Keeps the subscription report of a Pacific day that ends now; no one can count subscribers afterward.
    func saveReport(of day: CivilDate) throws {
        let table = store.subscriptionReport
        guard !table.rows.isEmpty else { return }
        try history.connection.execute(
            "INSERT OR REPLACE INTO reports (day, text) VALUES (\(day.daysSince1970), \(table.text))"
        )
    }
}
