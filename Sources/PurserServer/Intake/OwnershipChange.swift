// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// Whose a purchase is after an intake.
struct OwnershipChange: Hashable, Sendable {
    var owners: [CustomerID]
    var previousOwners: [CustomerID]
    /// Why the claimant did not get it.
    var refusal: IntakeOutcome.Refusal?

    /// Who is given what the purchase delivers.
    var owner: CustomerID? { owners.first }

    /// Whether the owner is another one than before.
    var isNew: Bool { owner != nil && owner != previousOwners.first }

    /// Everyone whose rights may be others now.
    var affected: Set<CustomerID> { Set(owners).union(previousOwners) }
}

extension IntakeOutcome.Refusal {
    static let ownedByAnother = IntakeOutcome.Refusal(
        .owner,
        .ownedByAnother,
        "The purchase is another customer's, and the app's restore policy leaves it there."
    )

    static let customerTokenRequired = IntakeOutcome.Refusal(
        .owner,
        .customerTokenRequired,
        "Nobody is known to have the purchase. \(ServiceProblem.customerTokenRequired.message)"
    )

    static let movedTooOften = IntakeOutcome.Refusal(
        .owner,
        .tooManyRequests,
        """
        The purchase moved between customers \(Ownership.greatestDailyMoves) times within a day. Wait a day, or transfer it \
        with a secret key.
        """
    )
}

extension ServiceProblem {
    static let customerTokenRequired = ServiceProblem(
        .customerTokenRequired,
        "Send the customer's token, which the team's backend creates, or the order that the purchase pays."
    )
}
