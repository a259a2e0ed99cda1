// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Two things that give a customer the same entitlement, so that one of them is paid for nothing.
public struct Conflict: Hashable, Sendable, Codable {
    /// What kind of conflict it is.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A lifetime purchase beside a subscription that continues renewing.
        case lifetimeAndSubscription = "lifetime-and-subscription"

        /// Two subscriptions that both run: of two groups, two apps, or two Apple accounts.
        case twoSubscriptions = "two-subscriptions"

        /// The customer's own subscription beside one that a family member shares.
        case ownAndFamily = "own-and-family"
    }

    /// What the customer could do.
    public enum Advice: String, Hashable, Sendable, Codable, CaseIterable {
        /// Turn off the renewal of the subscription; the entitlement stays.
        case turnOffRenewal = "turn-off-renewal"

        /// Nothing more: the renewal is off already, the subscription just runs out.
        case letItRunOut = "let-it-expire"

        /// Ask Apple for a refund of the one that is not needed.
        case askForRefund = "ask-for-refund"
    }

    /// What kind of conflict it is.
    public var kind: Kind

    /// The right that is given twice.
    public var entitlement: EntitlementID

    /// What gives it and is to stay.
    public var keptPurchase: Reason

    /// What gives it too and costs money.
    public var redundantPurchase: Reason

    /// When the redundantPurchase one will cost money again, if it renews.
    public var nextChargeDate: Date?

    /// What the customer could do, the best first.
    public var advice: [Advice]

    private enum CodingKeys: String, CodingKey {
        case kind, entitlement, redundantPurchase, nextChargeDate, advice
        case keptPurchase
    }
}
