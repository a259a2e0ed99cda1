// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Responds about a processed purchase.
struct PurchaseAnswers: Sendable {
    let accounts: EntitlementReader
    let apps: Apps
    let catalog: CatalogCache
    let database: any Database

    /// The answer about a purchase, or the refusal as a problem.
    ///
    /// A caller who does not prove to be the owner gets what the transaction itself gives, and nothing else of the
    /// owner.
    func answer(
        to named: IntakeOutcome.RequestedTransaction,
        for audience: PurchaseReader,
        now: Date
    ) async throws -> PurchaseBody {
        if let refusal = named.refusal { throw refusal.problem }
        let proven = audience.proven(of: named.owners)
        let order = try await database.read { reader in
            try named.order.flatMap { id in try reader.order(id).map { ($0, try reader.history(of: id)) } }
        }
        var body: OrderBody?
        if let order, let proven, audience.isBackend || order.0.customer == proven {
            body = OrderBody(order.0, history: order.1)
        } else if let order, order.0.id == audience.order {
            body = OrderBody(naming: audience.customer, order.0)
        }
        let answers =
            if let proven {
                try await accounts.entitlements(of: proven, in: named.scope, at: nil, now: now)
            } else {
                try await entitlements(ofTransaction: named, now: now)
            }
        return PurchaseBody(
            state: named.owner == nil ? "unclaimed" : named.delivered ? "delivered" : "accepted",
            transaction: TransactionBody(named.transaction, environment: named.scope.environment),
            customer: proven ?? audience.customer.flatMap { named.owners.contains($0) ? $0 : nil },
            order: body,
            entitlementsOf: proven == nil ? .transaction : .customer,
            entitlements: answers.map(EntitlementBody.init)
        )
    }

    /// What a delivered transaction gives by its own dates, whoever has it.
    private func entitlements(
        ofTransaction named: IntakeOutcome.RequestedTransaction,
        now: Date
    ) async throws -> [EntitlementDecision] {
        guard named.delivered, let app = apps[named.scope.bundleID] else { return [] }
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: now)
        var policy = app.policy
        policy.sandbox = .accept
        let fact = Fact(
            scope: named.scope,
            kind: .transaction,
            order: FactOrder(instant: named.transaction.purchaseDate, sequence: 0),
            lineage: named.transaction.originalTransactionID,
            digest: try FactDigest(sha256Of: Array(named.transaction.id.rawValue.utf8)),
            content: .transaction(named.transaction)
        )
        let account = CustomerAccount(
            customer: "",
            catalogs: [catalog.rules],
            facts: [fact],
            policy: policy,
            ownsUnclaimed: true
        )
        let given = Set(catalog.rules.entitlements(of: named.transaction.productID))
        return account.entitlements(asOf: now).filter { given.contains($0.entitlement) }
    }
}
