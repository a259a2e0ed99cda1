// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    private static let vendor = Option("vendor", value: "NUMBER", "Your vendor number in App Store Connect.")
    private static let tsv = Option("tsv", "Print the report unchanged, as tab-separated values.")

    /// Calls for App Store Connect's reports.
    static let reports: [APICall] = [
        APICall(
            "sales-report",
            [],
            "GET /v1/salesReports",
            "Fetch a sales or subscription report and print its rows as JSON.",
            options: [
                vendor,
                Option(
                    "type",
                    value: "TYPE",
                    "sales, subscription, subscription-event, subscriber and others (default: sales)."
                ),
                Option("subtype", value: "NAME", "summary or detailed (default: the type's usual one)."),
                Option("frequency", value: "HOW", "daily, weekly, monthly or yearly (default: daily)."),
                Option("date", value: "DATE", "2026-07-04, a month 2026-07, a year 2026 (default: the newest)."),
                Option(
                    "layout",
                    value: "VERSION",
                    "The report's version, such as 1_3 (default: the type's usual one)."
                ),
                tsv,
            ],
            example: "sales-report --vendor 80012345 --type subscription-event --date 2026-07-04"
        ) { session in
            var query = SalesReportQuery(
                vendorNumber: try session.arguments.required("vendor"),
                reportType: session.argument("type") ?? .sales,
                frequency: session.argument("frequency") ?? .daily,
                reportDate: session.arguments.value("date")
            )
            if let subtype: SalesReportQuery.Kind = session.argument("subtype") {
                query.reportSubType = subtype.rawValue
            }
            if let version = session.arguments.value("layout") { query.version = version }
            let bytes = try await session.connect().salesReport(query)
            switch query.reportType {
            case .subscription: try session.print(bytes, SubscriptionReportRow.self)
            case .subscriptionEvent: try session.print(bytes, SubscriptionEventReportRow.self)
            case .subscriber: try session.print(bytes, SubscriberReportRow.self)
            case .sales: try session.print(bytes, SalesReportRow.self)
            default: session.printText(bytes)
            }
        },
        APICall(
            "finance-report",
            [],
            "GET /v1/financeReports",
            "Fetch a financial report of a fiscal month and print its rows as JSON.",
            options: [
                vendor,
                Option("date", value: "YEAR-MONTH", "Apple's fiscal month, such as 2026-10."),
                Option("region", value: "CODE", "The region; ZZ for all, Z1 for all in detail."),
                Option("detailed", "Print each transaction instead of sums."),
                tsv,
            ],
            example: "finance-report --vendor 80012345 --date 2026-10"
        ) { session in
            let isDetailed = session.arguments.has("detailed")
            let query = FinanceReportQuery(
                vendorNumber: try session.arguments.required("vendor"),
                reportDate: try session.arguments.required("date"),
                regionCode: session.arguments.value("region"),
                isDetailed: isDetailed
            )
            let bytes = try await session.connect().financeReport(query)
            if isDetailed {
                try session.print(bytes, FinanceDetailReportRow.self)
            } else {
                try session.print(bytes, FinancialReportRow.self)
            }
        },
    ]
}

extension APISession {
    /// Prints a report as a list of objects, or with `--tsv` as it is.
    fileprivate func print<Line: ReportLine>(_ bytes: Data, _ line: Line.Type) throws {
        if arguments.has("tsv") { return printText(bytes) }
        let report = try Report<Line>(tsv: bytes)
        try print(
            report.lines.map { line in
                Dictionary(
                    report.columns.map { ($0.trimmingCharacters(in: .whitespaces), line.record[$0] ?? "") },
                    uniquingKeysWith: { first, _ in first }
                )
            }
        )
    }

    /// Prints a report as it is.
    fileprivate func printText(_ bytes: Data) {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        terminal.print(text)
    }
}
