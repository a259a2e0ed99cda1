// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Long jobs.
struct WorkPages: Sendable {
    let actions: ConsoleActions
    let apps: Apps
    let backfiller: Backfill
    let pages: ConsoleFrame
    let rebuilder: Rebuilder
    let reconciliations: Reconciliations
    let database: any Database
    let work: ConsoleWork

    var routes: [ConsoleRoute] { workRoutes + jobActions }

    var workRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/jobs", .viewer, handler: renderJobs)
        ]
    }

    var jobActions: [ConsoleRoute] {
        [
            actions.perform("rebuild", .admin, rebuild), actions.perform("backfill", .admin, backfill),
            actions.perform("reconcile", .support, isConfirmed: false, reconcile),
            actions.perform("cancel-job", .support, isConfirmed: false, cancel),
        ]
    }

    private func renderJobs(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let jobs = try await database.read { try $0.consoleJobs(limit: 100) }
        return pages.show(JobsPage(jobs: jobs.map(work.summary)).page(in: frame), in: frame)
    }

    private func rebuild(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        try await actions.record("rebuild", scope.description, nil, call)
        let language = visitor.session.language
        _ = try await work.begin(.rebuild, scope, actor: visitor.actor) { [self] meter in
            meter.expect(try await database.read { try $0.lineageCount(in: scope) })
            let report = try await rebuilder.rebuild(scope, app: app)
            let message = language(
                """
                \(report.purchases) purchases, \(report.customers) customers, \(report.orders) orders; \
                differences: \(report.differences.count)
                """
            )
            return (message, try JSONValue.encoding(Array(report.differences.prefix(100))))
        }
        return language("It has begun; the bar shows how far it is.")
    }

    private func backfill(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let ids = (call.form["transactions"] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard (1...10_000).contains(ids.count), ids.allSatisfy({ $0.utf8.count <= 100 }) else {
            throw ServiceProblem.invalid("transactions", "1 to 10000 transactions")
        }
        let customer = ConsoleRequest.trimmed(call.form["customer"] ?? "")
        let owner = customer.isEmpty ? nil : CustomerID(rawValue: customer)
        try await actions.record("backfill", customer, "\(ids.count)", call)
        let language = visitor.session.language
        _ = try await work.begin(.backfill, scope, actor: visitor.actor) { [self] meter in
            meter.expect(ids.count)
            var (checked, missing, failed, moved, kept) = (0, 0, 0, 0, 0)
            for start in stride(from: 0, to: ids.count, by: 10) {
                try Task.checkCancellation()
                let part = ids[start..<min(start + 10, ids.count)].map(TransactionID.init(rawValue:))
                let request = BackfillRequest(transactions: part, customer: owner)
                let report = try await backfiller.backfill(request, in: scope, app: app)
                checked += report.checked
                missing += report.missing
                failed += report.failed
                moved += (report.owners ?? []).count { $0.outcome == .moved }
                kept += (report.owners ?? []).count { $0.outcome == .ownerRetained }
                meter.add(part.count)
            }
            let message = language(
                """
                \(checked) documents checked, \(missing) new, \(failed) failed; purchases moved: \(moved), kept with \
                another customer: \(kept)
                """
            )
            return (message, nil)
        }
        return language("It has begun; the bar shows how far it is.")
    }

    /// Asks a job to end, whichever server it is running on; the server that runs it ends it within a second.
    private func cancel(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let id = try call.field("job", upTo: 100)
        let language = visitor.session.language
        let moment = pages.sessionClock()
        let job = try await database.read { try $0.value(id, in: OneOffJob.records) }
        guard let job, job.state(at: moment) == .running else {
            throw ServiceProblem(
                .invalidParameter,
                language("The job \(id) is not running. The list shows its result.")
            )
        }
        guard visitor.user.role >= job.kind.role else {
            throw ServiceProblem(.forbidden, "This needs the role \(job.kind.role.rawValue).")
        }
        let message = language("canceled by \(visitor.user.name)")
        try await actions.record("job.cancel", job.kind.rawValue, nil, call)
        try await database.write { try $0.upsert(message, as: id, in: OneOffJob.cancellations, now: moment) }
        return language("It ends within a second.")
    }

    private func reconcile(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        guard let from = CivilDay(try call.field("from")), let until = CivilDay(try call.field("until")),
            CivilDay.supportedRange.contains(from), CivilDay.supportedRange.contains(until), from <= until,
            until.daysSince1970 - from.daysSince1970 <= 400
        else { throw ServiceProblem.invalid("from and until", "days like 2026-03-01, at most 400 of them") }
        let threshold = apps[scope.bundleID]?.appStoreConnect?.reconciliationAlertThreshold ?? 0
        let language = visitor.session.language
        _ = try await work.begin(.reconciliation, scope, actor: visitor.actor) { [self] meter in
            let other = AppScope(bundleID: scope.bundleID, environment: .sandbox)
            meter.expect(
                try await database.read {
                    try $0.lineageCount(in: scope)
                        + (scope.environment == .production ? $0.lineageCount(in: other) : 0)
                }
            )
            let result = try await reconciliations.reconcile(scope, days: from...until)
            let body = ReconciliationBody(
                result,
                period: .day,
                days: from...until,
                threshold: threshold,
                limit: 300
            )
            let message = language("\(body.matched) agree, \(body.unexplained.count) without a reason")
            return (message, try JSONValue.encoding(body))
        }
        return language("It has begun; the bar shows how far it is.")
    }
}

extension OneOffJob.Kind {
    /// The role that begins and cancels such a job.
    fileprivate var role: ConsoleRole {
        switch self {
        case .rebuild, .backfill: .admin
        case .reconciliation, .charts, .resend, .recovery, .closing: .support
        }
    }
}
