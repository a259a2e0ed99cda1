// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension BookedSale {
    /// What the sale leaves, or what a refund takes back of that: tax first, then Apple's commission.
    ///
    /// Requirement E5. The tax and the share are those of the day on which it was paid. Nothing when an amount does not fit.
    ///
    /// - Parameters:
    ///   - storefronts: The storefronts' taxes.
    ///   - smallBusiness: Whether the team is in the small-business programme.
    /// - Returns: The parts of the amount that moves, below zero for a refund.
    public func proceeds(in storefronts: StorefrontTable, smallBusiness: Bool) -> Proceeds? {
        let day = ReportingZone.pacific.day(of: paidDate)
        let rate = CommissionRate.rate(
            on: day,
            isAutoRenewable: productType == .autoRenewableSubscription,
            paidServiceDays: paidServiceDays,
            smallBusiness: smallBusiness
        )
        let amount = Money(milliunits: amount, currency: price.currency)
        return Proceeds(customerPrice: amount, tax: storefronts.tax(in: country, on: day), rate: rate, on: day)
    }
}
