// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Decides and applies within one transaction of the database: the only way by which an order, a delivery, a balance of
/// a purchase, an entitlement or one of their events changes.
///
/// It loads what a decision depends on, lets ``Fulfillment`` decide, and applies the decision. It has no rules of its
/// own.
struct FulfillmentSession {
    let writer: any DatabaseWriter
    let context: IntakeContext

    /// Starts a session that uses the catalog as it is stored, whatever the instance has cached.
    init(writer: any DatabaseWriter, context: IntakeContext) throws {
        self.writer = writer
        self.context = try context.current(in: writer)
    }

    var now: Date { context.now }

    /// Everything known of a purchase, with no new fact.
    func change(of key: LineageKey) throws -> LineageChange {
        try writer.requireLocks([.purchase(key)])
        let purchase = try writer.purchaseFacts(of: key.lineage, in: key.scope)
        try writer.foldOldest(of: key, purchase)
        return LineageChange(key: key, purchase, policy: context.policy)
    }

    /// The same for new facts that may repeat some of the oldest ones, which a decision mostly knows as what they come to.
    func change(of key: LineageKey, comparing facts: [Fact], isPolled: Bool) throws -> LineageChange {
        let change = try change(of: key)
        guard facts.contains(where: { change.needsEveryFact(for: $0, isPolled: isPolled) }) else { return change }
        let known = try writer.lifeFacts(of: key.lineage, in: key.scope).map(\.fact)
        return LineageChange(key: key, known: known, policy: context.policy)
    }

    /// Decides about a purchase and applies the decision, and so for each purchase that follows from it.
    @discardableResult
    func fulfill(_ change: LineageChange, _ input: FulfillmentInput) throws -> Decision {
        let loader = StateLoader(writer: writer, context: context, scope: change.scope, except: change.key)
        var state = PurchaseState(scope: change.scope, change: change)
        try loader.preload(&state, input)
        let decision = try decide(&state, loader) { Fulfillment.decide($0, input, $1) }
        try apply(decision, state, loader, actor: input.actor)
        for key in decision.followUps {
            let next = try self.change(of: key)
            guard next.ownershipBefore.owners.isEmpty, !next.after.isEmpty else { continue }
            var rest = input
            rest.commands = []
            rest.isFollowUp = true
            try fulfill(next, rest)
        }
        return decision
    }

    /// Decides about customers alone and applies the decision.
    @discardableResult
    func updateEntitlements(
        of customers: [CustomerID],
        in scope: AppScope,
        _ input: FulfillmentInput
    ) throws -> Decision {
        let loader = StateLoader(writer: writer, context: context, scope: scope, except: nil)
        var state = PurchaseState(scope: scope)
        for customer in customers { try loader.answer(.customer(customer), in: &state) }
        if !input.commands.isEmpty { try loader.answer(.commandPlaces(input.commands.count), in: &state) }
        let decision = try decide(&state, loader) { Fulfillment.decide(customers: customers, $0, input, $1) }
        try apply(decision, state, loader, actor: input.actor)
        return decision
    }

    /// Derives again what each of a customer's purchases means, as when a product gives access that gave none.
    func followRules(for customer: CustomerID, in scope: AppScope) throws {
        let account = try account(of: customer, in: scope)
        for key in account.lineageKeys where key.scope == scope {
            try writer.replaceCustomerPurchases(
                of: key,
                stored: writer.customerPurchases(of: key),
                with: CustomerPurchase.all(of: key, in: account, context.catalog.indexed)
            )
        }
    }

    /// Credits what deliveries of a purchase should have credited and did not.
    func creditMissing(of key: LineageKey) throws {
        let loader = StateLoader(writer: writer, context: context, scope: key.scope, except: key)
        var state = PurchaseState(scope: key.scope, change: try change(of: key))
        let decision = try decide(&state, loader) { Fulfillment.decideMissingCredits($0, $1) }
        try apply(decision, state, loader, actor: "administrator")
    }

    /// How often a decision may be tried.
    ///
    /// Each round answers all that the one before asked for, and no rule has as many stages. Tests lower it, to show that
    /// what is loaded ahead is enough.
    @TaskLocal static var maximumRounds = 20

    private func decide(
        _ state: inout PurchaseState,
        _ loader: StateLoader,
        _ decide: (PurchaseState, FulfillmentRules) -> Fulfillment.Ruling
    ) throws -> Decision {
        let rules = context.fulfillmentRules
        for _ in 0..<context.maximumRounds {
            switch decide(state, rules) {
            case .decided(let decision): return decision
            case .needs(let needs):
                for need in needs { try loader.answer(need, in: &state) }
            case .failed(let error): throw error
            }
        }
        throw ServiceProblem(.internalError, "A decision needs more data than it can load.")
    }

    private func apply(_ decision: Decision, _ state: PurchaseState, _ loader: StateLoader, actor: String) throws {
        try DecisionWriter(
            writer: writer,
            scope: state.scope,
            lineage: state.change?.lineage,
            storedPurchases: try decision.customerPurchases.map { _ in try loader.customerPurchases() } ?? [],
            endpoints: context.endpoints,
            storedEntitlements: loader.rows.entitlements,
            storedCustomers: loader.rows.customers.compactMapValues { $0?.events },
            orderedTokens: Set(state.ordersWithToken.filter { !$0.value.isEmpty }.keys),
            actor: actor,
            now: now
        )
        .apply(decision)
    }

    /// Everything known of a customer in an app and environment.
    func account(of customer: CustomerID, in scope: AppScope) throws -> CustomerAccount {
        try writer.requireLocks([.customer(customer)])
        return try writer.account(of: customer, in: scope, catalog: context.catalog, policy: context.policy, now: now)
    }

    /// Creates an order before its payment.
    func create(
        _ id: OrderID,
        _ terms: OrderStep.Terms,
        for customer: CustomerID,
        in scope: AppScope,
        by actor: String
    ) throws -> Order {
        let loader = StateLoader(writer: writer, context: context, scope: scope, except: nil)
        var state = PurchaseState(scope: scope)
        state.orderIDs = [id]
        let input = FulfillmentInput(.command, actor: actor)
        let decision = try decide(&state, loader) { Fulfillment.create(terms, for: customer, $0, input, $1) }
        try apply(decision, state, loader, actor: actor)
        guard let order = decision.orders.first?.order else {
            throw ServiceProblem(.internalError, "The creation of an order created none.")
        }
        return order
    }

    /// Decides about an order alone and applies the decision.
    ///
    /// - Returns: The order afterward.
    @discardableResult
    func change(_ order: Order, _ statement: Fulfillment.OrderInput, by actor: String) throws -> Order {
        let loader = StateLoader(writer: writer, context: context, scope: order.scope, except: nil)
        var state = PurchaseState(scope: order.scope)
        let input = FulfillmentInput(.command, actor: actor)
        let decision = try decide(&state, loader) { Fulfillment.decide(order, statement, $0, input, $1) }
        try apply(decision, state, loader, actor: actor)
        return decision.orders.first?.order ?? order
    }

    /// Sends an event that no decision emits: what a route or a job itself reports.
    func send(_ event: ServerEvent?) throws {
        guard let event else { return }
        try writer.enqueueDeliveries(event, endpoints: context.endpoints, now: now)
    }
}

extension IntakeContext {
    /// The rules under which decisions are made.
    var fulfillmentRules: FulfillmentRules {
        FulfillmentRules(
            policy: policy,
            catalog: self.catalog.rules,
            indexed: self.catalog.indexed,
            acceptsXcodeTransactions: app.acceptsXcodeTransactions,
            sandboxFulfillsProductionOrders: app.sandboxFulfillsProductionOrders,
            conversion: app.conversion,
            reminders: app.reminders,
            canAskApple: app.canAskApple,
            now: now,
            makeFact: { try Fact(command: $0, scope: $1, order: $2) }
        )
    }
}
