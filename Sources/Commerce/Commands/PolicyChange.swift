// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The team's policies from an instant on.
public struct PolicyChange: Hashable, Sendable, Codable {
    /// The policies in force from the command's place among the facts on.
    public var policy: CommercePolicy

    /// Whether Xcode's documents are accepted.
    public var acceptsXcodeTransactions: Bool

    /// Whether a sandbox purchase may pay an order that was created for production.
    public var sandboxFulfillsProductionOrders: Bool

    /// Makes a change.
    ///
    /// The trust in claims without proof is left out: no order, delivery or balance depends on it.
    public init(
        policy: CommercePolicy,
        acceptsXcodeTransactions: Bool = false,
        sandboxFulfillsProductionOrders: Bool = false
    ) {
        self.policy = policy
        self.policy.trustsUnprovenClaims = false
        self.acceptsXcodeTransactions = acceptsXcodeTransactions
        self.sandboxFulfillsProductionOrders = sandboxFulfillsProductionOrders
    }
}
