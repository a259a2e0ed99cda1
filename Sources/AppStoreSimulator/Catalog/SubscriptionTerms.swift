// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What makes a product an auto-renewable subscription.
public struct SubscriptionTerms: Hashable, Sendable, Codable {
    /// The group, in which a customer has at most one active subscription.
    public var group: SubscriptionGroupID

    /// The level inside the group; 1 is the highest.
    public var level: Int

    /// The length of a period.
    public var period: BillingPeriod

    /// The introductory offer.
    public var introductoryOffer: CatalogOffer?

    /// The promotional offers.
    public var promotionalOffers: [CatalogOffer]

    /// The offers that codes give.
    public var codeOffers: [CodeOffer]

    /// The win-back offers, best first.
    public var winBackOffers: [WinBackOffer]

    /// How it is sold month by month with a commitment for a year; absent when it is not.
    public var commitment: CommitmentTerms?

    /// How it is sold to groups; absent when it serves one customer only.
    public var multiSeat: MultiSeatTerms?

    /// Makes a subscription's terms.
    public init(
        group: SubscriptionGroupID,
        level: Int = 1,
        period: BillingPeriod,
        introductoryOffer: CatalogOffer? = nil,
        promotionalOffers: [CatalogOffer] = [],
        codeOffers: [CodeOffer] = [],
        winBackOffers: [WinBackOffer] = [],
        commitment: CommitmentTerms? = nil,
        multiSeat: MultiSeatTerms? = nil
    ) {
        self.group = group
        self.level = level
        self.period = period
        self.introductoryOffer = introductoryOffer
        self.promotionalOffers = promotionalOffers
        self.codeOffers = codeOffers
        self.winBackOffers = winBackOffers
        self.commitment = commitment
        self.multiSeat = multiSeat
    }
}
