// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ReconciliationPolicy {
    /// The days on which a sale usually is reported: its own, the next one when it is close to midnight, later for refunds.
    func usualDays(of sale: BookedSale) -> ClosedRange<CivilDay> {
        let day = sale.day
        if sale.direction == .refund { return day...day.adding(days: refundDays) }
        let end = ReportingZone.pacific.start(of: day.adding(days: 1))
        return day...(end.timeIntervalSince(sale.instant) <= dayEdge ? day.adding(days: 1) : day)
    }

    /// The days on which it may be when the usual ones have no room: the previous one just after midnight, earlier for refunds.
    func unusualDays(of sale: BookedSale) -> ClosedRange<CivilDay> {
        let day = sale.day
        if sale.direction == .refund { return day.adding(days: -refundDays)...day }
        let begin = ReportingZone.pacific.start(of: day)
        return (sale.instant.timeIntervalSince(begin) <= dayEdge ? day.adding(days: -1) : day)...day
    }

    /// Whether the prices differ by less than a coin for each unit.
    func isRounding(_ sale: BookedSale, _ row: ReportedSale) -> Bool {
        let difference = row.unitPrice.milliunits * Int64(sale.quantity) - sale.price.milliunits
        return abs(difference) <= rounding * Int64(sale.quantity)
    }
}

/// Sales and rows that may be each other's counterpart on some day.
struct ReportLane: Hashable {
    let productID: ProductID
    let country: StorefrontCountryCode
    let unitPrice: Money
    let direction: BookedSale.Direction
}

extension BookedSale {
    /// The sale's lane, or nothing when its price is no whole number of milliunits for each unit.
    var lane: ReportLane? {
        guard quantity > 0, price.milliunits % Int64(quantity) == 0 else { return nil }
        let unit = Money(milliunits: price.milliunits / Int64(quantity), currency: price.currency)
        return ReportLane(productID: productID, country: country, unitPrice: unit, direction: direction)
    }
}

extension ReportedSale {
    /// The row's lane.
    var lane: ReportLane {
        ReportLane(productID: productID, country: country, unitPrice: unitPrice, direction: units > 0 ? .sale : .refund)
    }
}
