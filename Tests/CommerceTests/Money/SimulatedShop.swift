// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// A year of sales in ten storefronts, and the rows that Apple would report of them, made independently of the
/// reconciler.
struct SimulatedShop {
    var sales: [RecordedSale] = []
    var rows: [ReportedSale] = []
    let days: Set<CivilDay>

    private static let shops: [(StorefrontCountryCode, Currency, [Int64])] = [
        ("USA", "USD", [990, 4990, 9990]), ("CHN", "CNY", [6000, 30_000, 68_000]), ("JPN", "JPY", [160_000, 800_000]),
        ("DEU", "EUR", [1190, 5990]), ("FRA", "EUR", [1190, 5990]), ("GBR", "GBP", [990, 4990]),
        ("KOR", "KRW", [1_500_000, 7_500_000]), ("BRA", "BRL", [5900, 29_900]), ("HKG", "HKD", [8000, 38_000]),
        ("AUS", "AUD", [1490, 7990]),
    ]

    private static let firstInstant = Date(millisecondsSince1970: 1_767_254_400_000)
    private static let year = 365.0 * 86_400

    /// Sells, refunds, moves some sales across midnight, and adds what is never reported.
    init(seed: UInt64, count: Int = 2_000) {
        var generator = SplitMix(state: seed)
        let first = ReportingZone.pacific.day(of: Self.firstInstant)
        days = Set((-2...367).map { first.adding(days: $0) })
        for number in 0..<count {
            let (country, currency, prices) = Self.shops[Int.random(in: 0..<10, using: &generator)]
            let product = Int.random(in: 0..<prices.count, using: &generator)
            let quantity = product == 0 ? Int.random(in: 1...3, using: &generator) : 1
            let sale = RecordedSale(
                transactionID: TransactionID(rawValue: String(2_000_000_000_000_000 + number)),
                productID: ProductID(rawValue: "product.\(product)"),
                country: country,
                price: Money(milliunits: prices[product] * Int64(quantity), currency: currency),
                quantity: quantity,
                instant: Self.firstInstant + Double.random(in: 0..<Self.year, using: &generator).rounded()
            )
            add(sale, using: &generator)
        }
        rows = Self.aggregated(rows)
    }

    private mutating func add(_ sale: RecordedSale, using generator: inout SplitMix) {
        var sale = sale
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: sale.environment = .sandbox
        case 1: sale.ownership = .familyShared
        default: report(sale, day: reportedDay(of: sale, using: &generator))
        }
        sales.append(sale)
        guard sale.environment == .production, sale.isSale else { return }
        if Int.random(in: 0..<12, using: &generator) == 0 {
            var refund = sale
            refund.direction = .refund
            refund.instant += Double(Int.random(in: 1...20, using: &generator)) * 86_400
            guard refund.instant < Self.firstInstant + Self.year else { return }
            sales.append(refund)
            report(refund, day: refund.day.adding(days: Int.random(in: 0...3, using: &generator)))
        }
    }

    private func reportedDay(of sale: RecordedSale, using generator: inout SplitMix) -> CivilDay {
        let toMidnight = ReportingZone.pacific.start(of: sale.day.adding(days: 1)).timeIntervalSince(sale.instant)
        let moves = toMidnight < 3600 && Bool.random(using: &generator)
        return moves ? sale.day.adding(days: 1) : sale.day
    }

    private mutating func report(_ sale: RecordedSale, day: CivilDay) {
        let unit = Money(milliunits: sale.price.milliunits / Int64(sale.quantity), currency: sale.price.currency)
        rows.append(
            ReportedSale(
                row: 0,
                day: day,
                productID: sale.productID,
                country: sale.country,
                unitPrice: unit,
                units: sale.direction == .sale ? sale.quantity : -sale.quantity,
                unitProceeds: unit
            )
        )
    }

    /// One row for all units of a day, product, storefront, price and direction, as Apple sums them.
    private static func aggregated(_ rows: [ReportedSale]) -> [ReportedSale] {
        let groups = Dictionary(grouping: rows) {
            "\($0.day) \($0.productID) \($0.country) \($0.unitPrice) \($0.units > 0)"
        }
        return groups.sorted { $0.key < $1.key }.enumerated().compactMap { number, group in
            var row = group.value.first
            row?.units = group.value.reduce(0) { $0 + $1.units }
            row?.row = number + 1
            return row
        }
    }
}
