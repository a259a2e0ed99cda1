// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Gzip
import HTTPService
import Persistence

/// Apple's reports.
struct ReportFeature: Sendable {
    let apps: Apps
    let fetcher: ReportFetcher
    let reports: ReportReader
    let database: any Database
    let stopwatch: @Sendable () -> Duration

    /// How long a fetch lasts before it ends incomplete: well within a request's time limit, for the report being
    /// asked for may still take long.
    private static let fetchTime = Duration.seconds(20)

    var routes: [Route] { [importReport, fetchReportsNow, listReports, readReport, readSalesReport] }

    private var importReport: Route {
        Route(
            method: .post,
            path: "/v1/reports",
            name: "importReport",
            summary: "Imports a report of Apple's, as text or gzip. A repeated import changes nothing.",
            group: .money,
            access: .backend,
            query: [
                .init(
                    name: "kind",
                    schema: .identifier,
                    summary: "The report's kind, such as SALES or FINANCIAL.",
                    isRequired: true
                ),
                .init(name: "vendor", schema: .identifier, summary: "The vendor number (default: the app's)."),
                .init(
                    name: "period",
                    schema: .identifier,
                    summary: "The report's day or fiscal month, if its rows do not have it."
                ),
                .init(
                    name: "region",
                    schema: .identifier,
                    summary: "A financial report's region, ZZ for all (default: from its rows)."
                ),
            ],
            body: .init(
                schema: .string,
                mediaTypes: ["text/tab-separated-values"] + Route.RequestBodyDescription.packedTypes
            ),
            answers: [.json(ImportedReport.self, "The report's number, and whether it is new.")]
        ) { [self] call in
            let kind = try Self.kind(call.text("kind") ?? "")
            let vendor = try vendor(of: call)
            do {
                let stored = try await fetcher.saveReport(
                    try Self.unpacked(call.request.body),
                    kind: kind,
                    vendor: vendor,
                    region: call.text("region")?.uppercased(),
                    period: try call.text("period").map { try Self.period($0, of: kind) },
                    now: call.now
                )
                return try .json(ImportedReport(report: stored.id, isNew: stored.hasNewInformation))
            } catch let error as ReportError {
                throw ServiceProblem(.malformedBody, error.message)
            }
        }
    }

    /// The most bytes that a posted report may unpack to.
    ///
    /// Apple's reports pack to about a tenth of their size.
    private static let maximumUnpackedReport = 64 << 20

    /// The text of a posted report, which may be a gzip file.
    ///
    /// - Throws: `ServiceProblem` when the file is damaged, unpacks to too much, or holds the character U+0000.
    static func unpacked(_ body: Data) throws -> Data {
        guard Gzip.isGzip(body) else { return body }
        let text: Data
        do {
            text = try Gzip.decompress(body, maximumBytes: maximumUnpackedReport)
        } catch let error as GzipError where error.code == .tooLarge {
            throw ServiceProblem(
                .bodyTooLarge,
                "The gzip file decompresses to more than \(maximumUnpackedReport) bytes. Import the report in parts."
            )
        } catch let error as GzipError {
            throw ServiceProblem(.malformedBody, error.message)
        }
        guard !NullCharacterCheck.holdsZero(text, isForm: false) else {
            throw ServiceProblem(.malformedBody, "The report contains the character U+0000.")
        }
        return text
    }

    /// Whose report it is: another vendor's would never be read for the app.
    private func vendor(of call: RequestContext) throws -> String {
        let own = try call.app.appStoreConnect?.vendorNumber
        guard let vendor = call.text("vendor") else { return own ?? "" }
        let known = apps.configuration.apps.compactMap { $0.appStoreConnect?.vendorNumber }
        if apps.isForWholeServer(call) {
            guard own == nil || known.contains(vendor) else {
                throw ServiceProblem.invalid("vendor", "a vendor's number of the configuration, such as \(own ?? "")")
            }
        } else if let own {
            guard vendor == own else { throw ServiceProblem.invalid("vendor", "the app's own number, \(own)") }
        } else if known.contains(vendor) {
            throw ServiceProblem.invalid("vendor", "absent, or a number that is not another app's")
        }
        return vendor
    }

    private var fetchReportsNow: Route {
        Route(
            method: .post,
            path: "/v1/reports/fetch",
            name: "fetchReports",
            summary: "Fetches missing reports from App Store Connect for some seconds. Repeat it until `isComplete`.",
            group: .money,
            access: .backend,
            answers: [.json(ReportFetch.self, "The fetched reports, the late ones, and whether more are missing.")],
            problems: [.notConfigured, .appStoreUnavailable, .appStoreRefused]
        ) { [self] call in
            let end = stopwatch() + Self.fetchTime
            return try .json(
                try await fetcher.fetchReports(
                    for: apps.isForWholeServer(call) ? apps.configuration.apps : [try call.app],
                    isLate: { stopwatch() >= end }
                )
            )
        }
    }

    private var listReports: Route {
        Route(
            method: .get,
            path: "/v1/reports",
            name: "listReports",
            summary: "Lists the stored reports of the app's vendor, newest first, with superseded ones.",
            group: .money,
            access: .backend,
            query: [
                .init(name: "kind", schema: .identifier, summary: "Only this kind, such as SALES."),
                .init(name: "before", schema: .integer, summary: "The last report of the previous page."), .limit,
            ],
            answers: [.json(ReportList.self, "The reports.")]
        ) { [self] call in
            let kind = call.text("kind")
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let vendors = try apps.readableVendors(call)
            let reports = try await database.read {
                try $0.reports(before: before, kind: kind, of: vendors, limit: limit)
            }
            return try .json(ReportList(reports: reports.map { ReportList.Report($0) }))
        }
    }

    private var readReport: Route {
        Route(
            method: .get,
            path: "/v1/reports/{report}",
            name: "getReport",
            summary: "Returns a report's rows with all their columns.",
            group: .money,
            access: .backend,
            query: [.init(name: "after", schema: .integer, summary: "The last row of the previous page."), .limit],
            answers: [.json(ReportRows.self, "The report and a page of its rows.")]
        ) { [self] call in
            guard let id = Int64(try call.path("report")) else { throw ServiceProblem.notFound("report") }
            let after = Int(try call.integer("after", in: 0...Int64(Int32.max)) ?? 0)
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let vendors = try apps.readableVendors(call)
            let page = try await database.read { reader -> (StoredReport, [StoredReportRow])? in
                guard let report = try reader.report(id), vendors.contains(report.subject.vendor) else { return nil }
                return (report, try reader.rows(ofReport: id, after: after, limit: limit))
            }
            guard let (report, rows) = page else { throw ServiceProblem.notFound("report") }
            let layout: ReportTable.Layout = try ServiceJSON.decode(from: report.layout)
            return try .json(
                ReportRows(
                    report: ReportList.Report(report),
                    columns: layout.columns,
                    rows: rows.map { .init(number: $0.number, cells: $0.cells) },
                    trailer: layout.trailer
                )
            )
        }
    }

    private var readSalesReport: Route {
        Route(
            method: .get,
            path: "/v1/sales-reports",
            name: "getSalesReport",
            summary: "Returns the rows of daily reports. Column names are in lower case with underscores.",
            group: .money,
            access: .backend,
            query: [
                .init(name: "from", schema: .day, summary: "The first Pacific day.", isRequired: true),
                .init(name: "until", schema: .day, summary: "The last Pacific day (default: the first)."),
                .init(name: "kind", schema: .identifier, summary: "The kind (default: SALES)."),
            ],
            answers: [.init(status: 200, summary: "The rows.", schema: .array(of: .map(of: .any)))]
        ) { [self] call in
            let days = try call.days()
            let kind = try Self.kind(call.text("kind") ?? ReportKind.sales.rawValue)
            return try .json(try await reportRows(kind, days: days, of: try call.app.bundleID))
        }
    }

    /// The rows of a kind of report as JSON under names in lower case with underscores.
    func reportRows(_ kind: ReportKind, days: ClosedRange<CivilDay>, of app: BundleID) async throws -> [JSONValue] {
        let reports = try await self.reports.currentReports(kind, of: days, app: app)
        var rows: [JSONValue] = []
        for report in reports {
            rows += try await self.reports.records(of: report).map { ReportJSON.object(of: $0.record) }
        }
        return rows
    }

    private static func kind(_ text: String) throws -> ReportKind {
        guard let kind = ReportKind(rawValue: text.uppercased()) else {
            throw ServiceProblem.invalid("kind", ReportKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return kind
    }

    private static func period(_ text: String, of kind: ReportKind) throws -> String {
        if kind == .financial, let month = FiscalMonth(text) { return month.description }
        if kind != .financial, let day = CivilDay(text) { return day.description }
        throw ServiceProblem.invalid("period", kind == .financial ? "a month like 2026-11" : "a day like 2026-11-21")
    }
}

/// Rows of reports as JSON.
enum ReportJSON {
    /// Columns whose cells are numbers.
    private static let numbers: Set<String> = [
        "units", "developer_proceeds", "customer_price", "quantity", "partner_share", "extended_partner_share",
        "marketing_opt_ins", "billing_retry", "grace_period", "subscribers", "consecutive_paid_periods",
        "days_before_canceling", "days_canceled", "paid_service_days_recovered",
    ]

    /// Whether a column counts something; of the subscription report all that count subscriptions do.
    private static func isNumber(_ name: String) -> Bool {
        numbers.contains(name) || name.hasSuffix("_subscriptions")
    }

    /// A row under its columns' names, in lower case with underscores.
    static func object(of record: ReportRecord) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for column in record.columns {
            let name = name(of: column)
            let cell = record[column] ?? ""
            if isNumber(name), let amount = record.amount(column) {
                members[name] = record.integer(column).map(JSONValue.integer) ?? .decimal(amount)
            } else {
                members[name] = .string(cell)
            }
        }
        return .object(members)
    }

    static func name(of column: String) -> String {
        String(column.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}

struct ImportedReport: Codable, Sendable, SchemaDescribed {
    var report: Int64
    var isNew: Bool

    static let schema = Schema.object(["report": .integer, "isNew": .boolean])
}

struct ReportList: Codable, Sendable, SchemaDescribed {
    struct Report: Codable, Sendable {
        var report: Int64
        var vendor: String
        var kind: String
        var period: String
        var region: String
        var received: Date
        var rows: Int
        var isSuperseded: Bool

        private enum CodingKeys: String, CodingKey {
            case report, vendor, kind, period, region, rows, isSuperseded
            case received = "receivedAt"
        }

        init(_ report: StoredReport) {
            self.report = report.id
            vendor = report.subject.vendor
            kind = report.subject.kind
            period = report.subject.period
            region = report.subject.region
            received = report.receivedDate
            rows = report.rowCount
            isSuperseded = report.isSuperseded
        }
    }

    var reports: [Report]

    static let report = Schema.object([
        "report": .integer, "vendor": .string, "kind": .string, "period": .string, "region": .string,
        "receivedAt": .instant, "rows": .integer, "isSuperseded": .boolean,
    ])
    static let schema = Schema.object(["reports": .array(of: report)])
}

struct ReportRows: Codable, Sendable, SchemaDescribed {
    struct Row: Codable, Sendable {
        var number: Int
        var cells: [String]
    }

    var report: ReportList.Report
    var columns: [String]
    var rows: [Row]
    var trailer: [[String]]

    private enum CodingKeys: String, CodingKey {
        case report, columns, rows
        case trailer = "footer"
    }

    static let schema = Schema.object([
        "report": ReportList.report, "columns": .array(of: .string),
        "rows": .array(of: .object(["number": .integer, "cells": .array(of: .string)])),
        "footer": .array(of: .array(of: .string)),
    ])
}

extension Schema {
    /// A fiscal month by the name of its calendar month, such as 2026-11.
    static let month = Schema.pattern("^[0-9]{4}-(0[1-9]|1[0-2])$")
}

extension RequestContext {
    /// The Pacific days from `from` until `until`.
    func days(longest: Int = 400) throws(ServiceProblem) -> ClosedRange<CivilDay> {
        guard let first = text("from").flatMap({ CivilDay($0) }), CivilDay.supportedRange.contains(first) else {
            throw ServiceProblem.invalid("from", "a day like 2026-11-21")
        }
        guard let last = CivilDay(text("until") ?? first.description), CivilDay.supportedRange.contains(last),
            last >= first
        else {
            throw ServiceProblem.invalid("until", "a day like 2026-11-21, not before `from`")
        }
        guard last.daysSince1970 - first.daysSince1970 < longest else {
            throw ServiceProblem.invalid("until", "less than \(longest) days after `from`")
        }
        return first...last
    }
}
