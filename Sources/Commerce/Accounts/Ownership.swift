// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// Whose a purchase is, and was.
public struct Ownership: Hashable, Sendable {
    /// What a claim or a transfer came to.
    public enum Outcome: String, Hashable, Sendable, Codable {
        /// It was no one's and is the customer's now.
        case claimed

        /// It went from one customer to another; the previous one is to be notified.
        case transferred

        /// It stayed with the customer who had it.
        case ownerRetained = "kept"

        /// Both have it.
        case shared

        /// It stopped being the customer's, who was erased; it belongs to no one until the next claim.
        case released
    }

    /// One claim or transfer, and what it came to.
    public struct Step: Hashable, Sendable {
        /// When.
        public var date: Date

        /// The one who asked for it.
        public var customer: CustomerID

        /// What it came to.
        public var outcome: Outcome

        /// The one who has it from then on.
        public var owners: [CustomerID]

        /// The one who had it until then.
        public var previousOwners: [CustomerID]

        /// The command.
        public var evidence: Evidence
    }

    /// The claims and transfers in their order.
    public private(set) var steps: [Step] = []

    /// The customers who proved, with their token or by the team's backend, that they have it.
    private var proven: Set<CustomerID> = []

    /// The one who has it now.
    public var owners: [CustomerID] { steps.last?.owners ?? [] }

    /// The one who had it at an instant; the first owner had it from the beginning.
    public func owners(asOf instant: Date) -> [CustomerID] {
        (steps.last { $0.date <= instant } ?? steps.first)?.owners ?? []
    }

    /// Whether a customer has it, or had it, by a claim that was proven.
    public func isProven(_ customer: CustomerID) -> Bool { proven.contains(customer) }

    /// Whether the purchase may move once more because another customer shows it.
    ///
    /// Each move stores a fact, sends events and makes each later one a little dearer, and two customers could let a
    /// purchase go back and forth without end. A transfer by the team's backend and a payment are not limited.
    public func mayMove(at instant: Date) -> Bool {
        let moves = steps.filter { $0.outcome == .transferred || $0.outcome == .shared }
        let recent = moves.count { $0.date > instant.addingTimeInterval(-Self.movesInterval) }
        return moves.count < Self.greatestMoves && recent < Self.greatestDailyMoves
    }

    /// The time in which ``greatestDailyMoves`` are counted: 24 hours, in seconds.
    private static let movesInterval: TimeInterval = 86_400

    /// How often a purchase moves within 24 hours.
    public static let greatestDailyMoves = 10

    /// How often a purchase moves at all.
    public static let greatestMoves = 1000

    /// How many claims that came to nothing are stored of a purchase.
    public static let maximumStoredClaims = 100

    mutating func recordProof(of customer: CustomerID) { proven.insert(customer) }

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
