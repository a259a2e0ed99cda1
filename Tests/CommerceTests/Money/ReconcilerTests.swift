// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct ReconcilerTests {
    private static func reconcile(_ shop: SimulatedShop) -> Reconciliation {
        Reconciler.reconcile(sales: shop.sales, rows: shop.rows, reportedDays: shop.days)
    }

    private static func planted(_ shop: SimulatedShop, at seed: UInt64) -> Int? {
        var generator = SplitMix(state: seed)
        let candidates = shop.sales.indices.filter {
            shop.sales[$0].environment == .production && shop.sales[$0].isSale
                && shop.sales[$0].direction == .sale
        }
        return candidates.randomElement(using: &generator)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a year in ten storefronts leaves nothing unexplained`(seed: UInt64) {
        let shop = SimulatedShop(seed: seed)
        let result = Self.reconcile(shop)
        #expect(result.unexplained == [])
        #expect(result.unexplainedAmounts.values.allSatisfy { $0 == 0 })
        #expect(result.explained.contains { $0.explanation == .dayEdge })
        #expect(result.explained.contains { $0.explanation == .refundInAnotherPeriod })
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `every sale and every reported unit is accounted for exactly once`(seed: UInt64) {
        let shop = SimulatedShop(seed: seed)
        let result = Self.reconcile(shop)
        let listed = result.matched.flatMap(\.sales) + result.explained.compactMap(\.sale)
        #expect(listed.count == shop.sales.count)
        #expect(Set(listed) == Set(shop.sales))
        let explainedUnits = result.explained.filter { $0.row != nil }.compactMap(\.sale)
            .reduce(0) { $0 + ($1.direction == .sale ? $1.quantity : -$1.quantity) }
        let units = result.matched.reduce(0) { $0 + $1.units } + explainedUnits
        #expect(units == shop.rows.reduce(0) { $0 + $1.units })
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `every explanation holds when it is worked out again`(seed: UInt64) throws {
        for explained in Self.reconcile(SimulatedShop(seed: seed)).explained {
            let sale = try #require(explained.sale)
            switch explained.explanation {
            case .sandbox: #expect(sale.environment == .sandbox && explained.row == nil)
            case .familyShare: #expect(sale.ownership == .familyShared && explained.row == nil)
            case .dayEdge:
                let row = try #require(explained.row)
                #expect(abs(row.day.daysSince1970 - sale.day.daysSince1970) == 1)
            case .refundInAnotherPeriod:
                let row = try #require(explained.row)
                #expect(sale.direction == .refund && row.units < 0 && row.day != sale.day)
            default: Issue.record("nothing else was planted: \(explained.explanation)")
            }
            #expect(explained.difference == 0)
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a lost transaction is named by its group and exact amount`(seed: UInt64) throws {
        var shop = SimulatedShop(seed: seed, count: 300)
        let lost = shop.sales.remove(at: try #require(Self.planted(shop, at: seed)))
        let result = Self.reconcile(shop)
        #expect(result.unexplained.count == 1)
        let found = try #require(result.unexplained.first)
        #expect(found.difference == lost.price.milliunits)
        #expect(found.rows.contains { $0.productID == lost.productID && $0.country == lost.country })
        #expect(abs(found.group.day.daysSince1970 - lost.day.daysSince1970) <= 1)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a doubled transaction is named by its group, exact amount and suspects`(seed: UInt64) throws {
        var shop = SimulatedShop(seed: seed, count: 300)
        let doubled = shop.sales[try #require(Self.planted(shop, at: seed))]
        shop.sales.append(doubled)
        let result = Self.reconcile(shop)
        #expect(result.unexplained.count == 1)
        let found = try #require(result.unexplained.first)
        #expect(found.difference == -doubled.price.milliunits)
        #expect(found.group == ReportGroup(doubled))
        #expect(found.suspects.contains(doubled))
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `in a crowd a sale doubled under another number is named exactly, at midnight and when refunded`(
        seed: UInt64
    ) throws {
        let shop = SimulatedShop(seed: seed, count: 8000)
        var generator = SplitMix(state: seed)
        let isLate = { (sale: RecordedSale) in
            ReportingZone.pacific.start(of: sale.day.adding(days: 1)).timeIntervalSince(sale.instant) < 3600
        }
        let sold = shop.sales.filter { $0.environment == .production && $0.isSale }
        let kinds = [
            sold.filter { $0.direction == .refund }, sold.filter { $0.direction == .sale && isLate($0) }, sold,
        ]
        for kind in kinds {
            var crowd = shop
            var doubled = try #require(kind.randomElement(using: &generator))
            let group = ReportGroup(doubled)
            doubled.transactionID = "9999999999999999"
            crowd.sales.append(doubled)
            let found = Self.reconcile(crowd).unexplained
            #expect(found.map(\.difference) == [-doubled.amount] && found.map(\.group) == [group])
            #expect(found.first?.suspects.contains(doubled) == true)
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a wrong price is named by its group, exact amount and suspects`(seed: UInt64) throws {
        var shop = SimulatedShop(seed: seed, count: 300)
        let index = try #require(Self.planted(shop, at: seed))
        shop.sales[index].price.milliunits += 1000
        let result = Self.reconcile(shop)
        #expect(result.unexplained.reduce(0) { $0 + $1.difference } == -1000)
        #expect(result.unexplained.flatMap(\.suspects).contains(shop.sales[index]))
        #expect(result.exceedsThreshold(above: 999))
    }

    @Test func `a day whose report has not come is late, not unexplained`() throws {
        let shop = SimulatedShop(seed: 1, count: 100)
        let last = try #require(shop.days.max()).adding(days: -30)
        let rows = shop.rows.filter { $0.day <= last }
        let result = Reconciler.reconcile(
            sales: shop.sales,
            rows: rows,
            reportedDays: shop.days.filter { $0 <= last }
        )
        #expect(result.unexplained == [])
        #expect(result.explained.contains { $0.explanation == .lateReport })
    }

    @Test(arguments: [
        (OfferType?.some(.introductory), false, Explanation.offerPrice), (nil, true, .preservedPrice),
    ])
    func `a price that no document gave may be an offer's or a preserved one`(
        offer: OfferType?,
        preserved: Bool,
        expected: Explanation
    ) throws {
        var shop = SimulatedShop(seed: 3, count: 0)
        let price = Money(milliunits: 9990, currency: "USD")
        let row = ReportedSale(
            row: 1,
            day: try #require(CivilDay("2026-03-01")),
            productID: "gold",
            country: "USA",
            unitPrice: Money(milliunits: 9490, currency: "USD"),
            units: 1,
            unitProceeds: price,
            isPreservedPrice: preserved
        )
        shop.rows = [row]
        let noon = ReportingZone.pacific.start(of: row.day) + 12 * 3600
        shop.sales = [
            RecordedSale(
                transactionID: "1",
                productID: "gold",
                country: "USA",
                price: price,
                instant: noon,
                offerType: offer,
                isPriceAssumed: true
            )
        ]
        #expect(Self.reconcile(shop).explained.map(\.explanation) == [expected])
        shop.sales[0].isPriceAssumed = false
        #expect(Self.reconcile(shop).unexplained.count == 1)
    }

    @Test func `a price that only the catalog told in another currency is not a price at all`() throws {
        // An old document of a German customer: the catalog has but a price in dollars, of the same number.
        let row = ReportedSale(
            row: 1,
            day: try #require(CivilDay("2022-03-01")),
            productID: "gold",
            country: "DEU",
            unitPrice: Money(milliunits: 9990, currency: "EUR"),
            units: 1,
            unitProceeds: Money(milliunits: 5880, currency: "EUR")
        )
        let sale = RecordedSale(
            transactionID: "1",
            productID: "gold",
            country: "DEU",
            price: Money(milliunits: 9990, currency: "USD"),
            instant: ReportingZone.pacific.start(of: row.day) + 12 * 3600,
            isPriceAssumed: true
        )
        let result = Reconciler.reconcile(sales: [sale], rows: [row], reportedDays: [row.day])
        #expect(result.unexplained == [] && result.matched == [])
        #expect(result.explained.map(\.explanation) == [.priceUnknown] && result.explained.map(\.difference) == [9990])
        #expect(result.explained.map { $0.sale?.price } == [Money(milliunits: 0, currency: "EUR")])
    }
}
