// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What customers may use, and why.
struct EntitlementFeature: Sendable {
    let accounts: EntitlementReader
    let entitlementCache: EntitlementCache

    var routes: [Route] { [readEntitlements, explainEntitlement, listTransactions] }

    private var readEntitlements: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/entitlements",
            name: "getEntitlements",
            summary: "Returns a customer's entitlements, now or at another time.",
            group: .customers,
            access: .app,
            query: [
                .environment, .device, .init(name: "at", schema: .instant, summary: "The time (default: now)."),
            ],
            answers: [.json(EntitlementList.self, "The entitlements, with ended ones.")],
            acceptsCacheControl: true
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let (device, instant) = (call.device, try call.instant("at"))
            if device == nil, instant == nil {
                return try await currentEntitlements(of: customer, scope, call.now, call.tolerance)
            }
            let at = instant ?? call.now
            let answers = try await accounts.entitlements(
                of: customer,
                in: scope,
                on: device,
                at: at,
                now: call.now,
                within: call.tolerance
            )
            return try .json(EntitlementList(customer, scope, at: at, answers))
        }
    }

    /// What a customer may use now: what is asked most of all, so the answer is remembered as it is sent.
    private func currentEntitlements(
        of customer: CustomerID,
        _ scope: AppScope,
        _ now: Date,
        _ tolerance: ReadStaleness
    ) async throws -> HTTPResponse {
        let key = EntitlementCache.Key(customer: customer, environment: scope.environment)
        if let known = entitlementCache.cached(to: key, at: now) {
            return .json(bytes: Data(EntitlementList.head(now) + known.tail))
        }
        let version = entitlementCache.version(of: customer)
        let found = try await accounts.storedEntitlements(
            of: customer,
            in: scope.environment,
            at: now,
            within: tolerance
        )
        guard let stored = found else {
            let answers = try await accounts.entitlements(of: customer, in: scope, at: nil, now: now, within: tolerance)
            return try .json(EntitlementList(customer, scope, at: now, answers))
        }
        let bytes = [UInt8](try ServiceJSON.encode(EntitlementList(customer, scope, at: now, stored.answers)))
        let head = EntitlementList.head(now)
        if bytes.starts(with: head), tolerance.age == .zero {
            let answer = EntitlementCache.Answer(
                tail: Array(bytes[head.count...]),
                from: stored.from,
                until: stored.until
            )
            entitlementCache.store(answer, to: key, version: version)
        }
        return .json(bytes: Data(bytes))
    }

    private var explainEntitlement: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/entitlements/{entitlement}/explanation",
            name: "explainEntitlement",
            summary: "Explains why a customer has, or lacks, an entitlement, by rules, times and signed documents.",
            group: .customers,
            access: .backend,
            query: [
                .environment, .device, .init(name: "at", schema: .instant, summary: "The time (default: now)."),
                .init(
                    name: "knownAt",
                    schema: .instant,
                    summary: "Only what was known at this time (default: everything)."
                ),
            ],
            answers: [.json(EntitlementExplanationBody.self, "The reasons, the deciding one first.")]
        ) { [self] call in
            let customer = try call.customer()
            let entitlement = EntitlementID(rawValue: try call.path("entitlement"))
            return try .json(
                try await accounts.why(
                    customer,
                    entitlement,
                    in: try call.scope(),
                    on: call.device,
                    at: try call.instant("at") ?? call.now,
                    knownAt: try call.instant("knownAt"),
                    app: try call.app,
                    now: call.now
                )
            )
        }
    }

    private var listTransactions: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/transactions",
            name: "listTransactions",
            summary: "Lists a customer's transactions: all, the latest of each product, or the current ones.",
            group: .customers,
            access: .app,
            query: [
                .environment,
                .init(
                    name: "filter",
                    schema: .oneOf(["all", "latest", "current"]),
                    summary: "`all`, `latest` of each product, or `current` entitlements (default: `all`)."
                ),
            ],
            answers: [.json(TransactionList.self, "The transactions, newest first.")],
            acceptsCacheControl: true
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let which = TransactionFilter(rawValue: call.text("filter") ?? "all")
            guard let which else { throw ServiceProblem.invalid("filter", "all, latest or current") }
            let account = try await accounts.account(
                of: customer,
                in: scope,
                app: try call.app,
                now: call.now,
                within: call.tolerance
            )
            let chosen = which.choose(from: account, asOf: call.now).map { account.withUpgrade($0, in: scope) }
            return try .json(
                TransactionList(
                    customer: customer,
                    transactions: chosen.map { TransactionBody($0, environment: scope.environment) }
                )
            )
        }
    }
}

struct TransactionList: Codable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var transactions: [TransactionBody]

    static let schema = Schema.object([
        "customer": .string, "transactions": .array(of: .of(TransactionBody.self)),
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [TransactionBody.self]
}

extension CustomerAccount {
    /// A transaction that says, too, what only a later purchase tells: that a better plan took its place.
    fileprivate func withUpgrade(_ transaction: Transaction, in scope: AppScope) -> Transaction {
        let key = LineageKey(scope: scope, lineage: transaction.originalTransactionID)
        guard history(of: key)?.period(of: transaction.id)?.period.ending == .upgrade else { return transaction }
        var upgraded = transaction
        upgraded.isUpgraded = true
        return upgraded
    }
}

/// Which of a customer's transactions are asked for.
enum TransactionFilter: String, Sendable {
    case all
    case latest
    case current

    func choose(from account: CustomerAccount, asOf now: Date) -> [Transaction] {
        let histories = account.ownedLineages(asOf: now).compactMap { account.history(of: $0) }
        let newestFirst = histories.flatMap { $0.transactions.map(\.transaction) }
            .sorted { ($0.purchaseDate, $0.id.rawValue) > ($1.purchaseDate, $1.id.rawValue) }
        switch self {
        case .all: return newestFirst
        case .latest:
            var seen: Set<ProductID> = []
            return newestFirst.filter { seen.insert($0.productID).inserted }
        case .current:
            let live = account.purchasesInUse(asOf: now)
            return newestFirst.filter { live.contains($0.id) }
        }
    }
}
