// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Compares our sales with Apple's reports.
struct Reconciliations: Sendable {
    let reports: ReportReader
    let sales: SalesReaders

    /// Our sales of some Pacific days beside Apple's daily reports.
    func reconcile(_ scope: AppScope, days: ClosedRange<CivilDay>) async throws -> Reconciliation {
        let policy = ReconciliationPolicy()
        // A refund may be reported weeks away from its own day, so that more is compared than is reported.
        let wide = days.widened(by: policy.refundDays + 1)
        let sales = try await salesWithSandbox(scope, wide)
        var products = try await self.reports.reportedProducts(scope, sold: sales.map(\.productID))
        let (rows, reported) = try await self.reports.dailySales(in: wide, of: scope.bundleID, products: &products)
        let all = Reconciler.reconcile(sales: sales, rows: rows, reportedDays: reported, policy: policy)
        return all.within(days)
    }

    /// Our sales of some fiscal months beside Apple's financial reports.
    func reconcile(_ scope: AppScope, months: ClosedRange<FiscalMonth>) async throws -> Reconciliation {
        let policy = ReconciliationPolicy(period: .fiscalMonth)
        let days = months.lowerBound.firstDay...months.upperBound.lastDay
        let wide = days.widened(by: policy.refundDays + 1)
        let sales = try await salesWithSandbox(scope, wide)
        var products = try await self.reports.reportedProducts(scope, sold: sales.map(\.productID))
        // Financial reports do not name the app.
        _ = try await self.reports.dailySales(in: wide, of: scope.bundleID, products: &products)
        let (rows, reported) = try await financialSales(in: wide, of: scope.bundleID, products: products)
        let all = Reconciler.reconcile(sales: sales, rows: rows, reportedDays: reported, policy: policy)
        return all.within(days)
    }

    /// Production's sales, and the sandbox's of the same days, which no report has.
    private func salesWithSandbox(_ scope: AppScope, _ days: ClosedRange<CivilDay>) async throws -> [RecordedSale] {
        let range = days.instants
        var sales = try await self.sales.salesReader(of: scope).sales(in: range)
        if scope.environment == .production {
            let sandbox = AppScope(bundleID: scope.bundleID, environment: .sandbox)
            sales += try await self.sales.salesReader(of: sandbox).sales(in: range)
        }
        return sales
    }

    private func financialSales(
        in days: ClosedRange<CivilDay>,
        of app: BundleID,
        products: ReportProductMatcher
    ) async throws -> (rows: [ReportedSale], days: Set<CivilDay>) {
        let reports = try await self.reports.currentReports(.financial, of: days, app: app)
        var rows: [ReportedSale] = []
        var reported: Set<CivilDay> = []
        for report in reports {
            guard let month = FiscalMonth(report.subject.period) else { continue }
            reported.insert(month.firstDay)
            for (number, record) in try await self.reports.records(of: report) {
                let row = FinancialReportRow(record: record)
                let name = ReportRowID(report: report.id, row: number).number
                if let sale = ReportedSale(financial: row, number: name, month: month, products: products) {
                    rows.append(sale)
                }
            }
        }
        return (rows, reported)
    }
}

/// A row among all reports, as one number: the report's, then the row's.
struct ReportRowID: Hashable, Sendable {
    let report: Int64
    let row: Int

    init(report: Int64, row: Int) {
        self.report = report
        self.row = row
    }

    init(number: Int) {
        report = Int64(number / 10_000_000)
        row = number % 10_000_000
    }

    var number: Int { Int(report) * 10_000_000 + row }
}

extension ClosedRange<CivilDay> {
    func widened(by days: Int) -> ClosedRange<CivilDay> {
        lowerBound.adding(days: -days)...upperBound.adding(days: days)
    }

    /// From the Pacific midnight that begins the first day to the one that ends the last.
    var instants: Range<Date> {
        ReportingZone.pacific.start(of: lowerBound)..<ReportingZone.pacific.start(of: upperBound.adding(days: 1))
    }
}

extension Reconciliation {
    /// What belongs to some days: by our sale's own day or by Apple's row's.
    func within(_ days: ClosedRange<CivilDay>) -> Reconciliation {
        var part = Reconciliation()
        part.matched = matched.filter { days.contains($0.row.day) }
        part.explained = explained.filter { item in
            (item.sale.map { days.contains($0.day) } ?? false) || (item.row.map { days.contains($0.day) } ?? false)
        }
        part.unexplained = unexplained.filter { days.contains($0.group.day) }
        return part
    }
}
