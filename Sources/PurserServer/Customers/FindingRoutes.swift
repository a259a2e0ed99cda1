// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What was found about customers that support should know.
struct FindingFeature: Sendable {
    let catalog: CatalogCache
    let database: any Database

    var routes: [Route] { [listFoundConflicts, listFoundSignals] }

    private var listFoundConflicts: Route {
        findings(
            at: "/v1/conflicts",
            name: "listAllConflicts",
            summary: "Lists the overlapping purchases of all customers, newest first.",
            of: .conflictFound
        )
    }

    private var listFoundSignals: Route {
        findings(
            at: "/v1/fraud-signals",
            name: "listFraudSignals",
            summary:
                "Lists the fraud signals of all customers, newest first.",
            of: .fraudSignal
        )
    }

    private func findings(at path: String, name: String, summary: String, of type: EventType) -> Route {
        Route(
            method: .get,
            path: path,
            name: name,
            summary: summary,
            group: .customers,
            access: .backend,
            query: [
                .environment, .limit,
                .init(
                    name: "before",
                    schema: .integer,
                    summary: "`nextCursor` of the previous page (default: the first page)."
                ),
            ],
            answers: [.json(FindingList.self, "The findings.")]
        ) { [self] call in
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            return try .json(
                try await findings(
                    type,
                    in: try call.scope(),
                    before: before,
                    limit: limit,
                    app: try call.app,
                    now: call.now
                )
            )
        }
    }

    /// What was reported of customers once, each held against what is known of the customer now.
    func findings(
        _ type: EventType,
        in scope: AppScope,
        before: Int64,
        limit: Int,
        app: AppConfiguration,
        now: Date
    ) async throws -> FindingList {
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: now)
        return try await database.read { reader in
            let events = try reader.events(ofKinds: [type.rawValue], in: scope, before: before, limit: limit + 1)
            var standing: [CustomerID: Set<CustomerFinding.Key>] = [:]
            let findings = try events.prefix(limit).compactMap { stored -> CustomerFinding? in
                let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
                guard let customer = event.customer, var finding = CustomerFinding(event, customer: customer) else {
                    return nil
                }
                if standing[customer] == nil {
                    let account = try reader.account(
                        of: customer,
                        in: scope,
                        catalog: catalog,
                        policy: app.policy,
                        now: now
                    )
                    let risk = FraudSignals(account, profile: try reader.profile(of: customer), asOf: now)
                    standing[customer] = Set(
                        ConflictFinder(account, asOf: now).conflicts.map {
                            .conflict($0.kind.rawValue, $0.redundantPurchase.lineage)
                        }
                            + risk.signals.map { .signal($0) }
                    )
                }
                finding.isCurrent = standing[customer]?.contains(finding.matter(type)) == true
                return finding
            }
            return FindingList(findings: findings, next: events.count > limit ? events[limit - 1].number : nil)
        }
    }
}

/// Something about a customer that a person should look at.
struct CustomerFinding: Codable, Hashable, Sendable {
    /// What makes two findings about a customer the same.
    fileprivate enum Key: Hashable {
        case conflict(String, OriginalTransactionID?)
        case signal(String)
    }

    var customer: CustomerID
    var found: Date
    /// The kind of a conflict, or the sign's name.
    var kind: String
    var entitlement: EntitlementID?
    /// Of a conflict, what is paid for nothing.
    var product: ProductID?
    var originalTransaction: OriginalTransactionID?
    var advice: [String]?
    /// Whether it is still so.
    var isCurrent = false

    private enum CodingKeys: String, CodingKey {
        case customer, kind, entitlement, advice, isCurrent
        case found = "detectedAt"
        case product = "productId"
        case originalTransaction = "originalTransactionId"
    }

    fileprivate init?(_ event: ServerEvent, customer: CustomerID) {
        guard let reason = event.reason else { return nil }
        self.customer = customer
        found = event.occurred
        kind = reason
        entitlement = event.entitlements?.first
        product = event.product
        originalTransaction = event.originalTransaction
        advice = event.detail?.split(separator: ", ").map(String.init)
    }

    fileprivate func matter(_ type: EventType) -> Key {
        type == .conflictFound ? .conflict(kind, originalTransaction) : .signal(kind)
    }
}

struct FindingList: Codable, Sendable, SchemaDescribed {
    var findings: [CustomerFinding]
    /// Where the next page begins; absent on the last one.
    var next: Int64?

    private enum CodingKeys: String, CodingKey {
        case findings
        case next = "nextCursor"
    }

    static let schema = Schema.object(
        [
            "findings": .array(
                of: .object(
                    ["customer": .string, "detectedAt": .instant, "kind": .string, "isCurrent": .boolean],
                    optional: [
                        "entitlement": .string, "productId": .string, "originalTransactionId": .string,
                        "advice": .array(of: .string),
                    ]
                )
            )
        ],
        optional: ["nextCursor": .integer]
    )
}
