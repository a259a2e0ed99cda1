// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// Whose a purchase is, and was.
public struct Ownership: Hashable, Sendable {
    /// What a claim or a transfer came to.
    public enum Outcome: String, Hashable, Sendable, Codable {
        /// It was nobody's and is the customer's now.
        case claimed

        /// It went from one customer to another; the previous one is to be told.
        case transferred

        /// It stayed with the customer who had it.
        case kept

        /// Both have it.
        case shared

        /// It stopped being the customer's, who was erased; it is nobody's until the next claim.
        case released
    }

    /// One claim or transfer, and what it came to.
    public struct Step: Hashable, Sendable {
        /// When.
        public var date: Date

        /// Who asked for it.
        public var customer: CustomerID

        /// What it came to.
        public var outcome: Outcome

        /// Who has it from then on.
        public var owners: [CustomerID]

        /// Who had it until then.
        public var previousOwners: [CustomerID]

        /// The command.
        public var evidence: Evidence
    }

    /// The claims and transfers in their order.
    public private(set) var steps: [Step] = []

    /// Who has it now.
    public var owners: [CustomerID] { steps.last?.owners ?? [] }

    /// Who had it at an instant; the first owner had it from the beginning.
    public func owners(asOf instant: Date) -> [CustomerID] {
        (steps.last { $0.date <= instant } ?? steps.first)?.owners ?? []
    }

    mutating func append(
        _ customer: CustomerID,
        _ outcome: Outcome,
        owners: [CustomerID],
        evidence: Evidence
    ) {
        let previous = self.owners
        steps.append(
            Step(
                date: evidence.instant,
                customer: customer,
                outcome: outcome,
                owners: owners,
                previousOwners: previous,
                evidence: evidence
            )
        )
    }
}
