// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ReconciliationPolicy {
    /// The period under which a sale should be reported, named by its first day.
    func ownPeriod(of sale: RecordedSale) -> CivilDay { start(of: sale.day) }

    /// The first day of the period that a day belongs to.
    func start(of day: CivilDay) -> CivilDay {
        switch period {
        case .day: day
        case .fiscalMonth: FiscalMonth(containing: day).firstDay
        }
    }

    /// The periods under which a sale may be reported: one next to its own when it is close to midnight, any within
    /// some weeks for money that went back.
    func periods(of sale: RecordedSale) -> ClosedRange<CivilDay> {
        let day = sale.day
        if sale.isUnsettled {
            return start(of: day.adding(days: -refundDays))...start(of: day.adding(days: refundDays))
        }
        let begin = ReportingZone.pacific.start(of: day)
        let end = ReportingZone.pacific.start(of: day.adding(days: 1))
        let first = sale.instant.timeIntervalSince(begin) <= dayEdge ? day.adding(days: -1) : day
        let last = end.timeIntervalSince(sale.instant) <= dayEdge ? day.adding(days: 1) : day
        return start(of: first)...start(of: last)
    }

    /// The periods whose reports must be there before a sale that is in none of them counts as missing.
    func awaitedPeriods(of sale: RecordedSale) -> [CivilDay] {
        let last = sale.isUnsettled ? sale.day.adding(days: lateRefundDays) : periods(of: sale).upperBound
        let days = max(0, last.daysSince1970 - sale.day.daysSince1970)
        return Array(Set((0...days).map { start(of: sale.day.adding(days: $0)) }))
    }

    /// Whether the prices differ by less than a coin for each unit.
    func isRounding(_ sale: RecordedSale, _ row: ReportedSale) -> Bool {
        guard sale.price.currency == row.unitPrice.currency else { return false }
        let difference = row.amount(of: sale.quantity) - BoundedSum(sale.price.milliunits)
        var coin = rounding
        if sale.isShare, Self.wholeCurrencies.contains(row.unitPrice.currency) { coin = max(coin, 999) }
        let limit = BoundedSum(coin) * BoundedSum(Int64(sale.quantity))
        return !difference.isClamped && difference.magnitude.value <= limit.value
    }

    /// Whether a row's amount is what was left of a period when it was upgraded, or what a refund gave back beside
    /// that, give or take a day of it.
    func isRestOfPeriod(_ sale: RecordedSale, _ row: ReportedSale) -> Bool {
        guard let day = sale.dayPrice, sale.price.currency == row.unitPrice.currency else { return false }
        let difference = row.amount(of: sale.quantity) - BoundedSum(sale.price.milliunits)
        return !difference.isClamped && difference.magnitude.value <= (BoundedSum(day) + BoundedSum(rounding)).value
    }

    /// Currencies that have no coin below their unit.
    private static let wholeCurrencies: Set<Currency> = ["JPY", "KRW", "CLP", "VND", "ISK", "UGX", "XAF", "XOF", "PYG"]
}

/// Sales and rows that may be each other's counterpart on some day.
struct MatchingGroup: Hashable {
    let productID: ProductID
    let country: StorefrontCountryCode
    let unitPrice: Money
    let direction: RecordedSale.Direction
}

extension RecordedSale {
    /// One sale for each price of its seats, as Apple's reports have them; itself when it has one price, or when its amount
    /// is a share of theirs.
    var byUnitPrice: [RecordedSale] {
        let seats = TransactionMultiSeatInfo(priceTiers: seatPrices)
        guard seatPrices.count > 1, !isShare, seats.charge == price.milliunits else { return [self] }
        return seatPrices.compactMap { tier in
            guard let quantity = tier.quantity, quantity > 0,
                let amount = TransactionMultiSeatInfo(priceTiers: [tier]).charge
            else { return nil }
            var part = self
            part.price.milliunits = amount
            part.quantity = quantity
            part.seatPrices = [tier]
            return part
        }
    }

    /// Whether its day is when the server received it, not when Apple's books changed.
    var isUnsettled: Bool { direction == .refund || cause == .refundReversed }

    /// The sale's lane, or nothing when its price is not a whole number of milliunits for each unit.
    var lane: MatchingGroup? {
        guard quantity > 0, price.milliunits % Int64(quantity) == 0 else { return nil }
        let unit = Money(milliunits: price.milliunits / Int64(quantity), currency: price.currency)
        return MatchingGroup(productID: productID, country: country, unitPrice: unit, direction: direction)
    }
}

extension ReportedSale {
    /// The row's lane.
    var lane: MatchingGroup {
        MatchingGroup(
            productID: productID,
            country: country,
            unitPrice: unitPrice,
            direction: units > 0 ? .sale : .refund
        )
    }
}
