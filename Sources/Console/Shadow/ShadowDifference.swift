// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A difference from another provider, as pages show it.
package struct ShadowDifference: Sendable {
    /// What one of the two says.
    package struct Side: Sendable {
        /// Whether the customer has access.
        package var isEntitled: Bool
        /// Until when.
        package var until: Date?
        /// The product.
        package var product: String?
        /// The transaction.
        package var transaction: String?
        /// The environment.
        package var environment: String?
        /// The rule, of Purser's answer.
        package var rule: String?

        /// Makes a side.
        package init(
            isEntitled: Bool,
            until: Date?,
            product: String?,
            transaction: String?,
            environment: String?,
            rule: String? = nil
        ) {
            self.isEntitled = isEntitled
            self.until = until
            self.product = product
            self.transaction = transaction
            self.environment = environment
            self.rule = rule
        }
    }

    /// The identifier.
    package var id: String
    /// The customer.
    package var customer: String
    /// The entitlement.
    package var entitlement: String
    /// The class, in words.
    package var title: String
    /// What the class means.
    package var explanation: String
    /// The party that must act.
    package var cause: String
    /// The state.
    package var state: String
    /// What Purser says.
    package var own: Side
    /// What the provider says.
    package var theirs: Side?
    /// The money at stake, in milliunits, with its currency.
    package var atStake: (milliunits: Int64, currency: String)?
    /// When it was first seen.
    package var firstSeen: Date
    /// When it was last seen.
    package var lastSeen: Date

    /// Makes a difference.
    package init(
        id: String,
        customer: String,
        entitlement: String,
        title: String,
        explanation: String,
        cause: String,
        state: String,
        own: Side,
        theirs: Side?,
        atStake: (milliunits: Int64, currency: String)?,
        firstSeen: Date,
        lastSeen: Date
    ) {
        self.id = id
        self.customer = customer
        self.entitlement = entitlement
        self.title = title
        self.explanation = explanation
        self.cause = cause
        self.state = state
        self.own = own
        self.theirs = theirs
        self.atStake = atStake
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}
