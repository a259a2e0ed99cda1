// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The result of a command.
public struct Outcome: Sendable {
    /// What the one who gave the command learns.
    public enum Answer: Hashable, Sendable {
        /// It is done.
        case done
        /// A purchase succeeded, or the customer owns the product already.
        case purchased(TransactionPayload)
        /// A purchase waits.
        case pending(PendingPurchase)
        /// The customer's purchases.
        case restored([TransactionPayload])
        /// A test notification is on its way.
        case testNotification(NotificationUUID)
        /// A renewal date was extended.
        case extended(effectiveDate: Date, webOrderLineItemID: WebOrderLineItemID?)
        /// A member has a seat of a group subscription.
        case seatClaimed(SeatClaimID)
        /// A member has a seat of another customer's group subscription, by this transaction.
        case assigned(TransactionPayload)
        /// An external purchase token.
        case externalPurchase(ExternalPurchaseToken)
    }

    /// The answer.
    public var answer: Answer

    /// What changed.
    public var effects: Effects

    /// Makes an outcome.
    public init(answer: Answer, effects: Effects) {
        self.answer = answer
        self.effects = effects
    }

    /// The transaction of a purchase that succeeded, or of a seat that a member got.
    public var transaction: TransactionPayload? {
        switch answer {
        case .purchased(let transaction), .assigned(let transaction): transaction
        default: nil
        }
    }
}
