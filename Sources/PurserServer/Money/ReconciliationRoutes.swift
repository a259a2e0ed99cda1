// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Our sales beside Apple's reports, day by day.
struct ReconciliationFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let fetcher: ReportFetcher
    let log: @Sendable (ServiceLogEntry) -> Void
    let reconciliations: Reconciliations
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "reports", interval: .seconds(3600)) { [self] in try await fetchAndReconcile() }]
    }

    var routes: [Route] { [readReconciliation, readMonthReconciliation, readAlarm] }

    private static let limit = Route.Parameter(
        name: "limit",
        schema: .integer(from: 1, to: 100_000),
        summary: "The maximum number of listed differences (default: 1000)."
    )

    private var readReconciliation: Route {
        Route(
            method: .get,
            path: "/v1/reconciliation",
            name: "getReconciliation",
            summary: "Compares the sales of Pacific days with Apple's daily reports: matched, explained, unexplained.",
            group: .money,
            access: .backend,
            query: [
                .environment, .init(name: "from", schema: .day, summary: "The first Pacific day.", isRequired: true),
                .init(name: "until", schema: .day, summary: "The last Pacific day (default: the first)."),
                .init(
                    name: "threshold",
                    schema: .integer,
                    summary: "The unexplained amount, in milliunits, that exceeds the threshold."
                ),
                Self.limit,
            ],
            answers: [.json(ReconciliationBody.self, "The differences with their transactions.")]
        ) { [self] call in
            let days = try call.days()
            let result = try await reconciliations.reconcile(try call.scope(), days: days)
            return try .json(
                ReconciliationBody(
                    result,
                    period: .day,
                    days: days,
                    threshold: try threshold(call),
                    limit: Int(try call.integer("limit", in: 1...100_000) ?? 1000)
                )
            )
        }
    }

    private var readMonthReconciliation: Route {
        Route(
            method: .get,
            path: "/v1/reconciliation/{month}",
            name: "getMonthReconciliation",
            summary: "Compares the sales of a fiscal month such as 2026-11 with Apple's financial report.",
            group: .money,
            access: .backend,
            query: [
                .environment,
                .init(
                    name: "threshold",
                    schema: .integer,
                    summary: "The unexplained amount, in milliunits, that exceeds the threshold."
                ),
                Self.limit,
            ],
            answers: [.json(ReconciliationBody.self, "The differences with their transactions.")]
        ) { [self] call in
            guard let month = FiscalMonth(try call.path("month")) else {
                throw ServiceProblem.invalid("month", "a fiscal month like 2026-11")
            }
            let result = try await reconciliations.reconcile(try call.scope(), months: month...month)
            return try .json(
                ReconciliationBody(
                    result,
                    period: .fiscalMonth,
                    days: month.firstDay...month.lastDay,
                    threshold: try threshold(call),
                    limit: Int(try call.integer("limit", in: 1...100_000) ?? 1000)
                )
            )
        }
    }

    private var readAlarm: Route {
        Route(
            method: .get,
            path: "/v1/reconciliation-status",
            name: "getReconciliationStatus",
            summary: "Returns the results of the daily comparison, for two weeks.",
            group: .money,
            access: .backend,
            answers: [
                .json(ReconciliationStatus.self, "The time of each comparison, and whether it exceeds the threshold.")
            ]
        ) { [self] call in
            let app = try call.app.bundleID
            let status = try await database.read { try $0.value(app, in: ReconciliationStatus.records) }
            guard let status else { throw ServiceProblem.notFound("comparison yet") }
            return try .json(status)
        }
    }

    private func threshold(_ call: RequestContext) throws -> Int64 {
        try call.integer("threshold", in: 0...Int64.max) ?? call.app.appStoreConnect?.reconciliationAlertThreshold ?? 0
    }
}

/// What the daily comparison found.
struct ReconciliationStatus: Codable, Hashable, Sendable, SchemaDescribed {
    struct Amount: Codable, Hashable, Sendable {
        var currency: Currency
        var unexplained: Int64
        /// Whether the amount is only the end of what can be counted; absent when it is the whole.
        var isClamped: Bool?
    }

    var at: Date
    var from: String
    var until: String
    var exceedsThreshold: Bool
    var amounts: [Amount]
    var groups: [String]

    private enum CodingKeys: String, CodingKey {
        case from, until, exceedsThreshold, amounts, groups
        case at = "comparedAt"
    }

    static let schema = Schema.object([
        "comparedAt": .instant, "from": .string, "until": .string, "exceedsThreshold": .boolean,
        "amounts": .array(
            of: .object(["currency": .string, "unexplained": .integer], optional: ["isClamped": .isClamped])
        ),
        "groups": .array(of: .string),
    ])
}

extension ReconciliationStatus {
    /// The last comparison of each app with Apple's reports.
    static let records = RecordStore<BundleID, ReconciliationStatus>("reconciliations")
}

extension EventType {
    static let reconciliationAlarm = EventType(rawValue: "reconciliation.unexplained")
}

extension ReconciliationFeature {
    /// Fetches reports when it is time, and compares the last two weeks with them.
    func fetchAndReconcile() async throws {
        guard apps.configuration.apps.contains(where: { $0.appStoreConnect != nil }) else { return }
        let now = clock()
        // Reports come once a day; the store knows when they were asked for last, whichever instance did.
        let (last, begun) = try await database.read { reader in
            let records = try [FetchStage.fetched, .fetching].map { try reader.record($0, in: FetchStage.records) }
            return (records[0]?.updatedDate, records[1]?.updatedDate)
        }
        if let last, now >= last, now.timeIntervalSince(last) < Self.timeBetweenFetches { return }
        if let begun, now >= begun, now.timeIntervalSince(begun) < Self.maximumFetch { return }
        try await recordFetch(.fetching, at: now)
        let fetch = try await fetcher.fetchReports(emptyDays: 35)
        // A server that stops has fetched what it has; the next round fetches the rest.
        try Task.checkCancellation()
        try await recordFetch(.fetched, at: now)
        for failure in fetch.failures.prefix(5) {
            log(ServiceLogEntry(kind: .warning, message: "a report was not fetched: \(failure)"))
        }
        guard fetch.imported + fetch.withoutSales > 0 else { return }
        for app in apps.configuration.apps where app.appStoreConnect != nil { try await checkUnexplained(app) }
    }

    /// How long reports are not fetched again, in seconds.
    private static let timeBetweenFetches: TimeInterval = 6 * 3600

    /// How long another instance leaves a fetch to whoever began it, in seconds: less than the time between two rounds,
    /// so that the next round continues what a stopped server began.
    private static let maximumFetch: TimeInterval = 3000

    /// How far the fetch of reports has come that was stored last, by any server.
    private enum FetchStage: String, RecordKey {
        case fetching, fetched

        static let records = RecordStore<FetchStage, Presence>("report-fetches")
    }

    private func recordFetch(_ stage: FetchStage, at now: Date) async throws {
        try await database.write { try $0.upsert(Presence(), as: stage, in: FetchStage.records, now: now) }
    }

    /// Compares the last two weeks, keeps what was found, and tells backends when too much of it is unexplained.
    func checkUnexplained(_ app: AppConfiguration) async throws {
        let now = clock()
        let today = ReportingZone.pacific.day(of: now)
        let days = today.adding(days: -15)...today.adding(days: -2)
        let scope = AppScope(bundleID: app.bundleID, environment: .production)
        let result = try await reconciliations.reconcile(scope, days: days)
        let alarm = ReconciliationStatus(
            at: now,
            from: days.lowerBound.description,
            until: days.upperBound.description,
            exceedsThreshold: result.exceedsThreshold(above: app.appStoreConnect?.reconciliationAlertThreshold ?? 0),
            amounts: result.unexplainedAmounts.sorted { $0.key < $1.key }
                .map {
                    .init(currency: $0.key, unexplained: $0.value.value, isClamped: $0.value.isClamped ? true : nil)
                },
            groups: result.unexplained.prefix(100).map { "\($0.group) \($0.finding.rawValue) \($0.difference)" }
        )
        let endpoints = try await pipeline.context(app: app, now: now).endpoints
        try await database.write { writer in
            try writer.upsert(alarm, as: app.bundleID, in: ReconciliationStatus.records, now: now)
            guard alarm.exceedsThreshold else { return }
            // The same findings are reported once.
            var event = ServerEvent(
                id: EventID(.reconciliationAlarm, scope, causes: alarm.groups.joined(separator: "\n")),
                type: .reconciliationAlarm,
                scope: scope,
                customer: nil,
                occurred: now
            )
            event.detail = alarm.groups.prefix(20).joined(separator: "; ")
            try writer.enqueueDeliveries(event, endpoints: endpoints, now: now)
        }
    }
}
