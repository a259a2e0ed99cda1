// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

/// The policies, the catalog and the instant that a decision is made under.
package struct FulfillmentRules: Sendable {
    /// The team's policies.
    package var policy: CommercePolicy
    /// The app's catalog.
    package var catalog: Catalog
    /// The same, indexed once for many customers.
    package var indexed: IndexedCatalogs
    /// Whether Xcode's documents are accepted.
    package var acceptsXcodeTransactions: Bool
    /// Whether a sandbox purchase may pay an order that was created for production.
    package var sandboxFulfillsProductionOrders: Bool
    /// Whether paying for a higher plan converts the rest of lower plans.
    package var conversion: ConversionPolicy
    /// How long before the end of service, and before a renewal, reminders are due.
    package var reminders: ReminderPolicy
    /// Whether Apple can be asked about a purchase.
    package var canAskApple: Bool
    /// The instant of the decision.
    package var now: Date
    /// Makes the fact of a command: its digest needs a hash function, which the rules do not have.
    package var makeFact: @Sendable (_ command: Command, _ scope: AppScope, _ order: FactOrder) throws -> Fact

    /// Creates the rules of a decision.
    package init(
        policy: CommercePolicy,
        catalog: Catalog,
        indexed: IndexedCatalogs? = nil,
        acceptsXcodeTransactions: Bool = false,
        sandboxFulfillsProductionOrders: Bool = false,
        conversion: ConversionPolicy = .manual,
        reminders: ReminderPolicy = ReminderPolicy(),
        canAskApple: Bool = true,
        now: Date,
        makeFact: @escaping @Sendable (_ command: Command, _ scope: AppScope, _ order: FactOrder) throws -> Fact
    ) {
        self.policy = policy
        self.catalog = catalog
        self.indexed = indexed ?? IndexedCatalogs([catalog])
        self.acceptsXcodeTransactions = acceptsXcodeTransactions
        self.sandboxFulfillsProductionOrders = sandboxFulfillsProductionOrders
        self.conversion = conversion
        self.reminders = reminders
        self.canAskApple = canAskApple
        self.now = now
        self.makeFact = makeFact
    }

    /// Whether purchases of an environment count for a customer.
    func admits(_ environment: Environment, for customer: CustomerID) -> Bool {
        switch environment {
        case .sandbox:
            switch policy.sandbox {
            case .accept: true
            case .refuse: false
            case .testersOnly(let testers): testers.contains(customer)
            }
        case .xcode, .localTesting: acceptsXcodeTransactions
        default: true
        }
    }

    func product(_ id: ProductID, in scope: AppScope) -> CatalogProduct? { indexed.index.product(id, in: scope) }
}
