// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The comparison with Apple's reports.
struct ReconciliationPages: Sendable {
    let pages: ConsoleFrame
    let work: ConsoleWork

    var routes: [ConsoleRoute] { [ConsoleRoute(.get, "/reconciliation", .viewer, handler: renderReconciliation)] }

    private func renderReconciliation(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let (running, done) = try await work.jobs(.reconciliation, scope)
        let body: ReconciliationBody? = try done?.result.map { try ServiceJSON.decode(from: ServiceJSON.encode($0)) }
        let yesterday = ReportingZone.pacific.day(of: call.now).adding(days: -1)
        let page = ReconciliationPage(
            from: body?.from ?? yesterday.description,
            until: body?.until ?? yesterday.description,
            result: body.map { ReconciliationPage.Result($0, in: scope) },
            computed: done?.began,
            job: running
        )
        return pages.show(page.page(in: frame), in: frame)
    }
}

extension ReconciliationPage.Result {
    fileprivate init(_ body: ReconciliationBody, in scope: AppScope) {
        func sale(_ sale: ReconciliationBody.Sale) -> ReconciliationPage.Sale {
            ReconciliationPage.Sale(
                transaction: sale.transaction.rawValue,
                path: ConsolePaths.path(of: LineageKey(scope: scope, lineage: sale.originalTransaction)),
                cause: sale.cause,
                amount: sale.amount,
                instant: sale.at
            )
        }
        func row(_ row: ReconciliationBody.Row) -> String { "\(row.report)/\(row.row)" }
        self.init(
            from: body.from,
            until: body.until,
            matched: body.matched,
            totals: body.totals.map { total in
                (
                    currency: total.currency.rawValue, ours: total.ours, reported: total.reported,
                    unexplained: total.unexplained
                )
            },
            unexplained: body.unexplained.map { item in
                ReconciliationPage.Difference(
                    product: item.product.rawValue,
                    storefront: item.storefront.rawValue,
                    day: item.day,
                    finding: item.finding,
                    amount: item.difference,
                    currency: item.currency.rawValue,
                    sales: item.suspects.map(sale),
                    rows: item.rows.map(row)
                )
            },
            explained: body.explained.map { item in
                ReconciliationPage.Difference(
                    product: item.sale?.product.rawValue ?? "",
                    storefront: item.sale?.storefront.rawValue ?? "",
                    day: item.sale?.day ?? item.row?.day ?? "",
                    finding: item.explanation,
                    amount: item.difference,
                    currency: (item.sale?.currency ?? item.row?.currency)?.rawValue ?? "",
                    sales: [item.sale].compactMap(\.self).map(sale),
                    rows: [item.row].compactMap(\.self).map(row)
                )
            }
        )
    }
}
