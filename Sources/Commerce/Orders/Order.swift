// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// An order and how far it has come: a fold of its own steps and of the transaction that paid it.
public struct Order: Hashable, Sendable, Codable {
    /// The order.
    public var id: OrderID

    /// The app and environment.
    public var scope: AppScope

    /// Whose it is; absent as long as nobody claimed the purchase.
    public var customer: CustomerID?

    /// What it was made with.
    public var terms: OrderStep.Terms

    /// When it was made.
    public var creationDate: Date

    /// The transaction that paid it.
    public var transactionID: TransactionID?

    /// The life of that purchase.
    public var lineage: OriginalTransactionID?

    /// How it came to where it is, the first move first.
    public var moves: [OrderMove]

    /// How far it has come.
    public var state: OrderState { moves.last?.state ?? .created }

    /// Makes an order that was just created.
    public init(
        id: OrderID,
        scope: AppScope,
        customer: CustomerID? = nil,
        terms: OrderStep.Terms,
        creationDate: Date,
        evidence: Evidence? = nil
    ) {
        self.id = id
        self.scope = scope
        self.customer = customer
        self.terms = terms
        self.creationDate = creationDate
        moves = [OrderMove(state: .created, date: creationDate, evidence: evidence)]
    }

    /// Makes the order that a fact created, or nothing when it created none.
    public init?(createdBy fact: Fact) {
        guard case .command(.order(let step)) = fact.content, case .created(let terms) = step.action else {
            return nil
        }
        self.init(
            id: step.order,
            scope: fact.scope,
            customer: step.customer,
            terms: terms,
            creationDate: fact.order.instant,
            evidence: Evidence(fact)
        )
    }
}
