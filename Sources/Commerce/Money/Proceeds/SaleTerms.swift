// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What a sale's price is taken apart by: taxes, Apple's shares, and when the team is in the small-business program.
///
/// Requirement E5. All of it changes by date, and a user's own tables may stand instead of those that ship.
public struct SaleTerms: Hashable, Sendable {
    /// The storefronts with their taxes.
    public var storefronts: StorefrontTable

    /// The team's shares.
    public var commissions: CommissionTable

    /// When the team is in the small-business program.
    public var smallBusiness: SmallBusinessMembership

    /// Makes terms.
    public init(
        storefronts: StorefrontTable,
        commissions: CommissionTable = .current,
        smallBusiness: SmallBusinessMembership = .never
    ) {
        self.storefronts = storefronts
        self.commissions = commissions
        self.smallBusiness = smallBusiness
    }

    /// The terms of the tables that ship.
    ///
    /// - Throws: ``PriceDataError``, when they were changed and cannot be read.
    public static func shipped(smallBusiness: SmallBusinessMembership = .never) throws -> SaleTerms {
        SaleTerms(storefronts: try .shipped(), smallBusiness: smallBusiness)
    }

    /// What a sale leaves, or what a refund withdraws of that: tax first, then Apple's commission.
    ///
    /// The tax and the share are those of the day on which it was paid.
    ///
    /// - Returns: The parts of the amount that moves, below zero for a refund; nothing when an amount does not fit, or when
    ///   another store made the sale, whose fee is not known.
    public func proceeds(of sale: RecordedSale) -> Proceeds? {
        guard sale.store == .appStore else { return nil }
        let day = ReportingZone.pacific.day(of: sale.paidDate)
        let rate = commissions.rate(
            on: day,
            isAutoRenewable: sale.productType == .autoRenewableSubscription,
            paidServiceDays: sale.paidServiceDays,
            smallBusiness: smallBusiness.contains(day)
        )
        return Proceeds(
            customerPrice: Money(milliunits: sale.amount, currency: sale.price.currency),
            tax: storefronts.tax(in: sale.country, on: day),
            rate: rate,
            share: commissions.share(of: rate, on: day, in: sale.country) ?? .zero
        )
    }
}
