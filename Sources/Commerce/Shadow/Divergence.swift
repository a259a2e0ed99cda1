// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A difference between Purser and another provider about one entitlement of a customer.
public struct Divergence: Hashable, Sendable, Codable {
    /// A part of an answer.
    public enum Aspect: String, Hashable, Sendable, Codable, CaseIterable {
        /// Whether the customer may use it.
        case entitled

        /// Until when.
        case until

        /// By which product.
        case product

        /// In which environment.
        case environment

        /// Whose it is.
        case owner
    }

    /// What Purser answers.
    public struct Answer: Hashable, Sendable, Codable {
        /// Whether the customer may use it.
        public var isEntitled: Bool

        /// Until when; absent when it does not end or is not active.
        public var endDate: Date?

        /// The product that decides.
        public var product: ProductID?

        /// The transaction that decides.
        public var transaction: TransactionID?

        /// The environment of the purchase.
        public var environment: Environment?

        /// The purchase that decides.
        public var lineage: OriginalTransactionID?

        /// The rule that decides.
        public var rule: Rule

        init(_ decision: EntitlementDecision) {
            isEntitled = decision.isActive
            endDate = decision.endDate
            product = decision.reason.productID
            transaction = decision.reason.transactionID
            environment = decision.reason.scope?.environment
            lineage = decision.reason.lineage
            rule = decision.reason.rule
        }
    }

    /// The class.
    public var kind: DivergenceKind

    /// The entitlement.
    public var entitlement: EntitlementID

    /// What differs.
    public var aspects: [Aspect]

    /// What Purser answers.
    public var own: Answer

    /// What the provider states; absent when it does not mention the entitlement.
    public var theirs: ProviderEntitlement?

    /// What Apple charged for the purchase or period that the two disagree on; absent when no one paid, or no document
    /// says how much.
    public var atStake: Money?

    /// What makes two observations one difference: the documents' side of it, which changes when the customer's purchases
    /// do.
    var subject: Answer { own }
}
