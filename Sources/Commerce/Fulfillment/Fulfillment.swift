// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The rules of fulfillment: who owns a purchase, which order it pays, what is delivered, credited and revoked, and which events
/// follow.
///
/// Deciding is a function of values. It reads no database and no clock, and writes nothing: one writer applies the decision.
package enum Fulfillment {
    /// What deciding comes to.
    package enum Ruling: Sendable {
        /// The decision.
        case decided(Decision)
        /// The state lacks these, each once and in the order in which the rules met them; answer them and decide again.
        case needs([FulfillmentNeed])
        /// A command could not be made a fact.
        case failed(any Error)
    }

    /// Decides what an input changes about a purchase.
    ///
    /// - Parameters:
    ///   - state: Everything known of the purchase, with its new facts.
    ///   - input: What happened.
    ///   - rules: The policies, the catalog and the instant.
    /// - Returns: The decision, or what it still depends on.
    package static func decide(_ state: PurchaseState, _ input: FulfillmentInput, _ rules: FulfillmentRules) -> Ruling {
        guard let change = state.change else { return .decided(Decision()) }
        var decider = Decider(state, change, input, rules)
        decider.resolveClaimant()
        guard decider.isAffected else {
            // A backfill reports the owners of what it did not change, too.
            let owners = change.ownershipBefore.owners
            decider.decision.ownership = OwnershipChange(owners: owners, previousOwners: owners)
            return decider.ruling
        }
        if decider.needs.isEmpty, let rejected = decider.rejectStatement() { return .decided(rejected) }
        decider.indexIdentifiers()
        let ownership = decider.decideOwnership()
        let members = decider.decideSeats()
        decider.emitLifecycleEvents(owner: ownership.owner)
        let delivered = decider.decideOrders(ownership)
        // What follows is costly, and is decided once everything before it is known.
        guard decider.needs.isEmpty else { return decider.ruling }
        decider.convertUpgrades(delivered, of: ownership.owner)
        decider.decideReportedState(owner: ownership.owner)
        guard decider.needs.isEmpty else { return decider.ruling }
        for customer in ownership.affected.union(members).sorted() { decider.decideEntitlements(of: customer) }
        let account = decider.change.account
        decider.decision.customerPurchases = CustomerPurchase.all(of: change.key, in: account, rules.indexed)
        decider.answer(ownership)
        return decider.ruling
    }

    /// Decides what an input changes about customers alone: commands for them, reminders, the passing of time, other rules.
    ///
    /// - Parameters:
    ///   - customers: The customers.
    ///   - state: Everything known of the customers.
    ///   - input: What happened; its commands are recorded first.
    ///   - rules: The policies, the catalog and the instant.
    /// - Returns: The decision, or what it still depends on.
    package static func decide(
        customers: [CustomerID],
        _ state: PurchaseState,
        _ input: FulfillmentInput,
        _ rules: FulfillmentRules
    ) -> Ruling {
        var decider = Decider(state, nil, input, rules)
        for command in input.commands { decider.recordForCustomer(command) }
        for customer in customers { decider.decideEntitlements(of: customer) }
        return decider.ruling
    }

    /// Decides what deliveries should have credited and did not: a product's credit was configured after the sale.
    ///
    /// - Returns: The decision, or what it still depends on.
    package static func decideMissingCredits(_ state: PurchaseState, _ rules: FulfillmentRules) -> Ruling {
        guard let change = state.change else { return .decided(Decision()) }
        var decider = Decider(state, change, .command(), rules)
        for record in change.after.transactions { decider.creditMissing(for: record.transaction) }
        return decider.ruling
    }
}
