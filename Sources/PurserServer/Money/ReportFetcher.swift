// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Gzip
import Persistence

/// What a round of fetching reports did.
struct ReportFetch: Codable, Sendable, SchemaDescribed {
    /// How many reports Apple was asked for.
    var asked = 0
    /// How many of them were new or changed.
    var imported = 0
    /// How many days had no sales.
    var withoutSales = 0
    /// The days and months that are not there yet.
    var late: [String] = []
    /// What went wrong.
    var failures: [String] = []
    /// Whether nothing is left to ask for; when `false`, the next fetch continues where this one ended.
    var isComplete = true
    /// How many days and months this fetch ended waiting for: those stored, and those known to have no sales.
    var answered = 0

    private enum CodingKeys: String, CodingKey {
        case imported, failures, isComplete
        case asked = "requested"
        case withoutSales = "empty"
        case late = "notYetAvailable"
    }

    static let schema = Schema.object([
        "requested": .integer, "imported": .integer, "empty": .integer, "notYetAvailable": .array(of: .string),
        "failures": .array(of: .string),
        "isComplete": .boolean.described("False if more reports are missing: repeat the request."),
    ])
}

/// Fetches Apple's reports and keeps them.
struct ReportFetcher: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let database: any Database

    /// Keeps a report's text with all its rows; the same text again changes nothing.
    ///
    /// - Throws: `ReportError` when it is not a report of that kind, `ServiceProblem` when it lacks its day or
    ///   region.
    func saveReport(
        _ bytes: Data,
        kind: ReportKind,
        vendor: String,
        region: String? = nil,
        period: String? = nil,
        now: Date
    ) async throws -> (id: Int64, hasNewInformation: Bool) {
        let text = Gzip.isGzip(bytes) ? try Gzip.decompress(bytes, maximumBytes: 512 << 20) : bytes
        let table = try kind.table(text)
        try kind.check(table)
        guard let period = period ?? kind.period(of: table) else {
            throw ServiceProblem.invalid("period", "the report's day or fiscal month, for its rows do not contain it")
        }
        let subject = ReportSubject(
            vendor: vendor,
            kind: kind.rawValue,
            frequency: kind.frequency,
            region: try region ?? kind.region(of: table, period: period),
            period: period
        )
        return try await save(table, subject, digest: SHA256.digest(of: Array(text)), now: now)
    }

    private func save(
        _ table: ReportTable,
        _ subject: ReportSubject,
        digest: [UInt8],
        now: Date
    ) async throws -> (id: Int64, hasNewInformation: Bool) {
        let layout = try ServiceJSON.encode(table.layout)
        return try await database.write { writer in
            try writer.upsert(subject, digest: digest, layout: layout, rows: table.rows, now: now)
        }
    }

    /// Fetches what is not here yet from App Store Connect, for every app that is configured for it.
    ///
    /// - Parameters:
    ///   - apps: Only these apps' vendors; every app's when absent.
    ///   - emptyDays: After so many new days without sales in a row, older ones wait for the next round.
    ///   - isLate: Whether the fetch is to end soon. It continues until one more day is answered, for the newest days,
    ///     which Apple does not have yet, are asked for first each time: without that, it would never reach older ones.
    /// - Returns: What was fetched.
    /// - Throws: `ServiceProblem` when no app is configured for it, `DatabaseError`.
    func fetchReports(
        for apps: [AppConfiguration]? = nil,
        emptyDays: Int = .max,
        isLate: @Sendable () -> Bool = { false }
    ) async throws -> ReportFetch {
        var fetch = ReportFetch()
        var vendors: Set<String> = []
        for app in apps ?? self.apps.configuration.apps {
            guard let connect = app.appStoreConnect, vendors.insert(connect.vendorNumber).inserted else { continue }
            try await fetchReports(connect, emptyDays: emptyDays, isLate: isLate, &fetch)
        }
        guard !vendors.isEmpty else {
            throw ServiceProblem(.notConfigured, "Configure the app's App Store Connect key and vendor number first.")
        }
        return fetch
    }

    /// How many reports one round asks for at most; the next round continues.
    private static let reportsPerRound = 1200

    private func fetchReports(
        _ connect: AppStoreConnectConfiguration,
        emptyDays: Int,
        isLate: @Sendable () -> Bool,
        _ fetch: inout ReportFetch
    ) async throws {
        let api = try apps.connectAPI(connect)
        let today = ReportingZone.pacific.day(of: clock())
        let first = today.adding(days: -(connect.reportBackfillDays ?? 365))
        for kind in [ReportKind.sales, .subscriptionEvent, .subscription] {
            var (lateDays, empty) = (0, 0)
            var versions = SalesReportQuery.versions(of: .init(rawValue: kind.rawValue))
            for offset in stride(from: 1, through: today.daysSince1970 - first.daysSince1970, by: 1) {
                guard lateDays < 8, empty < emptyDays else { break }
                let day = today.adding(days: -offset)
                guard try await wants(kind, day, connect.vendorNumber) else { continue }
                guard mayContinue(&fetch, isLate: isLate) else { return }
                let query = SalesReportQuery(
                    vendorNumber: connect.vendorNumber,
                    reportType: .init(rawValue: kind.rawValue),
                    reportDate: day.description
                )
                let outcome = await take(kind, day.description, age: offset, connect, &fetch) {
                    let report = try await api.salesReport(query, inAnyOf: versions)
                    // What Apple offers for one day it offers for the others.
                    versions = [report.version]
                    return report.bytes
                }
                if outcome == .refused { break }
                if outcome == .late { lateDays += 1 }
                empty = outcome == .empty ? empty + 1 : 0
            }
        }
        try await fetchFinancial(api, connect, first: first, today: today, isLate: isLate, &fetch)
    }

    /// Whether another report may be asked for; if not, the fetch is marked as incomplete.
    private func mayContinue(_ fetch: inout ReportFetch, isLate: @Sendable () -> Bool) -> Bool {
        let mayContinue = fetch.asked < Self.reportsPerRound && (fetch.answered == 0 || !isLate())
        if !mayContinue { fetch.isComplete = false }
        return mayContinue
    }

    private func fetchFinancial(
        _ api: AppStoreConnectAPI,
        _ connect: AppStoreConnectConfiguration,
        first: CivilDay,
        today: CivilDay,
        isLate: @Sendable () -> Bool,
        _ fetch: inout ReportFetch
    ) async throws {
        var month = FiscalMonth(containing: first)
        while month.lastDay < today {
            let age = today.daysSince1970 - month.lastDay.daysSince1970
            if try await wants(month, connect.vendorNumber) {
                guard mayContinue(&fetch, isLate: isLate) else { return }
                let number = month.number < 10 ? "0\(month.number)" : "\(month.number)"
                let query = FinanceReportQuery(
                    vendorNumber: connect.vendorNumber,
                    reportDate: "\(month.fiscalYear)-\(number)"
                )
                let outcome = await take(.financial, month.description, age: age, connect, &fetch) {
                    try await api.financeReport(query)
                }
                if outcome == .refused { return }
            }
            month = month.next
        }
    }

    private enum FetchOutcome { case imported, empty, late, refused }

    /// Asks for one report and keeps it; a day that is over for long and has none had no sales.
    private func take(
        _ kind: ReportKind,
        _ period: String,
        age: Int,
        _ connect: AppStoreConnectConfiguration,
        _ fetch: inout ReportFetch,
        ask: () async throws -> Data
    ) async -> FetchOutcome {
        fetch.asked += 1
        let vendor = connect.vendorNumber
        let region = kind == .financial ? ReportKind.allRegions : ""
        do {
            let bytes = try await ask()
            let stored = try await saveReport(
                bytes,
                kind: kind,
                vendor: vendor,
                region: region,
                period: period,
                now: clock()
            )
            if stored.hasNewInformation { fetch.imported += 1 }
            fetch.answered += 1
            return .imported
        } catch let error as AppStoreAPIError where error.code == .noReport {
            // A daily report comes within two days, a financial one within the first days after its month.
            guard age > (kind == .financial ? 15 : 2) else {
                fetch.late.append("\(kind.rawValue) \(period)")
                return .late
            }
            return await saveEmpty(kind, period, vendor: vendor, region: region, &fetch)
        } catch let error as AppStoreAPIError {
            fetch.failures.append("\(kind.rawValue) \(period): \(error.message)")
            // A kind that is not offered is not asked for again in this round, nor is a server that does not answer.
            return .refused
        } catch {
            fetch.failures.append("\(kind.rawValue) \(period): \(error)")
            return .late
        }
    }

    private func saveEmpty(
        _ kind: ReportKind,
        _ period: String,
        vendor: String,
        region: String,
        _ fetch: inout ReportFetch
    ) async -> FetchOutcome {
        let subject = ReportSubject(
            vendor: vendor,
            kind: kind.rawValue,
            frequency: kind.frequency,
            region: region,
            period: period
        )
        do {
            _ = try await save(.empty, subject, digest: SHA256.digest(of: []), now: clock())
            fetch.withoutSales += 1
            fetch.answered += 1
            return .empty
        } catch {
            fetch.failures.append("\(kind.rawValue) \(period): \(error)")
            return .late
        }
    }

    /// Whether a day's report is to be asked for: it is not here, or it came early and is a week old now.
    private func wants(_ kind: ReportKind, _ day: CivilDay, _ vendor: String) async throws -> Bool {
        let known = try await database.read {
            try $0.reports(
                kind.rawValue,
                frequency: kind.frequency,
                in: day.description...day.description,
                vendor: vendor
            )
        }
        guard let received = known.first?.receivedDate else { return true }
        let closingDate = ReportingZone.pacific.start(of: day.adding(days: 8))
        return received < closingDate && clock() >= closingDate
    }

    private func wants(_ month: FiscalMonth, _ vendor: String) async throws -> Bool {
        let known = try await database.read {
            try $0.reports(
                ReportKind.financial.rawValue,
                frequency: ReportKind.financial.frequency,
                in: month.description...month.description,
                vendor: vendor
            )
        }
        let whole = known.filter { $0.subject.region == ReportKind.allRegions }
        guard let received = whole.map(\.receivedDate).max() else { return true }
        // A month without sales may have been asked for too early, and any may be corrected until it is paid.
        let closingDate = ReportingZone.pacific.start(of: month.paymentDay)
        return received < closingDate && clock() >= closingDate
    }
}
