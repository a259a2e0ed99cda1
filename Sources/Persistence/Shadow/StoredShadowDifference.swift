// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// Reads the differences between this server and another provider.
package protocol ShadowReader: QueryReader {}

/// Writes the differences between this server and another provider.
package protocol ShadowWriter: ShadowReader, QueryWriter {}

/// A difference as it is stored.
package struct StoredShadowDifference: Hashable, Sendable {
    /// Its number, by which lists are read on; zero before it is stored.
    package var number: Int64 = 0
    /// Its identifier.
    package var id: String
    /// The app.
    package var app: BundleID
    /// The customer.
    package var customer: CustomerID
    /// The difference.
    package var observed: ObservedDivergence
    /// When the customer is to be compared again.
    package var dueDate: Date

    /// Makes a value.
    package init(
        id: String,
        app: BundleID,
        customer: CustomerID,
        observed: ObservedDivergence,
        dueDate: Date
    ) {
        self.id = id
        self.app = app
        self.customer = customer
        self.observed = observed
        self.dueDate = dueDate
    }

    /// The largest amount that is summed up, in milliunits: no sum of all rows reaches the end of 64 bits.
    static let maximumAmount: Int64 = 400_000_000_000_000

    /// How many differences of an app are stored at most.
    package static let maximumCount = 20_000
}

/// Which differences are meant; all when nothing is said.
package struct ShadowFilter: Hashable, Sendable {
    /// Only those of this class.
    package var kind: DivergenceKind?
    /// Only those in this state.
    package var state: ObservedDivergence.State?
    /// Only those of this customer.
    package var customer: CustomerID?

    /// Makes a filter.
    package init(
        kind: DivergenceKind? = nil,
        state: ObservedDivergence.State? = nil,
        customer: CustomerID? = nil
    ) {
        self.kind = kind
        self.state = state
        self.customer = customer
    }

    var condition: Query {
        var condition: Query = "1 = 1"
        if let kind { condition = "\(condition) AND kind = \(kind)" }
        if let state { condition = "\(condition) AND state = \(state.rawValue)" }
        if let customer { condition = "\(condition) AND customer = \(customer)" }
        return condition
    }
}

/// How many differences of a class are in a state.
package struct ShadowCount: Hashable, Sendable {
    /// The class.
    package var kind: DivergenceKind
    /// The state.
    package var state: ObservedDivergence.State
    /// How many.
    package var count: Int
    /// Of how many customers.
    package var customers: Int
}
