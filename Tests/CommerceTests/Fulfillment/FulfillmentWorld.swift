// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Everything that a server stores about some purchases, as values: it answers what decisions need and applies them.
struct FulfillmentWorld {
    /// The purchase that is meant when none is named.
    let key: LineageKey
    var policy = CommercePolicy.standard
    var conversion = ConversionPolicy.manual
    var sandboxFulfillsProductionOrders = false
    var reminders = ReminderPolicy()
    var canAskApple = true
    var catalog = Catalog.reader
    var now = Date.utc("2024-02-01")

    var facts: [Fact] = []
    var orders: [OrderID: Order] = [:]
    var deliveries: [TransactionID: Delivery] = [:]
    var owners: [OriginalTransactionID: CustomerID] = [:]
    var unclaimed: Set<OriginalTransactionID> = []
    var erased: Set<CustomerID> = []
    /// The accounts that anonymous customers became.
    private(set) var accounts: [CustomerID: CustomerID] = [:]
    var postings: [LedgerPosting] = []
    /// What of each balance has expired, and is not booked yet.
    var expired: Int64 = 0
    var reported: [OriginalTransactionID: PurchaseState.Reported] = [:]
    /// The purchases that Apple gave a new identifier, each with the new one.
    var successors: [OriginalTransactionID: OriginalTransactionID] = [:]
    var profiles: [Decision.ProfileChange] = []
    var entitlements: [CustomerID: [Decision.EntitlementChange.Derived]] = [:]
    var events: [DomainEvent] = []
    /// The facts and commands as they were recorded, from which everything can be recomputed.
    private(set) var log: [LoggedFact] = []
    /// When each ledger entry was booked, by its key.
    private(set) var postedDates: [String: Date] = [:]
    /// What decisions asked for, in each round.
    private(set) var rounds: [[FulfillmentNeed]] = []
    private var numbering = CommandNumbering()
    private var createdOrders = 0
    /// Where the facts of purchases are split at random, and the older ones folded; nothing when all are read one by one.
    var folding: SeededGenerator?

    init(_ lineage: OriginalTransactionID = "1", scope: AppScope = .app) {
        key = LineageKey(scope: scope, lineage: lineage)
    }

    /// An order that an app created before the payment.
    mutating func order(
        _ id: OrderID,
        _ product: ProductID,
        by customer: CustomerID = "anna",
        token: AppAccountToken?,
        quantity: Int = 1,
        isProven: Bool = true,
        device: DeviceID? = nil,
        customPrice: OrderedCustomPrice? = nil,
        environment: Environment? = nil,
        created: Date = .utc("2024-01-01")
    ) {
        let details = OrderDetails(
            origin: .app,
            device: device,
            customPrice: customPrice,
            isProven: isProven ? true : nil
        )
        let order = Order(
            id: id,
            scope: AppScope(bundleID: key.scope.bundleID, environment: environment ?? key.scope.environment),
            customer: customer,
            product: product,
            quantity: quantity,
            token: token,
            storedState: OrderState.created.rawValue,
            isOpen: true,
            createdDate: created,
            expiresDate: created.addingTimeInterval(86_400),
            updatedDate: created,
            details: details
        )
        orders[id] = order
        let step = OrderStep(order: id, customer: customer, action: .created(order.terms))
        // Only an order with a device counts for the entitlements.
        let place = device == nil ? FactOrder(instant: created, sequence: 0) : numbering.next(at: created)
        let fact = Fact(command: .order(step), scope: order.scope, order: place, digest: .of("\(id) \(place)"))
        append(fact, by: "app", at: created)
        if device != nil { facts.append(fact) }
    }

    private mutating func append(_ fact: Fact, by source: String, at date: Date) {
        log.append(LoggedFact(number: Int64(log.count + 1), fact: fact, receivedDate: date, source: source))
    }

    /// Takes new facts of one purchase, and applies what is decided.
    @discardableResult
    mutating func process(_ new: [Fact], _ input: FulfillmentInput) -> Decision {
        let lineage = new.compactMap(\.lineage).first ?? key.lineage
        return process(new, input, about: LineageKey(scope: key.scope, lineage: lineage))
    }

    /// The same about a purchase that is named.
    @discardableResult
    mutating func process(_ new: [Fact], _ input: FulfillmentInput, about key: LineageKey) -> Decision {
        var change = change(of: key, comparing: new)
        for fact in new
        where !facts.contains(where: { $0.digest == fact.digest }) && !change.isKnown(fact, isPolled: false) {
            change.add(fact)
            facts.append(fact)
            append(fact, by: input.actor, at: now)
        }
        let decision = decide(PurchaseState(scope: key.scope, change: change), by: input.actor) {
            Fulfillment.decide($0, input, $1)
        }
        for next in decision.followUps where owners[next.lineage] == nil {
            var rest = input
            rest.commands = []
            rest.isFollowUp = true
            _ = process([], rest, about: next)
        }
        return decision
    }

    /// What is known of a purchase, some of it folded where that is wanted.
    private mutating func change(of key: LineageKey, comparing new: [Fact]) -> LineageChange {
        let known = facts.filter { $0.lineage == key.lineage }.sorted { $0.order < $1.order }
        if var generator = folding, !known.isEmpty {
            let cut = Int.random(in: 1...known.count, using: &generator)
            folding = generator
            let folded = FoldedFacts(key, after: nil, adding: known.prefix(cut))
            let rest = Array(folded == nil ? known[...] : known.suffix(from: cut))
            let change = LineageChange(key: key, folded: folded, known: rest, policy: policy)
            if !new.contains(where: { change.needsEveryFact(for: $0, isPolled: false) }) { return change }
        }
        return LineageChange(key: key, known: known, policy: policy)
    }

    /// Erases a customer, who thereby releases the purchases.
    mutating func erase(_ customer: CustomerID) {
        erased.insert(customer)
        for lineage in owners.filter({ $0.value == customer }).keys.sorted() {
            let release = Command.release(Release(lineage: lineage, customer: customer))
            _ = process([], .command([release]), about: LineageKey(scope: key.scope, lineage: lineage))
        }
    }

    /// Merges an anonymous customer with an account, as the server does: what was recorded names the account.
    mutating func merge(_ alias: CustomerID, into customer: CustomerID) {
        guard accounts[alias] == nil else { return }
        accounts[alias] = customer
        let named = facts.compactMap { $0.customer == alias ? $0.lineage : nil }
        let lineages = Set(owners.filter { $0.value == alias }.keys).union(named)
        facts = facts.map { $0.renaming(alias, to: customer) }
        log = log.map { record in
            var record = record
            record.fact = record.fact.renaming(alias, to: customer)
            return record
        }
        for id in orders.keys where orders[id]?.customer == alias { orders[id]?.customer = customer }
        for id in deliveries.keys where deliveries[id]?.customer == alias { deliveries[id]?.customer = customer }
        for index in postings.indices where postings[index].customer == alias { postings[index].customer = customer }
        for lineage in owners.keys where owners[lineage] == alias { owners[lineage] = customer }
        entitlements[alias] = nil
        perform([.merge(CustomerMerge(alias: alias, customer: customer))], for: customer)
        for lineage in lineages.sorted() {
            _ = process([], .command(), about: LineageKey(scope: key.scope, lineage: lineage))
        }
    }

    /// Applies what an app states about an order, or time does to it.
    @discardableResult
    mutating func change(_ id: OrderID, _ statement: Fulfillment.OrderInput) -> Decision {
        guard let order = orders[id] else { fatalError("Unknown order: '\(id)'.") }
        return decide(PurchaseState(scope: key.scope), by: "app") {
            Fulfillment.decide(order, statement, $0, .command(by: "app"), $1)
        }
    }

    /// Applies commands for a customer.
    @discardableResult
    mutating func perform(_ commands: [Command], for customer: CustomerID = "anna") -> Decision {
        decide(PurchaseState(scope: key.scope), by: "administrator") {
            Fulfillment.decide(customers: [customer], $0, .command(commands), $1)
        }
    }

    /// Books what deliveries should have credited and did not.
    @discardableResult
    mutating func creditMissing() -> Decision {
        let change = LineageChange(key: key, known: facts.filter { $0.lineage == key.lineage }, policy: policy)
        return decide(PurchaseState(scope: key.scope, change: change), by: "administrator") {
            Fulfillment.decideMissingCredits($0, $1)
        }
    }

    /// Spends units of a virtual currency.
    mutating func spend(_ amount: Int64, from balance: BalanceKey) {
        postedDates["spent \(postings.count)"] = now
        postings.append(
            LedgerPosting(
                key: "spent \(postings.count)",
                customer: balance.customer,
                currency: balance.currency,
                amount: -amount,
                reason: .spend,
                note: CreditStatement(transaction: nil)
            )
        )
    }

    private mutating func decide(
        _ start: PurchaseState,
        by actor: String,
        _ decide: (PurchaseState, FulfillmentRules) -> Fulfillment.Ruling
    ) -> Decision {
        var state = start
        let rules = rules(at: now)
        while true {
            switch decide(state, rules) {
            case .decided(let decision):
                for command in decision.commands { append(command, by: actor, at: now) }
                apply(decision, start.change?.key)
                return decision
            case .needs(let needs):
                rounds.append(needs)
                for need in needs { answer(need, &state) }
            case .failed(let error): fatalError("\(error)")
            }
        }
    }

    /// The rules in force.
    func rules(at now: Date) -> FulfillmentRules {
        FulfillmentRules(
            policy: policy,
            catalog: catalog,
            sandboxFulfillsProductionOrders: sandboxFulfillsProductionOrders,
            conversion: conversion,
            reminders: reminders,
            canAskApple: canAskApple,
            now: now,
            makeFact: {
                Fact(command: $0, scope: $1, order: $2, digest: .of("\($1) \($0) \($2.sequence ?? 0)"))
            }
        )
    }

    private mutating func answer(_ need: FulfillmentNeed, _ state: inout PurchaseState) {
        let sorted = orders.values.sorted { ($0.createdDate, $0.id) < ($1.createdDate, $1.id) }
        switch need {
        case .order(let id): state.orders[id] = .some(orders[id])
        case .ordersWithToken(let token): state.ordersWithToken[token] = sorted.filter { $0.token == token }
        case .ordersWithReference(let text): state.ordersWithReference[text] = sorted.filter { $0.reference == text }
        case .ordersPaid(let id): state.ordersPaid[id] = sorted.filter { $0.transaction == id }
        case .delivery(let id): state.deliveries[id] = .some(deliveries[id])
        case .erasure(let customer): state.erasures[customer] = erased.contains(customer)
        case .account(let customer): state.accounts[customer] = .some(accounts[customer])
        case .predecessor(let lineage): state.predecessors[lineage] = .some(predecessor(lineage))
        case .successor: state.successor = .some(state.change.flatMap { successors[$0.lineage] })
        case .reportedState:
            let known = state.change.flatMap { reported[$0.lineage] }
            state.reportedState = known ?? PurchaseState.Reported(state: nil, dueDate: nil)
        case .customer(let customer): state.customers[customer] = records(of: customer, state.change?.key)
        case .credit(let key): state.credits[key] = .some(credit(key))
        case .balance(let key): state.balances[key] = balance(key)
        case .balanceAfterExpiration(let key): state.balancesAfterExpiration[key] = balance(key) - expired
        case .statement(let key):
            state.statements[key] = postings.reversed()
                .filter { $0.customer == key.customer && $0.currency == key.currency }
                .map { StatementLine(amount: $0.amount, reason: $0.reason, key: $0.key, note: $0.note) }
        case .commandPlaces(let count):
            while state.commandPlaces.count < count { state.commandPlaces.append(numbering.next(at: now)) }
        case .orderIDs(let count):
            while state.orderIDs.count < count {
                createdOrders += 1
                state.orderIDs.append(OrderID(rawValue: "own-\(createdOrders)"))
            }
        }
    }

    private func predecessor(_ lineage: OriginalTransactionID) -> PurchaseState.Predecessor? {
        guard let customer = owners[lineage] else { return nil }
        let known = facts.filter { $0.lineage == lineage }
        let change = LineageChange(key: LineageKey(scope: key.scope, lineage: lineage), known: known, policy: policy)
        return PurchaseState.Predecessor(customer: customer, isProven: change.ownershipBefore.isProven(customer))
    }

    private func records(of customer: CustomerID, _ except: LineageKey?) -> CustomerRecords {
        let own = facts.filter { $0.customer == customer && ($0.lineage == nil || $0.lineage != except?.lineage) }
        var account = CustomerAccount(customer: customer, catalogs: [catalog], facts: own, policy: policy)
        account.present = now
        var lineages = Set(facts.filter { $0.customer == customer }.compactMap(\.lineage))
        lineages.formUnion(owners.filter { $0.value == customer }.keys)
        for fact in facts where fact.lineage.map({ lineages.contains($0) && $0 != except?.lineage }) ?? false {
            account.add(fact)
        }
        return CustomerRecords(
            account: account,
            lineages: lineages,
            entitlements: (entitlements[customer] ?? []).map {
                .init(scope: key.scope, cached: $0.cached, reminderDate: $0.reminderDate)
            },
            tokenMismatches: profiles.count { $0 == .tokenMismatch(customer) },
            quantityMismatches: profiles.count { $0 == .quantityMismatch(customer) },
            reportedSignals: profiles.flatMap { change -> [String] in
                guard case .reportedSignals(customer, let signals) = change else { return [] }
                return signals
            }
        )
    }

    private func credit(_ key: CreditKey) -> CreditHistory? {
        guard let first = postings.first(where: { $0.key == key.description }) else { return nil }
        return CreditHistory(
            customer: first.amount == 0 ? nil : first.customer,
            currency: first.currency,
            amount: first.amount,
            counterpart: nil,
            note: first.note,
            corrections: postings.filter { $0.note.credit == key.description }.map {
                .init(amount: $0.amount, note: $0.note)
            }
        )
    }

    func balance(_ key: BalanceKey) -> Int64 {
        postings.filter { $0.customer == key.customer && $0.currency == key.currency }.reduce(0) { $0 + $1.amount }
    }

    private mutating func apply(_ decision: Decision, _ key: LineageKey?) {
        facts += decision.commands
        if let lineage = key?.lineage { applyPurchase(decision, lineage) }
        profiles += decision.profiles
        for change in decision.orders { orders[change.order.id] = change.order }
        for change in decision.deliveries { deliveries[change.delivery.transaction] = change.delivery }
        postings += decision.postings
        for posting in decision.postings { postedDates[posting.key] = now }
        for change in decision.entitlements { entitlements[change.customer] = change.entitlements }
        for event in decision.events {
            let isKnown = events.contains { "\($0.causes)" == "\(event.causes)" && $0.name == event.name }
            if event.isSentEachTime || !isKnown { events.append(event) }
        }
    }

    private mutating func applyPurchase(_ decision: Decision, _ lineage: OriginalTransactionID) {
        if let owner = decision.owner { owners[lineage] = owner }
        for predecessor in decision.predecessors { successors[predecessor] = lineage }
        switch decision.unclaimed {
        case .list: unclaimed.insert(lineage)
        case .remove: unclaimed.remove(lineage)
        case nil: break
        }
        if let state = decision.reportedState { reported[lineage] = state }
    }

    // MARK: - What tests look at

    var owner: CustomerID? { owners[key.lineage] }

    var isListedAsUnclaimed: Bool { unclaimed.contains(key.lineage) }

    /// The orders that were paid, with their state, in the order of their transactions.
    var paidOrders: [String] {
        orders.values.filter { $0.transaction != nil }
            .sorted { ($0.transaction?.rawValue ?? "") < ($1.transaction?.rawValue ?? "") }
            .map { "\($0.transaction?.rawValue ?? ""): \($0.details.origin) \($0.product) \($0.storedState)" }
    }

    /// The names of the events, each with how often it was sent.
    var eventNames: [String] { events.map(\.name) }

    /// The active entitlements of a customer.
    func active(_ customer: CustomerID = "anna") -> [String] {
        (entitlements[customer] ?? []).filter(\.cached.answer.isActive).map(\.cached.answer.entitlement.rawValue)
    }
}
