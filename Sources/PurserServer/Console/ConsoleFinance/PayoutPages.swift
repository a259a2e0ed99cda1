// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// What Apple should pay for a fiscal month, as the API has it.
struct PayoutPages: Sendable {
    let actions: ConsoleActions
    let charts: ChartFeature
    let closing: MonthClosing
    let pages: ConsoleFrame
    let stored: StoredCharts
    let work: ConsoleWork
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/payouts", .viewer, handler: render),
            ConsoleRoute(.get, "/payouts.csv", .viewer, handler: export),
            actions.perform("close-month", .support, close),
            actions.perform("reopen-month", .support, reopen),
        ]
    }

    private func month(_ call: ConsoleRequest) -> FiscalMonth {
        let current = FiscalMonth(containing: ReportingZone.pacific.day(of: call.now))
        return call.request.query["month"].flatMap { FiscalMonth($0) } ?? current
    }

    /// The payout; nothing where there are too many purchases for a page and no stored totals yet.
    private func payout(_ call: ConsoleRequest) async throws -> PayoutBody? {
        let scope = try pages.scope(of: call)
        guard try await isQuick(scope) else {
            let month = month(call)
            let rows = try await stored.sales(of: month.firstDay...month.lastDay, in: scope)
            guard let rows else { return nil }
            return try await charts.payout(of: month, in: scope, rows: rows)
        }
        return try await charts.payout(of: month(call), in: scope)
    }

    /// Whether a month is computed while a page waits: it is read purchase by purchase, whatever its length.
    private func isQuick(_ scope: AppScope) async throws -> Bool {
        let limit = ChartSource.limit(times: 31)
        return try await database.read { try $0.hasLineages(in: scope, atMost: limit) }
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let month = month(call)
        let body = try await payout(call)
        let scope = try pages.scope(of: call)
        let today = ReportingZone.pacific.day(of: call.now)
        let next = FiscalMonth(containing: month.lastDay.adding(days: 1))
        let stored = try await database.read { try $0.closedMonths(in: scope) }
        var page = PayoutPage(
            month: month.description,
            neighbors: (
                previous: FiscalMonth(containing: month.firstDay.adding(days: -1)).description,
                next: next.firstDay <= today ? next.description : nil
            ),
            days: (first: month.firstDay.description, last: month.lastDay.description),
            payment: month.paymentDay.description,
            amounts: body?.amounts.map { amount in
                PayoutPage.Amount(
                    currency: amount.currency.rawValue,
                    revenue: amount.revenue,
                    tax: amount.tax,
                    commission: amount.commission,
                    proceeds: amount.proceeds,
                    reported: amount.reported
                )
            }
        )
        page.isOver = month.lastDay < today
        page.closedMonths = stored.reversed().map(PayoutPage.Closing.init)
        if let known = stored.first(where: { $0.month == month.description }) {
            page.closing = PayoutPage.Closing(known)
            // Which documents changed a closed month is found by reading all purchases.
            if try await isQuick(scope) {
                let changes = try await closing.changes(
                    since: known,
                    month,
                    in: scope,
                    now: call.now,
                    within: call.tolerance
                )
                page.closing?.changes = PayoutPage.Changes(known, changes, in: scope)
            }
        }
        page.closingJob = try await work.jobs(.closing, scope).running
        return pages.show(page.page(in: frame), in: frame)
    }

    /// The same amounts as a file; its columns never change, and new ones come last.
    private func export(_ call: ConsoleRequest) async throws -> HTTPResponse {
        guard let body = try await payout(call) else {
            throw ServiceProblem(.overloaded, "There are too many purchases for a page. Use GET /v1/payouts.")
        }
        let rows = body.amounts.map { amount in
            [body.month, body.payment, amount.currency.rawValue]
                + [amount.revenue, amount.tax, amount.commission, amount.proceeds].map { String($0) }
                + [amount.reported.map { String($0) } ?? ""]
        }
        return ConsoleExport.csv(
            ["month", "payment_day", "currency", "revenue", "tax", "commission", "proceeds", "reported"],
            rows,
            name: "payout-\(body.month)"
        )
    }

    /// Closes a month through the API's route; where there are many purchases, as a job.
    private func close(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        let month = try call.field("month", upTo: 10)
        let note = ConsoleRequest.trimmed(call.form["note"] ?? "")
        let body: JSONValue = note.isEmpty ? .object([:]) : ["note": .string(note)]
        let language = visitor.session.language
        let close: @Sendable () async throws -> Void = {
            try await actions.perform("closeMonth", path: ["month": month], body: body, in: scope, call, visitor)
        }
        guard try await isQuick(scope) else {
            _ = try await work.begin(.closing, scope, actor: visitor.actor) { _ in
                try await close()
                return (language("\(month) is closed."), nil)
            }
            return language("It has begun; the bar shows how far it is.")
        }
        try await close()
        return language("\(month) is closed.")
    }

    private func reopen(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let month = try call.field("month", upTo: 10)
        try await actions.perform(
            "reopenMonth",
            path: ["month": month],
            query: [("reason", try call.field("reason", upTo: 500))],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("\(month) is open again.")
    }
}

extension PayoutPage.Closing {
    fileprivate init(_ stored: ClosedMonth) {
        self.init(month: stored.month, closed: stored.closed, author: stored.author, note: stored.note)
    }
}

extension PayoutPage.Changes {
    fileprivate init(_ stored: ClosedMonth, _ changes: MonthClosing.Changes, in scope: AppScope) {
        let then = Dictionary(stored.amounts.map { ($0.currency, $0) }) { first, _ in first }
        let now = Dictionary(changes.now.map { ($0.currency, $0) }) { first, _ in first }
        let adjustments = Set(then.keys).union(now.keys).sorted().flatMap { currency in
            Part.allCases.compactMap { part -> Adjustment? in
                let (old, new) = (then[currency]?[part] ?? 0, now[currency]?[part] ?? 0)
                return old == new ? nil : Adjustment(part: part, currency: currency.rawValue, then: old, now: new)
            }
        }
        self.init(
            adjustments: adjustments,
            purchases: (changes.history?.changes ?? []).map { Purchase($0, in: scope) },
            count: changes.history?.count ?? 0
        )
    }
}

extension PayoutPage.Changes.Purchase {
    fileprivate init(_ change: ChartHistory.Change, in scope: AppScope) {
        let isKnown = change.payer != change.lineage.rawValue
        let currencies = Set(change.before.keys).union(change.now.keys).compactMap(\.self).sorted()
        self.init(
            link: isKnown
                ? Link(change.payer, "/console/customers/" + HTML.escapeSegment(change.payer))
                : Link(
                    change.lineage.rawValue,
                    ConsolePaths.path(of: LineageKey(scope: scope, lineage: change.lineage))
                ),
            amounts: currencies.map { currency in
                (currency.rawValue, (change.before[currency] ?? 0).value, (change.now[currency] ?? 0).value)
            },
            documents: change.documents.map { document in
                (Link(document.name, ConsolePaths.path(ofDocument: document.key, in: scope)), document.received)
            }
        )
    }
}

extension PayoutBody.Amount {
    fileprivate subscript(part: PayoutPage.Changes.Part) -> Int64 {
        switch part {
        case .revenue: revenue
        case .tax: tax
        case .commission: commission
        case .proceeds: proceeds
        }
    }
}
