// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a round of recovery compared and mended.
struct RecoveryReport: Codable, Hashable, Sendable, Described {
    /// `notifications`, `purchases`, `refunds`, `statuses` or `backfill`.
    var kind: String
    var environment: Environment
    var from: Date?
    var until: Date
    /// How many documents Apple showed.
    var checked = 0
    /// How many of them were not known here.
    var missing = 0
    /// How many of the missing could not be taken in.
    var failed = 0

    static let schema = Schema.object(
        [
            "kind": .string, "environment": .string, "until": .instant, "checked": .integer, "missing": .integer,
            "failed": .integer,
        ],
        optional: ["from": .instant]
    )
}

extension RecordCollection {
    /// The last report of each kind of recovery, by scope and kind.
    static let recoveryReports = RecordCollection(rawValue: "recovery-reports")
}

extension PurserService {
    /// Compares Apple's history of notifications with what was stored, and fills the gaps.
    ///
    /// Apple keeps 180 days of production and 30 of the sandbox; each round overlaps the one before by a day.
    func recoverNotifications(_ scope: AppScope, from start: Date? = nil) async throws -> RecoveryReport {
        guard let app = app(scope.bundleID) else { throw ServiceProblem.notFound("app") }
        let now = clock()
        let api = try link(app)[scope.environment]
        let oldest = now.addingTimeInterval((scope.environment == .production ? -179 : -29) * 86_400)
        let last = try await lastReport("notifications", scope)?.until.addingTimeInterval(-86_400)
        let from = max(oldest, start ?? last ?? oldest)
        var report = RecoveryReport(kind: "notifications", environment: scope.environment, from: from, until: now)
        let request = NotificationHistoryRequest(startDate: from, endDate: now)
        let pages = api.notificationHistory(request)
        try await ask {
            for try await page in pages {
                for item in page.body.notificationHistory { await fill(item.signedPayload, scope, &report) }
            }
        }
        try await keep(report, scope)
        return report
    }

    private func fill(_ signed: SignedPayload, _ scope: AppScope, _ report: inout RecoveryReport) async {
        report.checked += 1
        do {
            let outcome = try await receive(signed, environment: scope.environment, source: .history, now: clock())
            if outcome.isNew { report.missing += 1 }
        } catch {
            report.missing += 1
            report.failed += 1
            log(ServiceLogEntry(kind: .failure, message: "a notification of Apple's history was not taken: \(error)"))
        }
    }

    /// Asks for the whole history behind a transaction and takes in what is not known.
    func recoverHistory(
        of id: some AnyTransactionID,
        _ scope: AppScope,
        app: AppConfiguration,
        claimant: Submission.Claimant? = nil,
        source: IntakeSource = .history,
        tellsEvents: Bool = true,
        _ report: inout RecoveryReport
    ) async throws {
        let api = try link(app)[scope.environment]
        var signed: [SignedPayload] = []
        try await ask {
            for try await page in api.transactionHistory(for: id) { signed += page.body.signedTransactions }
        }
        for document in signed {
            report.checked += 1
            let verified = try verifiers.transaction(document, app: app.bundleID, now: clock())
            let submission = Submission(
                intake: Ingestion.intake(of: verified, digest: Self.digest),
                source: source,
                claimant: claimant,
                tellsEvents: tellsEvents
            )
            if try await desk.take(submission, app: app, now: clock()).isNew { report.missing += 1 }
        }
    }

    /// Looks for payments of orders that stayed open, in the histories of the customers who made them.
    func recoverPurchases(_ scope: AppScope) async throws -> RecoveryReport {
        guard let app = app(scope.bundleID) else { throw ServiceProblem.notFound("app") }
        let now = clock()
        var report = RecoveryReport(kind: "purchases", environment: scope.environment, until: now)
        let patient = now.addingTimeInterval(-600)
        let open = try await store.read { try $0.openOrders(createdBefore: patient, limit: 500) }
        let customers = Set(open.filter { $0.scope.bundleID == scope.bundleID }.compactMap(\.customer))
        for customer in customers.sorted() {
            let lineages = try await store.read { try $0.claims(of: customer) }.filter { $0.scope == scope }
            guard let lineage = lineages.first?.lineage else { continue }
            try await recoverHistory(of: lineage, scope, app: app, &report)
        }
        for order in open where order.scope == scope && order.currentState == .paid {
            guard let lineage = order.lineage else { continue }
            try await reconsider(LineageKey(scope: scope, lineage: lineage), app: app, now: now)
        }
        try await keep(report, scope)
        return report
    }

    /// Asks Apple what became of refunds, a few purchases a round, all of them in turn.
    func pollRefunds(_ scope: AppScope, limit: Int = 50) async throws -> RecoveryReport {
        guard let app = app(scope.bundleID) else { throw ServiceProblem.notFound("app") }
        let api = try link(app)[scope.environment]
        var report = RecoveryReport(kind: "refunds", environment: scope.environment, until: clock())
        let cursorName = "refund-cursor \(scope)"
        let cursor = try await store.read { try $0.record(.settings, name: cursorName)?.body }
            .map { OriginalTransactionID(rawValue: String(decoding: $0, as: UTF8.self)) }
        let lineages = try await store.read { try $0.lineages(in: scope, after: cursor, limit: limit) }
        for lineage in lineages {
            var signed: [SignedPayload] = []
            try await ask {
                for try await page in api.refundHistory(for: lineage) { signed += page.body.signedTransactions }
            }
            for document in signed {
                report.checked += 1
                let verified = try verifiers.transaction(document, app: app.bundleID, now: clock())
                let submission = Submission(
                    intake: Ingestion.intake(of: verified, digest: Self.digest),
                    source: .refunds
                )
                if try await desk.take(submission, app: app, now: clock()).isNew { report.missing += 1 }
            }
        }
        let next = lineages.count == limit ? lineages.last?.rawValue ?? "" : ""
        let now = clock()
        try await store.write { writer in
            try writer.put(
                StoredRecord(collection: .settings, name: cursorName, updatedDate: now, body: Data(next.utf8))
            )
        }
        try await keep(report, scope)
        return report
    }

    /// Asks Apple how a subscription stands, and takes the answer's documents in.
    func refreshStatus(_ key: LineageKey, app: AppConfiguration) async throws {
        let api = try link(app)[key.scope.environment]
        let answer = try await ask { try await api.subscriptionStatuses(for: key.lineage) }
        let now = clock()
        for item in answer.body.data.flatMap(\.lastTransactions) {
            let transaction = try verifiers.transaction(item.signedTransactionInfo, app: app.bundleID, now: now)
            let info = try verifiers.renewalInfo(item.signedRenewalInfo, app: app.bundleID, now: now)
            let intake = Ingestion.intake(of: transaction, digest: Self.digest)
                .joined(with: Ingestion.intake(of: info, scope: key.scope, digest: Self.digest))
            _ = try await desk.take(Submission(intake: intake, source: .status), app: app, now: now)
        }
    }

    func lastReport(_ kind: String, _ scope: AppScope) async throws -> RecoveryReport? {
        try await store.read { try $0.record(.recoveryReports, owner: scope.description, name: kind) }
            .map { try ServiceJSON.decode(from: $0.body) }
    }

    func keep(_ report: RecoveryReport, _ scope: AppScope) async throws {
        let body = try ServiceJSON.encode(report)
        try await store.write { writer in
            try writer.put(
                StoredRecord(
                    collection: .recoveryReports,
                    owner: scope.description,
                    name: report.kind,
                    updatedDate: report.until,
                    body: body
                )
            )
        }
    }

    /// One round of every recovery for every app whose key is configured; what fails is logged and tried next time.
    func recover() async {
        for app in configuration.apps where links[app.bundleID] != nil {
            for environment in [Environment.production, .sandbox] where app.acceptedEnvironments.contains(environment) {
                let scope = AppScope(bundleID: app.bundleID, environment: environment)
                do {
                    _ = try await recoverNotifications(scope)
                    _ = try await recoverPurchases(scope)
                    _ = try await pollRefunds(scope)
                } catch {
                    log(ServiceLogEntry(kind: .failure, message: "recovery of \(scope) stopped: \(error)"))
                }
            }
        }
    }
}
