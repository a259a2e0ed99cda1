// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension Order {
    /// Why a transaction cannot pay this order, the first thing that is wrong; nothing when it can.
    ///
    /// The token decides: a purchase that carries this order's token is this order's, one that carries another's is
    /// not. A purchase without a token (an app that hands over a hash, or an iOS 6 style receipt) is taken by product.
    public func mismatch(with transaction: Transaction, in scope: AppScope) -> OrderMismatch? {
        if scope != self.scope { return .scope(expected: self.scope, found: scope) }
        if let paid = transactionID { return paid == transaction.id ? nil : .alreadyPaid(paid) }
        if transaction.productID != terms.productID {
            return .product(expected: terms.productID, found: transaction.productID)
        }
        if let token = terms.appAccountToken, let found = transaction.appAccountToken, token != found {
            return .token(expected: token, found: found)
        }
        if transaction.quantity != terms.quantity {
            return .quantity(expected: terms.quantity, found: transaction.quantity)
        }
        if let revocation = transaction.revocation { return .withdrawn(revocation) }
        if transaction.appAccountToken == nil || transaction.appAccountToken != terms.appAccountToken {
            if transaction.reason == .renewal { return .renewal }
            if terms.appAccountToken != nil, transaction.purchaseDate < creationDate { return .older }
        }
        return nil
    }

    /// The order as all facts together make it: any order of facts, any number of times, gives the same.
    ///
    /// - Parameters:
    ///   - facts: The order's own steps and the facts of the purchase's lineage; others are passed over.
    ///   - policy: What the team decides where Apple's rules leave a choice.
    ///   - now: The instant, for orders that end unpaid.
    /// - Returns: The order with its whole history.
    public func settled(
        by facts: some Sequence<Fact>,
        policy: CommercePolicy = .standard,
        asOf now: Date
    ) -> Order {
        let known = facts.filter { $0.scope == scope }.sorted { $0.order < $1.order }
        var order = Order(
            id: id,
            scope: scope,
            customer: customer,
            terms: terms,
            creationDate: creationDate,
            evidence: moves.first?.evidence
        )
        let steps = known.compactMap { fact -> (OrderStep, Evidence)? in
            guard case .command(.order(let step)) = fact.content, step.order == id else { return nil }
            return (step, Evidence(fact))
        }
        for (step, evidence) in steps { order.take(step, evidence) }
        order.withdraw(by: known, policy: policy)
        order.expire(asOf: now)
        return order
    }

    private mutating func take(_ step: OrderStep, _ evidence: Evidence) {
        if let customer = step.customer { self.customer = customer }
        switch step.action {
        case .created: break
        case .paid(let id):
            // A payment counts whatever was said before: money that came is never lost.
            guard transactionID == nil else { return }
            transactionID = id
            move(to: .paid, evidence)
        case .delivered:
            if state == .paid { move(to: .delivered, evidence) }
        case .finished:
            if state == .delivered { move(to: .finished, evidence) }
        case .failed(let code, let message):
            if state == .created { move(to: .failed, evidence, note: "\(code).\(message)") }
        case .cancelled(let reason):
            if state == .created { move(to: .failed, evidence, note: reason) }
        }
    }

    /// Follows the refund of the transaction, or its reversal.
    private mutating func withdraw(by facts: [Fact], policy: CommercePolicy) {
        guard let transactionID, let lineage = Self.lineage(of: transactionID, in: facts) else { return }
        self.lineage = lineage
        let history = SubscriptionHistory(lineage: lineage, facts: facts, policy: policy)
        guard let record = history.transactions.first(where: { $0.transaction.id == transactionID }),
            let revocation = record.transaction.withdrawal
        else { return }
        let rule = history.rule(of: revocation, ownership: record.transaction.ownership)
        moves.append(
            OrderMove(
                state: rule == .familySharingEnded ? .revoked : .refunded,
                date: revocation.date,
                transactionID: transactionID,
                evidence: record.evidence
            )
        )
    }

    private static func lineage(of id: TransactionID, in facts: [Fact]) -> OriginalTransactionID? {
        for fact in facts {
            switch fact.content {
            case .transaction(let transaction) where transaction.id == id: return fact.lineage
            case .receiptAnswer(let answer) where answer.transactions.contains { $0.id == id }: return fact.lineage
            default: continue
            }
        }
        return nil
    }

    private mutating func expire(asOf now: Date) {
        guard state == .created, let end = terms.expirationDate, end <= now else { return }
        moves.append(OrderMove(state: .expired, date: end))
    }

    private mutating func move(to state: OrderState, _ evidence: Evidence, note: String? = nil) {
        moves.append(
            OrderMove(
                state: state,
                date: evidence.instant,
                transactionID: transactionID,
                note: note,
                evidence: evidence
            )
        )
    }
}
