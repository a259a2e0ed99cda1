// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What Apple decided after it asked.
struct RefundDecisionOutcome: Hashable, Sendable, Codable {
    /// `refunded` or `declined`.
    var decision: String
    var at: Date
}

extension DatabaseReader {
    /// What Apple decided about a purchase after it asked; nothing while nothing is known.
    func outcome(of record: ConsumptionRecord, in scope: AppScope) throws -> RefundDecisionOutcome? {
        guard let lineage = try lineage(of: record.transaction, in: scope) else { return nil }
        let stated = try facts(of: lineage, in: scope).map(\.fact).filter { $0.order.instant >= record.asked }
        let decisions = stated.compactMap { fact -> RefundDecisionOutcome? in
            switch fact.content {
            case .notification(let said) where said.transactionID == record.transaction && said.type == .refundDeclined:
                RefundDecisionOutcome(decision: "declined", at: fact.order.instant)
            case .transaction(let said) where said.id == record.transaction && said.revocation != nil:
                RefundDecisionOutcome(decision: "refunded", at: said.revocation?.date ?? fact.order.instant)
            default: nil
            }
        }
        return decisions.max { $0.at < $1.at }
    }

    /// What a customer paid and got back, in thousandths of a US dollar; nothing when another currency is among it.
    func dollars(of customer: CustomerID, in scope: AppScope, policy: CommercePolicy) throws -> (Int64, Int64)? {
        var (spent, refunded) = (BoundedSum(), BoundedSum())
        for claim in try claims(of: customer) where claim.scope == scope {
            let life = LineageChange(
                key: LineageKey(scope: scope, lineage: claim.lineage),
                known: try facts(of: claim.lineage, in: scope).map(\.fact),
                policy: policy
            )
            // What anybody can attach to the customer says nothing of what the customer spends.
            guard life.ownershipBefore.isProven(customer) else { continue }
            let history = life.after
            for transaction in history.transactions.map(\.transaction) where transaction.isSale {
                guard let price = transaction.charge, price.currency == "USD" else { return nil }
                spent += price.milliunits
                refunded += transaction.refundedAmount?.milliunits ?? 0
            }
        }
        return (spent.value, refunded.value)
    }
}
