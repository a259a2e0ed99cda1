// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// One decision in the making: the state as it was, and the changes so far, which later rules see.
struct Decider {
    let state: PurchaseState
    private(set) var input: FulfillmentInput
    let rules: FulfillmentRules
    /// The purchase with the commands recorded so far; `nil` when only customers are decided about.
    private(set) var purchase: LineageChange?
    var decision = Decision()
    private(set) var needs: [FulfillmentNeed] = []
    /// Why a command could not be made a fact.
    private var failure: (any Error)?
    /// Why a transaction does not pay the order that the app names, or is not delivered.
    var rejections: [TransactionID: FulfillmentRejection] = [:]
    /// Orders that take over a payment whose transaction the app has finished.
    var finishedByMerge: Set<OrderID> = []

    init(_ state: PurchaseState, _ purchase: LineageChange?, _ input: FulfillmentInput, _ rules: FulfillmentRules) {
        self.state = state
        self.purchase = purchase
        self.input = input
        self.rules = rules
    }

    var now: Date { rules.now }
    var scope: AppScope { state.scope }

    /// The decision, or what it still depends on.
    ///
    /// Places and identifiers are taken only once everything else is known: what was decided without it may need none.
    var ruling: Fulfillment.Ruling {
        if let failure { return .failed(failure) }
        guard !needs.isEmpty else { return .decided(decision) }
        let answers = needs.filter { need in
            switch need {
            case .commandPlaces, .orderIDs: false
            default: true
            }
        }
        return .needs(answers.isEmpty ? needs : answers)
    }

    /// The purchase; an empty one when only customers are decided about, whose rules never use it.
    var change: LineageChange {
        purchase ?? LineageChange(key: LineageKey(scope: scope, lineage: ""), known: [], policy: rules.policy)
    }

    /// Whether the input can change anything: there are new facts, a caller asks, a claim comes with a backfill, or
    /// everything is compared.
    var isAffected: Bool {
        let isNamed = input.named.flatMap { change.after.record(of: $0) } != nil
        let isClaimed = input.source == .backfill && input.claimant != nil
        return !change.newFacts.isEmpty || isNamed || isClaimed || input.isFollowUp || input.source == nil
    }

    /// Whether all transactions are decided about, and not only the changed ones: each takes five reads of the database.
    ///
    /// Time alone changes no order and no delivery. What is paid and was not delivered has a job of its own.
    var comparesEverything: Bool { input.cause == .recheck }

    func entitlements(of product: ProductID?) -> [EntitlementID] {
        product.map { rules.indexed.index.entitlements($0, in: scope).sorted() } ?? []
    }

    // MARK: - Commands

    /// Records a command in its place after all others.
    @discardableResult
    mutating func record(_ command: Command) -> Fact {
        let number = decision.commands.count
        let order: FactOrder
        if number < state.commandPlaces.count {
            order = state.commandPlaces[number]
        } else {
            require(.commandPlaces(number + 1))
            order = FactOrder(instant: now, sequence: Int64.max / 2 + Int64(number))
        }
        let fact: Fact
        do {
            fact = try rules.makeFact(command, scope, order)
        } catch {
            failure = failure ?? error
            fact = Fact(command: command, scope: scope, order: order, digest: .zero)
        }
        decision.commands.append(fact)
        return fact
    }

    /// Records a command about the purchase, which counts for its ownership at once.
    mutating func recordAboutPurchase(_ command: Command) {
        if let customer = command.customer { decision.newCustomers.append(customer) }
        let before = seatInvitation(of: command)
        let fact = record(command)
        purchase?.account.add(fact)
        if case .seat(let step) = command { decideSeat(step, before: before) }
    }

    /// The invitation that a command is about, as it was before.
    private func seatInvitation(of command: Command) -> SeatInvitation? {
        guard case .seat(let step) = command else { return nil }
        return change.seatRoster(asOf: now)[step.invitation]
    }

    /// Records a command for a customer, with the event of a plan conversion.
    mutating func recordForCustomer(_ command: Command) {
        let fact = record(command)
        switch command {
        case .conversion(let conversion):
            emit(
                .converted(conversion),
                customer: conversion.customer,
                at: conversion.date,
                about: conversion.upgrade?.lineage
            )
        case .merge(let merge): emit(.merged(merge), customer: merge.customer, at: fact.order.instant, about: nil)
        default: break
        }
    }

    mutating func emit(
        _ kind: DomainEvent.Kind,
        customer: CustomerID?,
        at date: Date,
        about lineage: OriginalTransactionID?,
        eachTime isSentEachTime: Bool = false
    ) {
        guard input.sendsEvents else { return }
        decision.events.append(
            DomainEvent(
                kind: kind,
                scope: scope,
                customer: customer,
                occurredDate: date,
                lineage: lineage,
                isSentEachTime: isSentEachTime
            )
        )
    }

    // MARK: - What the state answers

    private mutating func require(_ need: FulfillmentNeed) {
        // Of places and of identifiers the largest number counts.
        switch need {
        case .commandPlaces: needs.removeAll { if case .commandPlaces = $0 { true } else { false } }
        case .orderIDs: needs.removeAll { if case .orderIDs = $0 { true } else { false } }
        default: break
        }
        guard !needs.contains(need) else { return }
        needs.append(need)
    }

    /// The order as it is now, with the changes so far.
    private func current(_ order: Order) -> Order {
        decision.orders.first { $0.order.id == order.id }?.order ?? order
    }

    mutating func order(_ id: OrderID) -> Order? {
        if let changed = decision.orders.first(where: { $0.order.id == id }) { return changed.order }
        guard let known = state.orders[id] else {
            require(.order(id))
            return nil
        }
        return known
    }

    mutating func orders(withToken token: AppAccountToken) -> [Order] {
        guard let known = state.ordersWithToken[token] else {
            require(.ordersWithToken(token))
            return []
        }
        return known.map(current)
    }

    mutating func orders(withReference reference: String) -> [Order] {
        guard let known = state.ordersWithReference[reference] else {
            require(.ordersWithReference(reference))
            return []
        }
        return known.map(current)
    }

    /// The oldest order that a transaction paid.
    mutating func orderPaid(by transaction: TransactionID) -> Order? {
        guard let known = state.ordersPaid[transaction] else {
            require(.ordersPaid(by: transaction))
            return nil
        }
        let others = decision.orders.map(\.order).filter { order in !known.contains { $0.id == order.id } }
        return (known.map(current) + others).filter { $0.transaction == transaction && $0.scope == scope }
            .min { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
    }

    mutating func delivery(of transaction: TransactionID) -> Delivery? {
        if let changed = decision.deliveries.first(where: { $0.delivery.transaction == transaction }) {
            return changed.delivery
        }
        guard let known = state.deliveries[transaction] else {
            require(.delivery(transaction))
            return nil
        }
        return known
    }

    mutating func isErased(_ customer: CustomerID) -> Bool {
        guard let known = state.erasures[customer] else {
            require(.erasure(customer))
            return false
        }
        return known
    }

    /// The customer whom an identifier names: an alias names the account that the anonymous customer became.
    ///
    /// What was recorded under an alias was given to the account when the two were merged. This is for what still comes under
    /// the alias, so that it is the account's in any order of arrival.
    mutating func resolve(_ customer: CustomerID) -> CustomerID {
        guard customer.isAnonymous else { return customer }
        guard let known = state.accounts[customer] else {
            require(.account(of: customer))
            return customer
        }
        return known ?? customer
    }

    /// Takes the claimant for the account that it may be an alias of.
    mutating func resolveClaimant() {
        guard let named = input.claimant?.customer else { return }
        let customer = resolve(named)
        input.claimant?.customer = customer
    }

    mutating func predecessor(_ lineage: OriginalTransactionID) -> PurchaseState.Predecessor? {
        guard let known = state.predecessors[lineage] else {
            require(.predecessor(lineage))
            return nil
        }
        return known
    }

    mutating func successor() -> OriginalTransactionID? {
        guard let known = state.successor else {
            require(.successor)
            return nil
        }
        return known
    }

    mutating func reportedState() -> PurchaseState.Reported? {
        if state.reportedState == nil { require(.reportedState) }
        return state.reportedState
    }

    mutating func records(of customer: CustomerID) -> CustomerRecords? {
        if state.customers[customer] == nil { require(.customer(customer)) }
        return state.customers[customer]
    }

    mutating func credit(_ key: CreditKey) -> CreditHistory? {
        guard let known = state.credits[key] else {
            require(.credit(key))
            return nil
        }
        var history = known
        for posting in decision.postings {
            if posting.key == key.description, history == nil {
                history = CreditHistory(
                    customer: posting.amount == 0 ? nil : posting.customer,
                    currency: posting.currency,
                    amount: posting.amount,
                    counterpart: posting.counterpart ?? posting.reason.counterpart.description,
                    note: posting.note
                )
            } else if posting.note.credit == key.description {
                history?.corrections.append(.init(amount: posting.amount, note: posting.note))
            }
        }
        return history
    }

    /// A balance with the postings so far.
    mutating func balance(_ key: BalanceKey, afterExpiration: Bool = false) -> Int64 {
        guard let known = state.balancesAfterExpiration[key] ?? (afterExpiration ? nil : state.balances[key]) else {
            require(afterExpiration ? .balanceAfterExpiration(key) : .balance(key))
            return 0
        }
        return decision.postings.filter { $0.customer == key.customer && $0.currency == key.currency }
            .reduce(known) { ($0.addingReportingOverflow($1.amount)).partialValue }
    }

    mutating func statement(_ key: BalanceKey) -> [StatementLine] {
        guard let known = state.statements[key] else {
            require(.statement(key))
            return []
        }
        let posted = decision.postings.filter { $0.customer == key.customer && $0.currency == key.currency }
        return posted.reversed().map {
            StatementLine(amount: $0.amount, reason: $0.reason, key: $0.key, note: $0.note)
        } + known
    }

    mutating func newOrderID() -> OrderID {
        let number = decision.orders.count(where: \.isNew)
        guard number < state.orderIDs.count else {
            require(.orderIDs(number + 1))
            return OrderID(rawValue: "order-\(number)")
        }
        return state.orderIDs[number]
    }
}
