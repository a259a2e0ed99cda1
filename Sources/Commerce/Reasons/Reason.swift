// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Why an answer is as it is: the rule, what it was applied to, from when to when, and the documents.
public struct Reason: Hashable, Sendable, Codable {
    /// The rule.
    public var rule: Rule

    /// From when it holds.
    public var startDate: Date?

    /// Until when it holds; permanently, or until something new is known, when absent.
    public var endDate: Date?

    /// The app and environment of the purchase.
    public var scope: AppScope?

    /// The purchase's transaction history.
    public var lineage: OriginalTransactionID?

    /// The purchase.
    public var transactionID: TransactionID?

    /// The product.
    public var productID: ProductID?

    /// Bought, or shared by a family member.
    public var ownership: InAppOwnershipType?

    /// The grant that gave it, when one did.
    public var grant: GrantID?

    /// The invitation to a seat of a group subscription, when one gave it.
    public var invitation: SeatInvitationID?

    /// The inviter: the purchaser, or the name of the team's key or person.
    public var invitedBy: String?

    /// Apple's claim of the seat.
    public var seatClaim: SeatClaimID?

    /// The conversion that gave or took it, when one did.
    public var conversion: ConversionID?

    /// Words for people that were given with a command.
    public var note: String?

    /// The facts that it rests on, the deciding one first.
    public var evidence: [Evidence]

    /// Makes a reason.
    public init(
        rule: Rule,
        startDate: Date? = nil,
        endDate: Date? = nil,
        scope: AppScope? = nil,
        lineage: OriginalTransactionID? = nil,
        transactionID: TransactionID? = nil,
        productID: ProductID? = nil,
        ownership: InAppOwnershipType? = nil,
        grant: GrantID? = nil,
        invitation: SeatInvitationID? = nil,
        invitedBy: String? = nil,
        seatClaim: SeatClaimID? = nil,
        conversion: ConversionID? = nil,
        note: String? = nil,
        evidence: [Evidence] = []
    ) {
        self.rule = rule
        self.startDate = startDate
        self.endDate = endDate
        self.scope = scope
        self.lineage = lineage
        self.transactionID = transactionID
        self.productID = productID
        self.ownership = ownership
        self.grant = grant
        self.invitation = invitation
        self.invitedBy = invitedBy
        self.seatClaim = seatClaim
        self.conversion = conversion
        self.note = note
        self.evidence = evidence
    }
}

extension Reason {
    /// The store that sold the purchase; `nil` when no purchase decided.
    public var store: Store? { lineage?.store }
}
