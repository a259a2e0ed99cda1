// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Finds what was missed.
struct RecoveryFeature: Sendable {
    let apps: Apps
    let backfiller: Backfill
    let catalog: CatalogCache
    let rounds: RecoveryRounds
    let database: any Database

    var routes: [Route] { [readRecovery, forceRecovery, listReported, backfill] }

    private static let problems: [ProblemCode] = [.notConfigured, .appStoreUnavailable, .appStoreRefused]

    private var readRecovery: Route {
        Route(
            method: .get,
            path: "/v1/recovery",
            name: "getRecovery",
            summary: "Returns the last report of each kind of recovery. `missing` 0 proves that nothing was missed.",
            group: .recovery,
            access: .backend,
            query: [.environment],
            answers: [.json(RecoveryReports.self, "The reports.")]
        ) { [self] call in
            let scope = try call.scope()
            let reports = try await database.read { try $0.values(in: RecoveryReport.records[scope]) }
            return try .json(RecoveryReports(reports: reports.map { shown($0, to: call) }))
        }
    }

    private var forceRecovery: Route {
        Route(
            method: .post,
            path: "/v1/recovery/{kind}",
            name: "runRecovery",
            summary:
                "Runs one kind of recovery now: \(RecoveryKind.allCases.map(\.rawValue).joined(separator: ", ")).",
            group: .recovery,
            access: .backend,
            query: [
                .environment, .init(name: "from", schema: .instant, summary: "For notifications: the start time."),
            ],
            answers: [.json(RecoveryReport.self, "The result of the recovery.")],
            problems: Self.problems
        ) { [self] call in
            let scope = try call.scope()
            guard let kind = RecoveryKind(rawValue: try call.path("kind")) else {
                throw ServiceProblem.notFound("kind of recovery")
            }
            let start = try call.instant("from")
            let audit = AuditRecord(call, "recovery.run", target: kind.rawValue)
            try await database.write { try $0.record(audit) }
            return try .json(shown(try await rounds.recover(kind, scope, from: start), to: call))
        }
    }

    /// A report as a caller may see it: what apps reported is one list for all apps, and a failure names a transaction.
    private func shown(_ report: RecoveryReport, to call: RequestContext) -> RecoveryReport {
        guard report.kind == RecoveryKind.reported.rawValue, !apps.isForWholeServer(call) else { return report }
        var report = report
        report.failures = nil
        return report
    }

    private var listReported: Route {
        Route(
            method: .get,
            path: "/v1/recovery/reported-purchases",
            name: "listReportedPurchases",
            summary:
                "Lists reported purchases that recovery could not process yet. For another app's, only the date.",
            group: .recovery,
            access: .backend,
            query: [
                .limit,
                .init(name: "after", schema: .string(upTo: 1000), summary: "The last name of the previous page."),
            ],
            answers: [.json(ReportedPurchaseList.self, "The purchases, without their receipts.")]
        ) { [self] call in
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let after = call.text("after") ?? ""
            let reports = try await database.read { try $0.reportedPurchases(after: after, limit: limit) }
            var purchases = reports.map(ReportedPurchaseList.Purchase.init)
            if !apps.isForWholeServer(call) {
                // Which app a receipt is of that does not verify is not known; a product of the catalog is the app's.
                let catalog = try await self.catalog.catalog(of: try call.app.bundleID, now: call.now)
                for place in purchases.indices where purchases[place].product.flatMap({ catalog[$0] }) == nil {
                    (purchases[place].transaction, purchases[place].product) = (nil, nil)
                }
            }
            return try .json(ReportedPurchaseList(purchases: purchases))
        }
    }

    private var backfill: Route {
        Route(
            method: .post,
            path: "/v1/backfill",
            name: "backfill",
            summary: "Imports earlier purchases with their history, by transaction ID or receipt.",
            group: .recovery,
            access: .backend,
            query: [.environment],
            body: .json(BackfillRequest.self),
            answers: [.json(RecoveryReport.self, "The result of the import.")],
            problems: Self.problems + [.signatureInvalid, .malformedDocument, .transactionMismatch]
        ) { [self] call in
            let request = try call.body(BackfillRequest.self)
            guard (request.transactions ?? []).count <= 1000, (request.receipts ?? []).count <= 1000 else {
                throw ServiceProblem.invalid("transactions and receipts", "at most 1000 of each; send them in parts")
            }
            let report = try await backfiller.backfill(request, in: try call.scope(), app: try call.app)
            let audit = AuditRecord(call, "backfill", target: request.customer?.rawValue ?? "")
            try await database.write { try $0.record(audit) }
            return try .json(report)
        }
    }
}

struct ReportedPurchaseList: Codable, Sendable, SchemaDescribed {
    struct Purchase: Codable, Sendable {
        var name: String
        var at: Date
        var attempts: Int
        var transaction: TransactionID?
        var product: ProductID?

        private enum CodingKeys: String, CodingKey {
            case name, attempts
            case at = "reportedAt"
            case transaction = "transactionId"
            case product = "productId"
        }

        init(_ report: ReportedPurchase) {
            name = report.name
            at = report.at
            attempts = report.attempts
            transaction = report.transaction
            product = report.product
        }
    }

    var purchases: [Purchase]

    static let schema = Schema.object([
        "purchases": .array(
            of: .object(
                [
                    "name": .string, "reportedAt": .instant,
                    "attempts": .integer.described("The number of failed attempts; after 50 it is abandoned."),
                ],
                optional: ["transactionId": .string, "productId": .string]
            )
        )
    ])
}

struct RecoveryReports: Codable, Sendable, SchemaDescribed {
    var reports: [RecoveryReport]

    static let schema = Schema.object(["reports": .array(of: .of(RecoveryReport.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [RecoveryReport.self]
}

struct BackfillRequest: Decodable, Sendable, SchemaDescribed {
    var transactions: [TransactionID]?
    var receipts: [String]?
    var customer: CustomerID?
    var sendsEvents: Bool?

    static let schema = Schema.object(
        [:],
        optional: [
            "transactions": .array(of: .identifier, upTo: 1000).described(
                "At most 1000. Purser fetches their histories from Apple."
            ),
            "receipts": .array(of: .document, upTo: 1000).described("At most 1000, in base64."),
            "customer": .identifier.described("The customer of purchases without an order's token."),
            "sendsEvents": .boolean.described(
                "Whether webhooks get events for the imported purchases (default: false)."
            ),
        ]
    )
}
