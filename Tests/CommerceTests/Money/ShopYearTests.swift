// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// A simulated shop's year against its own reports: trials, offers, price changes, upgrades, refunds whole and in part,
/// reversed refunds, families and the sandbox.
@Suite struct ShopYearTests {
    /// The last of them of restless customers: trials and plans refunded, reversed, left and refunded again.
    private static let years: [ShopYear] = [(1, 12), (2, 12), (1002, 40)].prefix(places.count).compactMap {
        try? ShopYear(seed: $0.0, actionsPerYear: $0.1)
    }

    private static let places = Seeds.places(atMost: 3)

    private static func reconcile(_ shop: ShopYear, sales: [RecordedSale]? = nil) -> Reconciliation {
        Reconciler.reconcile(sales: sales ?? shop.sales, rows: shop.rows, reportedDays: shop.days)
    }

    @Test(arguments: places)
    func `a simulated year in ten storefronts leaves nothing unexplained`(year: Int) throws {
        let shop = try #require(Self.years.dropFirst(year).first)
        #expect(shop.sales.count > 1000)
        #expect(Set(shop.rows.map(\.country)).count == 10)
        let result = Self.reconcile(shop)
        #expect(result.unexplained == [])
        #expect(result.unexplainedAmounts.values.allSatisfy { $0 == 0 })
        let causes = Set(shop.sales.map(\.cause))
        #expect(causes == [.purchase, .renewal, .refund, .upgrade, .refundReversed])
        for explanation in [Explanation.sandbox, .familyShare] {
            #expect(result.explained.contains { $0.explanation == explanation }, "\(explanation)")
        }
    }

    @Test(arguments: places)
    func `a simulated year's fiscal months leave nothing unexplained`(year: Int) throws {
        let shop = try #require(Self.years.dropFirst(year).first)
        let result = Reconciler.reconcile(
            sales: shop.sales,
            rows: shop.monthRows,
            reportedDays: shop.months,
            policy: ReconciliationPolicy(period: .fiscalMonth)
        )
        #expect(result.unexplained == [])
        #expect(result.matched.count > 500)
    }

    @Test(arguments: places)
    func `every explanation holds when it is worked out from the store's own books`(year: Int) throws {
        let shop = try #require(Self.years.dropFirst(year).first)
        let records = Dictionary(grouping: shop.recordedSales, by: \.transaction)
        for item in Self.reconcile(shop).explained {
            let sale = try #require(item.sale)
            let recorded = records[sale.transactionID] ?? []
            switch item.explanation {
            case .sandbox: #expect(sale.environment == .sandbox && recorded.isEmpty && item.difference == 0)
            case .familyShare: #expect(sale.ownership == .familyShared && recorded.isEmpty && item.difference == 0)
            case .nothingPaid: #expect(sale.amount == 0 && item.difference == 0)
            case .upgrade, .rounding, .refundInAnotherPeriod, .dayEdge:
                let row = try #require(item.row)
                let apple = row.unitPrice.milliunits * Int64(sale.units)
                #expect(apple - sale.amount == item.difference)
                // The store's own book has the transaction's movement at the row's price, to the hundredth, and day.
                #expect(
                    recorded.contains { record in
                        let day = ReportingZone.pacific.day(of: record.date)
                        return abs(abs(record.customerPrice) - row.unitPrice.milliunits) <= 5 && day == row.day
                            && (record.units < 0) == (sale.units < 0)
                    },
                    "\(item.explanation) \(sale.transactionID)"
                )
            default: Issue.record("nothing of this kind was planted: \(item.explanation)")
            }
        }
    }

    /// Sales that can be tampered with: paid for, in production, at a price that reports can write.
    private static func candidates(_ shop: ShopYear) -> [Int] {
        shop.sales.indices.filter {
            let sale = shop.sales[$0]
            return sale.environment == .production && sale.isSale && sale.amount != 0 && !sale.isShare
                && sale.price.milliunits % 10 == 0
        }
    }

    private static func planted(_ shop: ShopYear, _ salt: UInt64, _ count: Int) -> [Int] {
        var generator = SplitMix(state: salt)
        let candidates = candidates(shop)
        return (0..<count).compactMap { _ in candidates.randomElement(using: &generator) }
    }

    @Test(arguments: places)
    func `one lost transaction of a year is named by group and exact amount`(year: Int) throws {
        let shop = try #require(Self.years.dropFirst(year).first)
        for index in Self.planted(shop, UInt64(year), 6) {
            var sales = shop.sales
            let lost = sales.remove(at: index)
            let found = Self.reconcile(shop, sales: sales).unexplained
            #expect(found.map(\.difference) == [lost.amount], "\(lost)")
            #expect(found.first?.finding == .missing)
            #expect(found.first.map { Self.isNear($0.group, lost) } == true)
            #expect(
                found.first?.rows.contains { $0.unitPrice.milliunits == lost.price.milliunits / Int64(lost.quantity) }
                    == true
            )
        }
    }

    @Test(arguments: places)
    func `one doubled transaction of a year is among the suspects of its group`(year: Int) throws {
        let shop = try #require(Self.years.dropFirst(year).first)
        for (place, index) in Self.planted(shop, UInt64(year) + 10, 6).enumerated() {
            var sales = shop.sales
            var doubled = sales[index]
            // Half of them under another number, as when one purchase was processed twice.
            if place.isMultiple(of: 2) { doubled.transactionID = "9999999999999999" }
            sales.append(doubled)
            let found = Self.reconcile(shop, sales: sales).unexplained
            #expect(found.map(\.difference) == [-doubled.amount], "\(doubled)")
            #expect(found.first?.finding == .surplus)
            #expect(found.first.map { Self.isNear($0.group, doubled) } == true)
            #expect(found.first?.suspects.contains { $0.transactionID == doubled.transactionID } == true)
        }
    }

    @Test(arguments: places)
    func `one wrong price of a year is named with what it should be and its transaction`(year: Int) throws {
        let shop = try #require(Self.years.dropFirst(year).first)
        var generator = SplitMix(state: UInt64(year) + 20)
        for index in Self.planted(shop, UInt64(year) + 20, 6) {
            var sales = shop.sales
            let wrong = [-1000, 10, 1000, 5_000_000].randomElement(using: &generator) ?? 10
            sales[index].price.milliunits += Int64(wrong * sales[index].quantity)
            let expected = shop.sales[index].amount - sales[index].amount
            let found = Self.reconcile(shop, sales: sales).unexplained
            #expect(found.map(\.difference) == [expected], "\(sales[index])")
            #expect(found.first?.finding == .price)
            #expect(found.first.map { Self.isNear($0.group, sales[index]) } == true)
            #expect(found.first?.suspects.contains(sales[index]) == true)
        }
    }

    /// Whether a group is a sale's own, or beside it for money that went back, whose day Apple chooses.
    private static func isNear(_ group: ReportGroup, _ sale: RecordedSale) -> Bool {
        let distance = abs(group.day.daysSince1970 - sale.day.daysSince1970)
        let isDay = sale.direction == .refund || sale.cause == .refundReversed ? distance <= 35 : distance <= 1
        return isDay && group.productID == sale.productID && group.country == sale.country
            && group.currency == sale.price.currency
    }
}
