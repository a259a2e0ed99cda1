// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An offer of a subscription.
public struct CatalogOffer: Hashable, Sendable, Codable {
    /// The kind of offer.
    public var type: OfferType

    /// Its name; absent for an introductory one.
    public var id: OfferID?

    /// How it is paid.
    public var discount: OfferDiscountType

    /// The length of one of its periods.
    public var period: CalendarPeriod

    /// How many periods it lasts.
    public var periodCount: Int

    /// The price of each period, or of the whole when it is paid up front; absent when it is free.
    public var price: Money?

    /// Who may redeem it, for an offer code.
    public var eligibility: [OfferCodeEligibility]

    /// Whether it may follow an introductory offer, for an offer code.
    public var isStackable: Bool

    /// Who may have it, for a win-back offer.
    public var winBackRule: WinBackRule?

    /// Makes an offer.
    public init(
        type: OfferType,
        id: OfferID? = nil,
        discount: OfferDiscountType,
        period: CalendarPeriod,
        periodCount: Int = 1,
        price: Money? = nil,
        eligibility: [OfferCodeEligibility] = [],
        isStackable: Bool = false,
        winBackRule: WinBackRule? = nil
    ) {
        self.type = type
        self.id = id
        self.discount = discount
        self.period = period
        self.periodCount = periodCount
        self.price = price
        self.eligibility = eligibility
        self.isStackable = isStackable
        self.winBackRule = winBackRule
    }
}
