// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension FulfillmentWorld {
    /// Recomputes a purchase from its part of the log, or from these records.
    func replay(
        _ lineage: OriginalTransactionID = "1",
        log: [LoggedFact]? = nil,
        catalog: @escaping (Date) -> Catalog? = { _ in nil }
    ) throws -> PurchaseReplay {
        let start = self
        return try PurchaseReplay(
            LineageKey(scope: key.scope, lineage: lineage),
            log: log ?? Self.records(about: lineage, in: self.log),
            policy: policy,
            rules: { record in
                var then = start
                then.catalog = catalog(record.receivedDate) ?? start.catalog
                return then.rules(at: record.receivedDate)
            },
            ledger: { start.lines($0, of: lineage, before: $1, posted: $2) }
        )
    }

    /// The records of a purchase and the steps of the orders that it pays or that wait for its token.
    private static func records(about lineage: OriginalTransactionID, in log: [LoggedFact]) -> [LoggedFact] {
        let facts = log.filter { $0.fact.lineage == lineage }
        var transactions: Set<TransactionID> = []
        var tokens: Set<AppAccountToken> = []
        for record in facts {
            let found: [Transaction] =
                switch record.fact.content {
                case .transaction(let transaction): [transaction]
                case .receiptAnswer(let answer): answer.transactions
                case .storeStatement(let statement): [statement.transaction(statedOn: record.fact.order.instant)]
                default: []
                }
            transactions.formUnion(found.map(\.id))
            tokens.formUnion(found.compactMap(\.appAccountToken))
        }
        var orders: Set<OrderID> = []
        for step in log.compactMap(\.orderStep) {
            switch step.action {
            case .paid(let id) where transactions.contains(id): orders.insert(step.order)
            case .created(let terms) where terms.appAccountToken.map(tokens.contains) ?? false:
                orders.insert(step.order)
            default: continue
            }
        }
        for step in log.compactMap(\.orderStep) where orders.contains(step.order) {
            if case .created(let terms) = step.action, let copied = terms.copiedOrder { orders.insert(copied) }
        }
        return log.filter { record in
            record.fact.lineage == lineage || record.orderStep.map { orders.contains($0.order) } ?? false
        }
    }

    /// The ledger entries of a balance, without the next one of the purchase that is recomputed and what is newer.
    private func lines(
        _ key: BalanceKey,
        of lineage: OriginalTransactionID,
        before now: Date,
        posted: Set<String>
    ) -> [StatementLine] {
        let own = Set(deliveries.values.filter { $0.lineage == lineage }.map(\.transaction))
        return postings.filter { $0.customer == key.customer && $0.currency == key.currency }
            .prefix { posting in posted.contains(posting.key) || !own.contains { $0 == posting.note.transaction } }
            .filter { postedDates[$0.key].map { $0 <= now } ?? false }
            .reversed()
            .map { StatementLine(amount: $0.amount, reason: $0.reason, key: $0.key, note: $0.note) }
    }

    /// Everything that the log gives: the orders, deliveries, credits and owners of all purchases, instead of those here.
    func recomputed() throws -> FulfillmentWorld {
        var world = self
        world.orders = orders.filter { $0.value.transaction == nil && $0.value.details.origin == .app }
        (world.deliveries, world.postings, world.owners) = ([:], postings.filter { $0.note.transaction == nil }, [:])
        for lineage in Set(log.compactMap(\.fact.lineage)).sorted() {
            let replay = try replay(lineage)
            for id in replay.decidedOrders { world.orders[id] = replay.orders[id] }
            for (id, order) in replay.orders where world.orders[id]?.transaction == nil { world.orders[id] = order }
            world.deliveries.merge(replay.deliveries) { $1 }
            world.postings += replay.postings
            world.owners[lineage] = replay.change.ownershipBefore.owners.first
        }
        return world
    }
}
