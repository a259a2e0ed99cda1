// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A kind of Apple's reports that is fetched, kept and shown.
enum ReportKind: String, CaseIterable, Sendable {
    case sales = "SALES"
    case subscription = "SUBSCRIPTION"
    case subscriptionEvent = "SUBSCRIPTION_EVENT"
    case subscriber = "SUBSCRIBER"
    case financial = "FINANCIAL"

    /// The region of a financial report that holds all of them.
    static let allRegions = "ZZ"

    /// How long a report's time is.
    var frequency: String { self == .financial ? "FISCAL_MONTH" : "DAILY" }

    /// What a text of this kind holds, whatever columns were added, dropped or moved.
    ///
    /// - Throws: `ReportError` when it is not such a text.
    func table(_ bytes: Data) throws -> ReportTable {
        switch self {
        case .sales: ReportTable(try Report<SalesReportRow>(tsv: bytes))
        case .subscription: ReportTable(try Report<SubscriptionReportRow>(tsv: bytes))
        case .subscriptionEvent: ReportTable(try Report<SubscriptionEventReportRow>(tsv: bytes))
        case .subscriber: ReportTable(try Report<SubscriberReportRow>(tsv: bytes))
        case .financial: ReportTable(try Report<FinancialReportRow>(tsv: bytes))
        }
    }

    /// The day or fiscal month of a table: the newest day of its rows.
    func period(of table: ReportTable) -> String? {
        let column =
            switch self {
            case .sales, .financial: "End Date"
            default: "Event Date"
            }
        let days = table.records.compactMap { $0.day(column) }
        guard let last = days.max(),
            let day = CivilDay(year: last.year, month: last.month, day: last.day)
        else { return nil }
        return self == .financial ? FiscalMonth(containing: day).description : day.description
    }

    /// The names of the periods that hold some days: texts, which sort as days do as long as years have four digits.
    func periods(of days: ClosedRange<CivilDay>) -> ClosedRange<String> {
        let days = days.clamped(to: CivilDay.supportedRange)
        guard self == .financial else { return days.lowerBound.description...days.upperBound.description }
        let (first, last) = (FiscalMonth(containing: days.lowerBound), FiscalMonth(containing: days.upperBound))
        return first.description...last.description
    }

    /// The region that a financial report's rows tell, as Apple names reports; empty for other kinds.
    ///
    /// - Throws: `ServiceProblem` when the rows may be of several reports of Apple's.
    func region(of table: ReportTable, period: String) throws -> String {
        guard self == .financial else { return "" }
        let records = table.records
        let countries = Set(records.compactMap { $0.text("Country Of Sale") }.map(CountryCode.alpha2(of:)))
        let currencies = Set(records.compactMap { $0.text("Partner Share Currency") })
        guard currencies.count == 1, let currency = currencies.first, !countries.isEmpty else { return Self.allRegions }
        guard let region = FinancialRegion.code(of: countries, currency: currency, month: period) else {
            throw ServiceProblem.invalid(
                "region",
                "the report's region such as WW, or \(Self.allRegions) for all, for its rows do not contain it"
            )
        }
        return region
    }
}

/// A report's table and what stands around it.
struct ReportTable: Sendable {
    struct Layout: Codable, Sendable {
        var columns: [String]
        var preamble: [[String]] = []
        var trailer: [[String]] = []
    }

    var layout: Layout
    var rows: [[String]]

    init<Line: ReportLine>(_ report: Report<Line>) {
        layout = Layout(columns: report.columns, preamble: report.preamble, trailer: report.trailer)
        rows = report.lines.map(\.record.cells)
    }

    init(layout: Layout, rows: [[String]]) {
        self.layout = layout
        self.rows = rows
    }

    /// The table of a day without sales.
    static let empty = ReportTable(layout: Layout(columns: []), rows: [])

    var records: [ReportRecord] { rows.map { ReportRecord(columns: layout.columns, cells: $0) } }
}
