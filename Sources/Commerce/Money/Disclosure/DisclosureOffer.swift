// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What begins a subscription for new customers: a free trial, or a lower price for a while.
public struct DisclosureOffer: Hashable, Sendable {
    /// How long it lasts.
    public var period: AppStoreTypes.SubscriptionPeriod

    /// What it costs, or nothing for a free trial.
    public var price: Money?

    /// How often the price is paid while it lasts, or nothing when it is paid once.
    public var rhythm: AppStoreTypes.SubscriptionPeriod?

    /// Makes an offer.
    public init(
        period: AppStoreTypes.SubscriptionPeriod,
        price: Money? = nil,
        rhythm: AppStoreTypes.SubscriptionPeriod? = nil
    ) {
        self.period = period
        self.price = price
        self.rhythm = rhythm
    }
}
