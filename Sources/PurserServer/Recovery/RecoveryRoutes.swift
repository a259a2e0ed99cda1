// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension PurserService {
    var recoveryRoutes: [Route] { [readRecovery, forceRecovery, backfill] }

    private static let problems: [ProblemCode] = [.notConfigured, .appStoreUnavailable, .appStoreRefused]

    private var readRecovery: Route {
        Route(
            method: .get,
            path: "/v1/recovery",
            name: "readRecovery",
            summary: "The last report of each kind of recovery: `missing` 0 proves that nothing was missed.",
            group: .recovery,
            access: .backend,
            query: [.environment],
            answers: [.json(RecoveryReports.self, "The reports.")]
        ) { [self] call in
            let scope = try call.scope()
            let records = try await store.read { try $0.records(.recoveryReports, owner: scope.description) }
            return try .json(
                RecoveryReports(reports: try records.map { try ServiceJSON.decode(from: $0.body) })
            )
        }
    }

    private var forceRecovery: Route {
        Route(
            method: .post,
            path: "/v1/recovery/{kind}",
            name: "forceRecovery",
            summary: "Does one round of recovery now: notifications, purchases or refunds.",
            group: .recovery,
            access: .backend,
            query: [.environment, .init(name: "from", schema: .instant, summary: "For notifications: from when on.")],
            answers: [.json(RecoveryReport.self, "What was compared and mended.")],
            problems: Self.problems
        ) { [self] call in
            let scope = try call.scope()
            switch try call.path("kind") {
            case "notifications":
                return try .json(try await recoverNotifications(scope, from: try call.instant("from")))
            case "purchases": return try .json(try await recoverPurchases(scope))
            case "refunds": return try .json(try await pollRefunds(scope))
            default: throw ServiceProblem.notFound("kind of recovery")
            }
        }
    }

    private var backfill: Route {
        Route(
            method: .post,
            path: "/v1/backfill",
            name: "backfill",
            summary: "Brings old purchases in by transaction identifiers or receipts, with all that came of them.",
            group: .recovery,
            access: .backend,
            query: [.environment],
            body: .json(BackfillRequest.self),
            answers: [.json(RecoveryReport.self, "What was brought in.")],
            problems: Self.problems + [.signatureInvalid, .malformedDocument, .transactionMismatch]
        ) { [self] call in
            let request = try call.body(BackfillRequest.self)
            let scope = try call.scope()
            let app = try call.app
            let claimant = request.customer.map { Submission.Claimant(customer: $0, basis: .backfill) }
            var report = RecoveryReport(kind: "backfill", environment: scope.environment, until: call.now)
            for id in (request.transactions ?? []).prefix(1000) {
                try await recoverHistory(
                    of: id,
                    scope,
                    app: app,
                    claimant: claimant,
                    source: .backfill,
                    tellsEvents: request.tellsEvents ?? false,
                    &report
                )
            }
            for receipt in (request.receipts ?? []).prefix(1000) {
                let read = try verifiers.receipt(receipt, app: app)
                let digest = try FactDigest(sha256Of: Array(read.document.rawValue.utf8))
                let submission = Submission(
                    intake: read.intake(digest: digest),
                    source: .backfill,
                    claimant: claimant,
                    tellsEvents: request.tellsEvents ?? false
                )
                report.checked += read.transactions.count
                if try await desk.take(submission, app: app, now: call.now).isNew { report.missing += 1 }
            }
            let audit = AuditRecord(call, "backfill", target: request.customer?.rawValue ?? "")
            try await store.write { try $0.note(audit) }
            return try .json(report)
        }
    }
}

struct RecoveryReports: Codable, Sendable, Described {
    var reports: [RecoveryReport]

    static let schema = Schema.object(["reports": .array(of: .of(RecoveryReport.self))])
    static let schemaReferences: [any Described.Type] = [RecoveryReport.self]
}

struct BackfillRequest: Decodable, Sendable, Described {
    var transactions: [TransactionID]?
    var receipts: [String]?
    var customer: CustomerID?
    var tellsEvents: Bool?

    static let schema = Schema.object(
        [:],
        optional: [
            "transactions": .array(of: .identifier).described("At most 1000; Apple is asked for their histories."),
            "receipts": .array(of: .string).described("At most 1000, in base64."),
            "customer": .identifier.described("Whose they are, where no order's token says it."),
            "tellsEvents": .boolean.described("Whether backends are told of what is brought in; false when absent."),
        ]
    )
}
