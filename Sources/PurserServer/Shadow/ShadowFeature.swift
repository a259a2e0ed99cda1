// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Shadow mode: this server beside another provider, with what differs and whether a team may switch.
struct ShadowFeature: Sendable {
    let accounts: EntitlementReader
    let apps: Apps
    let checker: ShadowChecker
    let rounds: ShadowRounds
    let database: any Database

    var routes: [Route] { [readStatus, configure, end, listDifferences, readDifference, check, readReport] }

    var backgroundJobs: [BackgroundJob] { rounds.backgroundJobs }

    private var readStatus: Route {
        Route(
            method: .get,
            path: "/v1/shadow",
            name: "getShadowStatus",
            summary: "Returns the settings and the progress of shadow mode.",
            group: .compatibility,
            access: .backend,
            answers: [.json(ShadowStatusBody.self, "The status.")],
            problems: [.notFound]
        ) { [self] call in
            try .json(try await status(of: try call.app.bundleID))
        }
    }

    private var configure: Route {
        Route(
            method: .patch,
            path: "/v1/shadow",
            name: "configureShadow",
            summary: "Starts or changes shadow mode. Absent members stay.",
            group: .compatibility,
            access: .backend,
            body: .json(ShadowSettingsRequest.self),
            answers: [.json(ShadowStatusBody.self, "The status.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let request = try call.body(ShadowSettingsRequest.self)
            let allowsPrivate = apps.configuration.allowsPrivateWebhookTargets
            let now = call.now
            let audit = AuditRecord(call, "shadow.configure", target: app.rawValue)
            try await database.write { writer in
                let old = try writer.value(app, in: ShadowSettings.records)
                var new = request.applied(to: old ?? ShadowSettings(started: now))
                try new.check(allowsPrivate: allowsPrivate)
                if old.map({ !$0.asksTheSame(as: new) }) ?? true {
                    // What another question found says nothing about this one.
                    new.started = now
                    try writer.removeShadowDifferences(of: app)
                    try writer.upsert(ShadowProgress(started: now), as: app, in: ShadowProgress.records, now: now)
                }
                try writer.upsert(new, as: app, in: ShadowSettings.records, now: now)
                if new.isEnabled {
                    try writer.enqueue(NewTask(queue: ShadowRounds.queue, uniqueKey: app.rawValue, dueDate: now))
                }
                try writer.record(audit)
            }
            return try .json(try await status(of: app))
        }
    }

    private var end: Route {
        Route(
            method: .delete,
            path: "/v1/shadow",
            name: "endShadow",
            summary: "Ends shadow mode, and removes its settings and differences.",
            group: .compatibility,
            access: .backend,
            answers: [.empty("Shadow mode is over.")],
            problems: [.notFound]
        ) { [self] call in
            let app = try call.app.bundleID
            let audit = AuditRecord(call, "shadow.end", target: app.rawValue)
            try await database.write { writer in
                guard try writer.removeRecord(app, in: ShadowSettings.records) else {
                    throw ServiceProblem.notFound("shadow mode")
                }
                try writer.removeRecord(app, in: ShadowProgress.records)
                try writer.removeShadowDifferences(of: app)
                try writer.record(audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private var listDifferences: Route {
        Route(
            method: .get,
            path: "/v1/shadow/differences",
            name: "listShadowDifferences",
            summary: "Lists the differences from the other provider, the newest first.",
            group: .compatibility,
            access: .backend,
            query: [
                .limit, .language,
                .init(name: "class", schema: .identifier, summary: "Only differences of this class."),
                .init(
                    name: "state",
                    schema: .oneOf(ObservedDivergence.State.allCases.map(\.rawValue)),
                    summary: "Only differences in this state."
                ),
                .init(name: "customer", schema: .identifier, summary: "Only differences of this customer."),
                .init(
                    name: "before",
                    schema: .integer,
                    summary: "The number of the last difference of the previous page."
                ),
            ],
            answers: [.json(ShadowDifferenceList.self, "The differences.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let filter = ShadowFilter(
                kind: call.text("class").map(DivergenceKind.init(rawValue:)),
                state: call.text("state").flatMap(ObservedDivergence.State.init(rawValue:)),
                customer: call.text("customer").map(CustomerID.init(rawValue:))
            )
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let found = try await database.read {
                try $0.shadowDifferences(of: app, filter, before: before, limit: limit)
            }
            let bodies = found.map { ShadowDifferenceBody($0, language: call.language) }
            return try .json(ShadowDifferenceList(differences: bodies))
        }
    }

    private var readDifference: Route {
        Route(
            method: .get,
            path: "/v1/shadow/differences/{difference}",
            name: "getShadowDifference",
            summary: "Returns a difference with the rules and documents behind Purser's answer.",
            group: .compatibility,
            access: .backend,
            query: [.language],
            answers: [.json(ShadowDifferenceBody.self, "The difference.")]
        ) { [self] call in
            let app = try call.app
            guard let found = try await difference(try call.path("difference"), of: app, now: call.now) else {
                throw ServiceProblem.notFound("difference")
            }
            return try .json(ShadowDifferenceBody(found.stored, language: call.language, why: found.why))
        }
    }

    private var check: Route {
        Route(
            method: .post,
            path: "/v1/shadow/check",
            name: "checkShadowCustomers",
            summary: "Compares customers with the other provider now.",
            group: .compatibility,
            access: .backend,
            query: [.language],
            body: .json(ShadowCheckRequest.self),
            answers: [.json(ShadowCheckBody.self, "What differs.")],
            problems: [.notFound]
        ) { [self] call in
            let app = try call.app.bundleID
            let customers = try call.body(ShadowCheckRequest.self).customers
            guard (1...ShadowCheckRequest.maximumCount).contains(customers.count) else {
                throw ServiceProblem.invalid("customers", "1 to \(ShadowCheckRequest.maximumCount) customers")
            }
            let settings = try await settings(of: app)
            var body = ShadowCheckBody(compared: 0, differences: [])
            for customer in customers {
                do {
                    let outcome = try await checker.check(customer, of: app, settings)
                    body.compared += 1
                    body.differences += outcome.open.map { ShadowDifferenceBody($0, language: call.language) }
                } catch let failure as ShadowFailure {
                    body.failure = failure.description
                    break
                }
            }
            return try .json(body)
        }
    }

    private var readReport: Route {
        Route(
            method: .get,
            path: "/v1/shadow/report",
            name: "getShadowReport",
            summary: "Returns whether the team may leave the other provider, with the money at stake by class.",
            group: .compatibility,
            access: .backend,
            query: [.language],
            answers: [.json(ShadowReportBody.self, "The report.")],
            problems: [.notFound]
        ) { [self] call in
            let report = try await report(of: try call.app.bundleID, now: call.now)
            return try .json(ShadowReportBody(report, language: call.language))
        }
    }
}

extension ShadowFeature {
    /// The settings of an app.
    ///
    /// - Throws: A `ServiceProblem` when shadow mode was never started.
    func settings(of app: BundleID) async throws -> ShadowSettings {
        guard let settings = try await database.read({ try $0.value(app, in: ShadowSettings.records) }) else {
            throw ServiceProblem.notFound("shadow mode")
        }
        return settings
    }

    /// The settings and the progress of an app.
    func status(of app: BundleID) async throws -> ShadowStatusBody {
        try await database.read { reader in
            guard let settings = try reader.value(app, in: ShadowSettings.records) else {
                throw ServiceProblem.notFound("shadow mode")
            }
            let progress =
                try reader.value(app, in: ShadowProgress.records) ?? ShadowProgress(started: settings.started)
            return ShadowStatusBody(settings, progress, counts: try reader.shadowCounts(of: app))
        }
    }

    /// A difference with the explanation of Purser's answer.
    func difference(
        _ id: String,
        of app: AppConfiguration,
        now: Date
    ) async throws -> (stored: StoredShadowDifference, why: EntitlementExplanationBody)? {
        let settings = try await settings(of: app.bundleID)
        guard let stored = try await database.read({ try $0.shadowDifference(id, of: app.bundleID) }) else {
            return nil
        }
        let why = try await accounts.why(
            stored.customer,
            stored.observed.divergence.entitlement,
            in: AppScope(bundleID: app.bundleID, environment: settings.environment),
            at: now,
            knownAt: nil,
            app: app,
            now: now
        )
        return (stored, why)
    }

    /// Whether the team may switch.
    func report(of app: BundleID, now: Date) async throws -> ShadowReport {
        try await database.read { reader in
            guard let settings = try reader.value(app, in: ShadowSettings.records) else {
                throw ServiceProblem.notFound("shadow mode")
            }
            let progress =
                try reader.value(app, in: ShadowProgress.records) ?? ShadowProgress(started: settings.started)
            var classes: [DivergenceKind: ShadowReport.ClassSummary] = [:]
            for count in try reader.shadowCounts(of: app) {
                var summary = classes[count.kind] ?? ShadowReport.ClassSummary(kind: count.kind)
                switch count.state {
                case .pending: summary.pending = count.count
                case .confirmed: (summary.confirmed, summary.customers) = (count.count, count.customers)
                case .resolved: summary.resolved = count.count
                }
                classes[count.kind] = summary
            }
            for (kind, amount) in try reader.shadowAmounts(of: app) { classes[kind]?.atStake.append(amount) }
            return ShadowReport(
                classes: Array(classes.values),
                progress: progress.reported,
                accepted: settings.accepted,
                minimumDays: settings.minimumDays,
                date: now
            )
        }
    }
}

extension Route.Parameter {
    /// The language of the texts in an answer.
    fileprivate static let language = Route.Parameter(
        name: "language",
        schema: .oneOf(["en", "zh-Hans"]),
        summary: "The language of the texts (default: en)."
    )
}

extension RequestContext {
    /// The language of the texts in an answer.
    fileprivate var language: String { text("language") ?? "en" }
}
