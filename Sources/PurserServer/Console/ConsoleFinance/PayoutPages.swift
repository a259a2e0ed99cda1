// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// What Apple should pay for a fiscal month, as the API has it.
struct PayoutPages: Sendable {
    let charts: ChartFeature
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/payouts", .viewer, handler: render),
            ConsoleRoute(.get, "/payouts.csv", .viewer, handler: export),
        ]
    }

    private func month(_ call: ConsoleRequest) -> FiscalMonth {
        let current = FiscalMonth(containing: ReportingZone.pacific.day(of: call.now))
        return call.request.query["month"].flatMap { FiscalMonth($0) } ?? current
    }

    /// The payout; nothing where there are too many purchases for a page.
    private func payout(_ call: ConsoleRequest) async throws -> PayoutBody? {
        let scope = try pages.scope(of: call)
        // A month is read purchase by purchase, once, whatever its length.
        let count = try await database.read { try $0.lineageCount(in: scope) }
        guard count * 31 <= ChartSource.maximumAtOnce else { return nil }
        return try await charts.payout(of: month(call), in: scope)
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let month = month(call)
        let body = try await payout(call)
        let today = ReportingZone.pacific.day(of: call.now)
        let next = FiscalMonth(containing: month.lastDay.adding(days: 1))
        let page = PayoutPage(
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
}
