// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether a customer may have an offer, and why.
public struct OfferEligibility: Hashable, Sendable, Codable {
    /// Why a customer may have an offer, or may not.
    public enum Criterion: String, Hashable, Sendable, Codable, CaseIterable {
        /// Apple said so.
        case answeredByApple = "determined-by-apple"

        /// No introductory offer of the group was ever used.
        case neverIntroduced = "introductory-offer-unused"

        /// An introductory offer of the group was used; a refund does not bring it back.
        case alreadyIntroduced = "introductory-offer-used"

        /// The customer subscribes now, which a grace period, billing retry and an awaited renewal do not end.
        case subscribesNow = "currently-subscribed"

        /// The customer subscribed once.
        case subscribedOnce = "previously-subscribed"

        /// The customer never subscribed.
        case neverSubscribed = "never-subscribed"

        /// The offer is for other customers than this one.
        case notForThisCustomer = "not-eligible"

        /// The customer did not pay for long enough.
        case paidTooShort = "paid-duration-too-short"

        /// The customer's subscription ended too recently.
        case endedTooRecently = "ended-too-recently"

        /// The customer's subscription ended too long ago.
        case endedTooLongAgo = "ended-too-long-ago"

        /// The customer had a win-back offer too recently.
        case wonBackTooRecently = "recent-win-back-offer"

        /// All conditions are met.
        case conditionsMet = "conditions-met"
    }

    /// Whether the customer may have it.
    public var isEligible: Bool

    /// Why.
    public var ground: Criterion

    /// The facts that it rests on.
    public var evidence: [Evidence]

    /// Makes an answer.
    public init(isEligible: Bool, ground: Criterion, evidence: [Evidence] = []) {
        self.isEligible = isEligible
        self.ground = ground
        self.evidence = evidence
    }
}
