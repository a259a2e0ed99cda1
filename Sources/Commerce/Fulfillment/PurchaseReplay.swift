// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// A fact of the log, with what was recorded of its arrival.
package struct LoggedFact: Hashable, Sendable {
    /// Its number: within one purchase, facts and commands have them in the order in which they were recorded.
    package var number: Int64
    /// The fact.
    package var fact: Fact
    /// When it was recorded.
    package var receivedDate: Date
    /// The source of a document, or the actor of a command.
    package var source: String

    /// Creates a fact of the log.
    package init(number: Int64, fact: Fact, receivedDate: Date, source: String) {
        self.number = number
        self.fact = fact
        self.receivedDate = receivedDate
        self.source = source
    }

    /// The step of an order that it records.
    package var orderStep: OrderStep? {
        guard case .command(.order(let step)) = fact.content else { return nil }
        return step
    }

    /// Whether it is a command about the ownership of the purchase.
    fileprivate var isAboutOwnership: Bool {
        guard case .command(let command) = fact.content else { return false }
        return command.lineage != nil
    }

    fileprivate var isNotification: Bool { fact.kind == .notification }
}

/// Recomputes what was decided about one purchase, from nothing but its facts and the commands of the log.
///
/// It repeats the decisions one after another, as they were recorded, with the same rules in a state of its own. What
/// the log does not record it does not know: an order, a delivery or a credit that has no cause in the log is not part
/// of the result.
package struct PurchaseReplay {
    /// The rules in force when a fact was recorded.
    package typealias RulesInForce = (LoggedFact) -> FulfillmentRules

    /// The ledger entries of a customer's balance before an instant, the newest first.
    ///
    /// The keys are those of the credits that are recomputed already: an entry of the purchase with another key, and
    /// what is newer, does not count yet.
    package typealias LedgerLines = (BalanceKey, _ now: Date, _ posted: Set<String>) throws -> [StatementLine]

    /// The orders that the purchase pays or paid, and those that wait for its token.
    package private(set) var orders: [OrderID: Order] = [:]
    /// The deliveries of the purchase's transactions.
    package private(set) var deliveries: [TransactionID: Delivery] = [:]
    /// The postings for the purchase, in their order.
    package private(set) var postings: [LedgerPosting] = []
    /// The purchase with all of its facts.
    package private(set) var change: LineageChange
    /// The orders that a decision about the purchase created or changed.
    package private(set) var decidedOrders: Set<OrderID> = []
    /// Each change of an order, with the fact or command that was recorded last before it.
    package private(set) var history: [OrderMoment] = []

    /// A state that an order reached.
    package struct OrderMoment: Hashable, Sendable {
        /// The order afterward.
        package var order: Order
        /// The facts and commands that the decision rests on.
        package var causes: [LoggedFact]
    }

    private let rulesInForce: RulesInForce
    private let ledgerLines: LedgerLines
    private let transactions: Set<TransactionID>
    private var postedKeys: Set<String> = []

    /// Recomputes a purchase.
    ///
    /// - Parameters:
    ///   - key: The purchase.
    ///   - log: The facts of the purchase, and the steps of orders that may belong to it, in any order.
    ///   - policy: The policy that the histories are derived under.
    ///   - rules: The rules in force when a fact was recorded.
    ///   - ledger: The ledger entries that balances consisted of.
    /// - Throws: What `ledger` throws, or the failure of a decision.
    package init(
        _ key: LineageKey,
        log: [LoggedFact],
        policy: CommercePolicy,
        rules: @escaping RulesInForce,
        ledger: @escaping LedgerLines
    ) throws {
        let facts = log.map(\.fact).filter { $0.lineage == key.lineage && $0.scope == key.scope }
        let whole = LineageChange(key: key, known: facts, policy: policy)
        transactions = Set(whole.after.transactions.map(\.transaction.id))
        change = LineageChange(key: key, known: [], policy: policy)
        rulesInForce = rules
        ledgerLines = ledger
        let foreign = foreignOrders(log)
        var group: [LoggedFact] = []
        for record in log.sorted(on: \.number) {
            if let step = record.orderStep, isStatement(step) || foreign.contains(step.order) {
                try decide(group)
                group = []
                try apply(step, record, isForeign: foreign.contains(step.order))
            } else if group.isEmpty || Self.isOfOneDecision(group, record) {
                group.append(record)
            } else {
                try decide(group)
                group = [record]
            }
        }
        try decide(group)
    }

    /// Whether a record belongs to the decision of the records before it: documents first, then claims, then order
    /// steps.
    private static func isOfOneDecision(_ group: [LoggedFact], _ next: LoggedFact) -> Bool {
        guard let last = group.last, last.receivedDate == next.receivedDate, last.source == next.source else {
            return false
        }
        if next.orderStep != nil { return true }
        // Each statement of the team's is decided about alone.
        guard next.fact.kind != .storeStatement else { return false }
        guard last.orderStep == nil else { return false }
        if next.isAboutOwnership { return true }
        return !last.isAboutOwnership && !(next.isNotification && group.contains(where: \.isNotification))
    }

    /// The orders that another purchase pays.
    private func foreignOrders(_ log: [LoggedFact]) -> Set<OrderID> {
        var payers: [OrderID: Bool] = [:]
        for record in log {
            guard let step = record.orderStep, case .paid(let transaction) = step.action else { continue }
            let isOwn = record.fact.scope == change.scope && transactions.contains(transaction)
            payers[step.order] = isOwn || payers[step.order] ?? false
        }
        return Set(payers.filter { !$0.value }.keys)
    }

    // MARK: - Statements about orders

    /// Whether an app stated it, in a decision of its own: the creation before the payment, the end or the failure.
    private func isStatement(_ step: OrderStep) -> Bool {
        switch step.action {
        case .created(let terms): terms.appAccountToken != nil && orders[step.order] == nil
        case .finished, .failed: true
        default: false
        }
    }

    private mutating func apply(_ step: OrderStep, _ record: LoggedFact, isForeign: Bool) throws {
        let now = record.receivedDate
        if case .created(let terms) = step.action, orders[step.order] == nil {
            let order = Order(step.order, terms, of: step.customer, in: record.fact.scope, at: now)
            orders[step.order] = order
            history.append(OrderMoment(order: order, causes: [record]))
            return
        }
        guard var order = orders[step.order] else { return }
        switch step.action {
        case .finished: try state(.finish, of: order, record)
        case .failed(let code, let text): try state(.fail(code: code, text: text), of: order, record)
        case .paid(let transaction) where isForeign:
            order.transaction = transaction
            order.scope = record.fact.scope
            order.move(to: .paid, at: now)
            orders[step.order] = order
        case .delivered where isForeign:
            order.move(to: .delivered, at: now)
            orders[step.order] = order
        default: break
        }
    }

    private mutating func state(_ statement: Fulfillment.OrderInput, of order: Order, _ record: LoggedFact) throws {
        var state = PurchaseState(scope: order.scope)
        state.commandPlaces = [record.fact.order]
        let input = FulfillmentInput(.command, actor: record.source)
        switch Fulfillment.decide(order, statement, state, input, rulesInForce(record)) {
        case .decided(let decision): apply(decision, causes: [record])
        case .needs: break
        case .failed(let error): throw error
        }
    }

    // MARK: - Decisions about the purchase

    private mutating func decide(_ group: [LoggedFact]) throws {
        guard let first = group.first else { return }
        var change = change
        for record in group where record.fact.kind != .command && !record.isNotification { change.add(record.fact) }
        let commands = group.filter(\.isAboutOwnership)
        let steps = group.compactMap(\.orderStep)
        let places = group.filter { $0.fact.kind == .command }.map(\.fact.order)
        var state = PurchaseState(scope: change.scope, change: change)
        state.commandPlaces = places
        state.orderIDs = created(in: steps)
        state.reportedState = PurchaseState.Reported(state: nil, dueDate: nil)
        state.successor = .some(nil)
        let rules = rulesInForce(first)
        let input = input(first, commands, steps, change)
        let isMissingCredit = steps.contains { $0.action == .credited }
        let decision = try decide(&state, rules) { state in
            isMissingCredit
                ? Fulfillment.decideMissingCredits(state, rules) : Fulfillment.decide(state, input, rules)
        }
        apply(decision, causes: group)
        decidedOrders.formUnion(decision.orders.map(\.order.id))
        change.advance(adding: commands.map(\.fact))
        self.change = change
    }

    private func input(
        _ first: LoggedFact,
        _ commands: [LoggedFact],
        _ steps: [OrderStep],
        _ change: LineageChange
    ) -> FulfillmentInput {
        let cause: FulfillmentInput.Cause
        if let source = IntakeSource(rawValue: first.source) {
            cause = .documents(source)
        } else {
            cause = first.source == FulfillmentInput.recheck().actor ? .recheck : .command
        }
        var input = FulfillmentInput(cause, actor: first.source, sendsEvents: false)
        input.commands = commands.compactMap { record in
            guard case .command(let command) = record.fact.content else { return nil }
            return command
        }
        // Whatever was recorded had an effect.
        input.isFollowUp = true
        (input.named, input.order) = shown(steps, change)
        return input
    }

    /// The transaction that the app showed, and the order that it named with it, as far as that had an effect.
    private func shown(_ steps: [OrderStep], _ change: LineageChange) -> (TransactionID?, OrderID?) {
        var copied: [OrderID: OrderID] = [:]
        var shown: (TransactionID?, OrderID?) = (nil, nil)
        for step in steps {
            switch step.action {
            case .created(let terms): copied[step.order] = terms.copiedOrder
            case .paid(let transaction):
                if let order = copied[step.order] { return (transaction, order) }
                guard let order = orders[step.order] else { continue }
                let token = change.after.record(of: transaction)?.transaction.appAccountToken
                if order.token != nil, order.token != token { return (transaction, step.order) }
                shown = (transaction, step.order)
            case .delivered where shown.0 == nil: shown.0 = orders[step.order]?.transaction
            default: continue
            }
        }
        return shown
    }

    /// The orders that the decision created, as they were named.
    private func created(in steps: [OrderStep]) -> [OrderID] {
        steps.compactMap { step in
            guard case .created = step.action, orders[step.order] == nil else { return nil }
            return step.order
        }
    }

    /// What the deliveries should have credited, and did not, under rules of today: a credit was configured after the
    /// sale.
    ///
    /// - Throws: What the ledger throws, or the failure of the decision.
    package func missingCredits(_ rules: FulfillmentRules) throws -> [LedgerPosting] {
        var state = PurchaseState(scope: change.scope, change: change)
        return try decide(&state, rules) { Fulfillment.decideMissingCredits($0, rules) }.postings
    }

    /// What brings stored orders and deliveries in line with those that were recomputed.
    ///
    /// - Parameters:
    ///   - storedOrders: The orders as they are stored.
    ///   - storedDeliveries: The deliveries as they are stored.
    /// - Returns: The orders and deliveries that differ.
    package func restoration(
        of storedOrders: [OrderID: Order],
        _ storedDeliveries: [TransactionID: Delivery]
    ) -> Decision {
        var decision = Decision()
        for id in decidedOrders.sorted() {
            guard var order = orders[id] else { continue }
            let stored = storedOrders[id]
            // The log does not have why a purchase did not pay an order.
            if let stored { order.details = stored.details }
            guard order != stored else { continue }
            let step = Decision.OrderChange.Step(
                state: order.storedState,
                evidence: nil,
                note: "restored from the facts"
            )
            decision.orders.append(Decision.OrderChange(order: order, isNew: stored == nil, steps: [step]))
        }
        for (id, delivery) in deliveries.sorted(on: { $0.key }) where storedDeliveries[id] != delivery {
            let isNew = storedDeliveries[id] == nil
            decision.deliveries.append(Decision.DeliveryChange(delivery: delivery, isNew: isNew))
        }
        return decision
    }

    private func decide(
        _ state: inout PurchaseState,
        _ rules: FulfillmentRules,
        _ decide: (PurchaseState) -> Fulfillment.Ruling
    ) throws -> Decision {
        // Each round answers all that it asked for, and no rule has as many stages.
        for _ in 0..<20 {
            switch decide(state) {
            case .decided(let decision): return decision
            case .needs(let needs): for need in needs { try answer(need, rules, &state) }
            case .failed(let error): throw error
            }
        }
        return Decision()
    }

    private mutating func apply(_ decision: Decision, causes: [LoggedFact]) {
        for change in decision.orders {
            orders[change.order.id] = change.order
            history.append(OrderMoment(order: change.order, causes: causes))
        }
        for change in decision.deliveries { deliveries[change.delivery.transaction] = change.delivery }
        postings += decision.postings
        postedKeys.formUnion(decision.postings.map(\.key))
    }

    // MARK: - What the state answers

    private func answer(_ need: FulfillmentNeed, _ rules: FulfillmentRules, _ state: inout PurchaseState) throws {
        let sorted = orders.values.sorted(on: \.createdDate, \.id)
        switch need {
        case .order(let id): state.orders[id] = .some(orders[id])
        case .ordersWithToken(let token): state.ordersWithToken[token] = sorted.filter { $0.token == token }
        case .ordersWithReference(let reference): state.ordersWithReference[reference] = []
        case .ordersPaid(let id):
            state.ordersPaid[id] = sorted.filter { $0.transaction == id && $0.scope == change.scope }
        case .delivery(let id): state.deliveries[id] = .some(deliveries[id])
        // The claims of payers are commands of the log.
        case .erasure(let customer): state.erasures[customer] = true
        // The log names accounts, not their aliases.
        case .account(let customer): state.accounts[customer] = .some(nil)
        case .predecessor(let lineage): state.predecessors[lineage] = .some(nil)
        case .successor: state.successor = .some(nil)
        case .reportedState: state.reportedState = PurchaseState.Reported(state: nil, dueDate: nil)
        case .customer(let customer):
            let account = CustomerAccount(customer: customer, catalogs: [], policy: rules.policy)
            state.customers[customer] = CustomerRecords(account: account)
        case .credit(let key): state.credits[key] = .some(credit(key))
        case .balance(let key), .balanceAfterExpiration(let key):
            let lines = try ledgerLines(key, rules.now, postedKeys)
            let balance = lines.reduce(Int64(0)) { (BoundedSum($0) + BoundedSum($1.amount)).value }
            if case .balance = need {
                state.balances[key] = balance
            } else {
                state.balancesAfterExpiration[key] = balance
            }
        case .statement(let key): state.statements[key] = try ledgerLines(key, rules.now, postedKeys)
        case .commandPlaces(let count):
            while state.commandPlaces.count < count {
                let last = state.commandPlaces.last?.sequence ?? 0
                state.commandPlaces.append(FactOrder(instant: rules.now, sequence: last + 1))
            }
        case .orderIDs(let count):
            while state.orderIDs.count < count { state.orderIDs.append("unrecorded") }
        }
    }

    private func credit(_ key: CreditKey) -> CreditHistory? {
        guard let first = postings.first(where: { $0.key == key.description }) else { return nil }
        return CreditHistory(
            customer: first.amount == 0 ? nil : first.customer,
            currency: first.currency,
            amount: first.amount,
            counterpart: first.counterpart ?? first.reason.counterpart.description,
            note: first.note,
            corrections: postings.filter { $0.note.credit == key.description }.map {
                .init(amount: $0.amount, note: $0.note)
            }
        )
    }
}
