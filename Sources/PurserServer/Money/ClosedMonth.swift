// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A fiscal month that finance closed: its figures as they were then, with which later changes are compared.
struct ClosedMonth: Hashable, Sendable, Codable {
    /// The month's name, such as `2026-11`.
    var month: String
    var closed: Date
    /// The name of the person or key that closed it.
    var author: String
    var note: String?
    var amounts: [PayoutBody.Amount]

    /// The closed months of each app and environment.
    static let records = OwnedRecordStore<AppScope, String, ClosedMonth>("closed-months")
    /// How many months are listed: more than the App Store has had.
    static let maximumCount = 1200
}

extension DatabaseReader {
    /// The closed months, in their order.
    func closedMonths(in scope: AppScope) throws -> [ClosedMonth] {
        try values(in: ClosedMonth.records[scope], limit: ClosedMonth.maximumCount)
    }
}

/// Closes fiscal months, and says what changed since.
struct MonthClosing: Sendable {
    let charts: ChartFeature
    let database: any Database

    /// What changed of a closed month.
    struct Changes: Sendable {
        /// The figures now.
        var now: [PayoutBody.Amount]
        /// The purchases whose documents came after the month was closed, and what they added to the proceeds.
        var history: ChartHistory?
    }

    /// Computes the figures of a month that is over, and keeps them; a month that is closed stays as it was closed.
    ///
    /// - Throws: `ServiceProblem` where the month is not over; `DatabaseError`.
    func close(
        _ month: FiscalMonth,
        in scope: AppScope,
        by author: String,
        note: String?,
        audit: AuditRecord,
        now: Date
    ) async throws -> ClosedMonth {
        guard month.lastDay < ReportingZone.pacific.day(of: now) else {
            throw ServiceProblem(
                .invalidParameter,
                "The month \(month) ends on \(month.lastDay). Close it after that day."
            )
        }
        let store = ClosedMonth.records[scope]
        if let known = try await database.read({ try $0.value(month.description, in: store) }) { return known }
        let amounts = try await charts.payout(of: month, in: scope, knownAt: now).amounts
        let closed = ClosedMonth(
            month: month.description,
            closed: now,
            author: author,
            note: note,
            amounts: amounts
        )
        return try await database.write { writer in
            // Another one may have closed it meanwhile.
            if let known = try writer.value(month.description, in: store) { return known }
            try writer.upsert(closed, as: month.description, in: store, now: now)
            try writer.record(audit)
            return closed
        }
    }

    /// Opens a closed month again; the audit log keeps what its figures were.
    ///
    /// - Throws: `ServiceProblem` where it is not closed; `DatabaseError`.
    func reopen(_ month: FiscalMonth, in scope: AppScope, audit: AuditRecord, now: Date) async throws {
        try await database.write { writer in
            let store = ClosedMonth.records[scope]
            guard let known = try writer.value(month.description, in: store) else {
                throw ServiceProblem(.notFound, "The month \(month) is not closed.")
            }
            var audit = audit
            let proceeds = known.amounts.map { "\($0.currency) \($0.proceeds)" }.joined(separator: ", ")
            audit.detail = [audit.detail, "\(known.closed.formatted(.iso8601)) \(known.author): \(proceeds)"]
                .compactMap(\.self).joined(separator: " · ")
            try writer.removeRecord(month.description, in: store)
            try writer.record(audit)
        }
    }

    /// The figures of a closed month as they are now, and the documents that changed them.
    func changes(
        since closed: ClosedMonth,
        _ month: FiscalMonth,
        in scope: AppScope,
        now: Date,
        within tolerance: ReadStaleness = ReadStaleness()
    ) async throws -> Changes {
        let amounts = try await charts.payout(of: month, in: scope).amounts
        var question = ChartEvidenceReader.Question(measure: .proceeds, days: month.firstDay...month.lastDay)
        question.filter = ChartRowFilter(stores: [Store.appStore.rawValue])
        question.limit = 0
        question.comparedWith = closed.closed
        let evidence = try await ChartEvidenceReader(sales: charts.sales)
            .evidence(question, in: scope, within: tolerance, historyAsOf: now)
        return Changes(now: amounts, history: evidence.history)
    }
}
