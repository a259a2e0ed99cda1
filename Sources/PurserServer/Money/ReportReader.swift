// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Reads the reports that are kept.
struct ReportReader: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let clock: @Sendable () -> Date
    let database: any Database

    /// The reports of some days, or of the fiscal months that hold them, that are an app's: each sale is in one of
    /// them at most.
    ///
    /// A report is its vendor's. What was kept without a vendor's number is the app's where nothing of its vendor says
    /// the same, and a financial report of all regions leaves none for those of single regions.
    func currentReports(
        _ kind: ReportKind,
        of days: ClosedRange<CivilDay>,
        app: BundleID
    ) async throws -> [StoredReport] {
        let periods = kind.periods(of: days)
        let reports = try await database.read { try $0.reports(kind.rawValue, frequency: kind.frequency, in: periods) }
        let vendors = apps.configuration.apps.compactMap { app in
            app.appStoreConnect.map { (app.bundleID, $0.vendorNumber) }
        }
        let own = vendors.first { $0.0 == app }?.1
        let others = Set(vendors.map(\.1))
        let readable = reports.filter { report in
            let vendor = report.subject.vendor
            return vendor.isEmpty || own.map { $0 == vendor } ?? !others.contains(vendor)
        }
        let byPeriod = Dictionary(grouping: readable, by: \.subject.period)
        return byPeriod.sorted { $0.key < $1.key }.flatMap { Self.withoutRepetition($0.value) }
    }

    private static func withoutRepetition(_ reports: [StoredReport]) -> [StoredReport] {
        let named = reports.filter { !$0.subject.vendor.isEmpty && $0.rowCount > 0 }
        let ofVendors = Dictionary(grouping: named.isEmpty ? reports : named, by: \.subject.vendor)
        return ofVendors.values.flatMap { reports in
            let whole = reports.filter { $0.subject.region == ReportKind.allRegions && $0.rowCount > 0 }
            return whole.isEmpty ? reports : whole
        }
        .sorted { $0.id < $1.id }
    }

    /// The rows of daily sales reports that are about an app's products, and the days that have a report.
    ///
    /// Rows are read a report at a time: of those of other apps nothing stays but their products' names.
    ///
    /// - Parameters:
    ///   - days: The days.
    ///   - app: The app.
    ///   - products: Its products; learns which of the vendor's are other apps'.
    /// - Returns: The rows and the days.
    /// - Throws: `DatabaseError`.
    func dailySales(
        in days: ClosedRange<CivilDay>,
        of app: BundleID,
        products: inout ReportProductMatcher
    ) async throws -> (rows: [ReportedSale], days: Set<CivilDay>) {
        var sales: [ReportedSale] = []
        var reported: Set<CivilDay> = []
        for report in try await currentReports(.sales, of: days, app: app) {
            guard let day = CivilDay(report.subject.period) else { continue }
            reported.insert(day)
            for (number, record) in try await records(of: report) {
                let row = SalesReportRow(record: record)
                products.add(from: row)
                let name = ReportRowID(report: report.id, row: number).number
                guard let sale = ReportedSale(sales: row, number: name, day: day, products: products) else { continue }
                sales.append(sale)
            }
        }
        // A report may tell only later whose a product is.
        return (sales.filter { products.isOwn($0.productID) }, reported)
    }

    /// Which of a vendor's rows are about an app, whose catalog may lack some of what it sold.
    func reportedProducts(_ scope: AppScope, sold: [ProductID] = []) async throws -> ReportProductMatcher {
        let now = clock()
        var others: [Catalog] = []
        for app in apps.configuration.apps where app.bundleID != scope.bundleID {
            others.append(try await self.catalog.catalog(of: app.bundleID, now: now).rules)
        }
        let own = try await self.catalog.catalog(of: scope.bundleID, now: now).rules
        return ReportProductMatcher(app: apps[scope.bundleID]?.appAppleID, catalog: own, sold: sold, others: others)
    }

    /// All rows of a report by their numbers.
    func records(of report: StoredReport) async throws -> [(number: Int, record: ReportRecord)] {
        let layout: ReportTable.Layout = try ServiceJSON.decode(from: report.layout)
        let rows = try await database.read { try $0.rows(ofReport: report.id, limit: 5_000_000) }
        return rows.map { ($0.number, ReportRecord(columns: layout.columns, cells: $0.cells)) }
    }
}
