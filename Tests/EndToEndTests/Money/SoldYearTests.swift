// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import SQLite
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// A year's money from end to end: notifications and Apple's reports over HTTP, compared by `purser reconcile`.
///
/// PURSER_SHOP_CUSTOMERS says how many customers live for a year, PURSER_SHOP_SEED what they do; `Scripts/soak` has
/// more of them.
@Suite struct SoldYearTests {
    private static let customers = Package.number("PURSER_SHOP_CUSTOMERS", or: 11)
    private static let seed = UInt64(Package.number("PURSER_SHOP_SEED", or: 1))

    /// A difference as the App Store's own books say that it must be found.
    private struct Difference: Hashable, Comparable, CustomStringConvertible {
        var finding: String
        var product: String
        var storefront: String
        var currency: String
        var day: String
        var amount: Int64

        var description: String { "\(finding) \(product) \(storefront) \(currency) \(day) \(amount)" }

        static func < (left: Difference, right: Difference) -> Bool { left.description < right.description }
    }

    @Test func `a crowd's year leaves nothing unexplained, and what is lost, doubled or mispriced is named`()
        async throws
    {
        let shop = try await SoldYear(seed: Self.seed)
        try await shop.live(seed: Self.seed, customers: Self.customers, actionsPerYear: 14)
        try await Self.fetch(shop)
        let sales = try await shop.records()
        let sold = try await shop.appStore.engine.transactions("1", limit: 1_000_000).map(\.transaction)
        try Self.checkVariety(sales, sold)

        // Two transactions that the server never received.
        let lost = shop.postbox.held.sorted()
        #expect(lost.count == 2)
        for (number, id) in lost.enumerated() {
            let due = Self.missing(Set(lost.dropFirst(number)), sales)
            #expect(!due.isEmpty)
            try await Self.expect(due, in: shop)
            try await shop.postbox.bring(id)
        }
        try await Self.checkWhole(
            shop,
            sales,
            sandbox: Set(sold.filter { $0.environment == .sandbox }.map(\.transactionId))
        )
        let doubled = try await Self.plantDouble(in: shop, sales)
        try await Self.expect([doubled.difference], suspect: doubled.id, in: shop)
        let wrong = try await Self.plantPrice(in: shop, sales)
        try await Self.expect([doubled.difference, wrong.difference].sorted(), suspect: wrong.id, in: shop)
        try await shop.stop()
    }

    private static func fetch(_ shop: SoldYear) async throws {
        let fetch = try await shop.fetchReports()
        #expect(fetch.failures == [] && fetch.imported > 300, "\(fetch)")
        let again = try await shop.fetchReports()
        #expect(again.imported == 0 && again.withoutSales == 0 && again.failures == [], "\(again)")
    }

    /// A year without refunds, offers and new prices would prove little.
    private static func checkVariety(_ sales: [SaleRecord], _ sold: [TransactionPayload]) throws {
        #expect(Set(sales.map(\.storefront)).count == 10)
        #expect(sold.contains { $0.environment == .sandbox && ($0.price ?? 0) > 0 })
        #expect(sales.count > 10 * customers && sales.contains { $0.units < 0 })
        #expect(sold.contains { $0.offerType == .introductory } && sold.contains { $0.offerType == .promotional })
        let prices = Dictionary(grouping: sales) { "\($0.product) \($0.storefront)" }
            .mapValues { Set($0.map(\.customerPrice)).count }
        #expect(prices.values.contains { $0 > 1 })
        #expect(sold.contains { $0.isUpgraded == true } && sold.contains { $0.revocationDate != nil })
    }

    // MARK: - By day and by fiscal month

    /// Differences by Pacific day, and the same ones by the fiscal months that they fall into.
    private static func expect(
        _ differences: [Difference],
        suspect: TransactionID? = nil,
        in shop: SoldYear
    ) async throws {
        let (days, code) = try await shop.reconcile(SoldYear.days.first, SoldYear.days.last)
        #expect(code == 1 && days.exceedsThreshold)
        #expect(found(days) == differences.sorted())
        if let suspect { #expect(days.unexplained.contains { $0.suspects.contains { $0.transaction == suspect } }) }
        checkTotals(days)
        for (name, differences) in try byMonth(differences) {
            let (month, code) = try await shop.reconcile(name)
            #expect(code == 1)
            #expect(found(month) == differences, "\(name)")
            for item in month.unexplained where item.finding != "missing" {
                #expect(!item.suspects.isEmpty)
                let suspects = Set(item.suspects.map(\.transaction))
                let named = days.unexplained.first { $0.finding == item.finding && $0.product == item.product }
                #expect(named?.suspects.first.map { suspects.contains($0.transaction) } == true)
            }
            checkTotals(month)
        }
    }

    /// The same differences by the names of their fiscal months, where those of one group are one.
    private static func byMonth(_ differences: [Difference]) throws -> [String: [Difference]] {
        var sums: [String: [Difference: Int64]] = [:]
        for difference in differences {
            let month = Commerce.FiscalMonth(containing: try #require(CivilDay(difference.day)))
            var key = difference
            (key.day, key.amount) = (month.firstDay.description, 0)
            sums[month.description, default: [:]][key, default: 0] += difference.amount
        }
        return sums.mapValues(Self.list)
    }

    private static func list(_ sums: [Difference: Int64]) -> [Difference] {
        sums.map { key, amount in
            var difference = key
            difference.amount = amount
            return difference
        }
        .sorted()
    }

    private static func found(_ body: ReconciliationBody) -> [Difference] {
        body.unexplained.map {
            Difference(
                finding: $0.finding,
                product: $0.product.rawValue,
                storefront: $0.storefront.rawValue,
                currency: $0.currency.rawValue,
                day: $0.day,
                amount: $0.difference
            )
        }
        .sorted()
    }

    /// Both sides are listed completely: what Apple has more is what is explained and what is not.
    private static func checkTotals(_ body: ReconciliationBody) {
        for total in body.totals {
            let unexplained = body.unexplained.filter { $0.currency == total.currency }.map(\.difference)
            #expect(total.reported - total.ours == total.explained + unexplained.reduce(0, +), "\(total)")
            #expect(total.unexplained == unexplained.reduce(0) { $0 + abs($1) })
        }
    }

    /// The year and each of its fiscal months: to the cent, every explanation recomputed from the App Store's own
    /// books.
    private static func checkWhole(
        _ shop: SoldYear,
        _ sales: [SaleRecord],
        sandbox: Set<TransactionID>
    ) async throws {
        let (days, code) = try await shop.reconcile(SoldYear.days.first, SoldYear.days.last)
        #expect(code == 0 && days.unexplained == [] && days.totals.allSatisfy { $0.unexplained == 0 })
        #expect(days.matched > 8 * customers && days.totals.count >= 9)
        checkTotals(days)
        for total in days.totals {
            let own = sales.filter { $0.currency == total.currency }
            #expect(total.reported == own.reduce(0) { $0 + reported($1) }, "\(total)")
        }
        #expect(days.explained.contains { $0.explanation == "sandbox" })
        let records = Dictionary(grouping: sales, by: \.transaction)
        for item in days.explained { check(item, records, sandbox, period: .day) }
        for name in SoldYear.months {
            let (month, code) = try await shop.reconcile(name)
            #expect(code == 0 && month.unexplained == [] && month.matched > 0, "\(name): \(month.unexplained)")
            checkTotals(month)
            for item in month.explained { check(item, records, sandbox, period: .fiscalMonth) }
        }
    }

    private static func check(
        _ item: ReconciliationBody.Explained,
        _ records: [TransactionID: [SaleRecord]],
        _ sandbox: Set<TransactionID>,
        period: ReconciliationPolicy.Period
    ) {
        guard let sale = item.sale else {
            Issue.record("an explanation without its transaction: \(item)")
            return
        }
        let recorded = records[sale.transaction] ?? []
        switch item.explanation {
        case "zero-price": #expect(sale.amount == 0 && item.difference == 0)
        case "sandbox": #expect(sandbox.contains(sale.transaction) && recorded.isEmpty && item.difference == 0)
        case "upgrade", "rounding", "refund-in-another-period", "day-boundary":
            guard let row = item.row else {
                Issue.record("\(item.explanation) without Apple's row: \(sale)")
                return
            }
            let units = Int64(sale.amount < 0 ? -sale.quantity : sale.quantity)
            #expect(row.unitPrice * units - sale.amount == item.difference)
            let isRecorded = recorded.contains { record in
                let day = ReportingZone.pacific.day(of: record.date)
                let named = period == .day ? day : Commerce.FiscalMonth(containing: day).firstDay
                return abs(abs(record.customerPrice) - row.unitPrice) <= 5 && named.description == row.day
                    && (record.units < 0) == (sale.amount < 0)
            }
            #expect(isRecorded, "\(item.explanation) \(sale) \(row)")
        default: Issue.record("nothing of this kind happened: \(item)")
        }
    }

    // MARK: - What is wrong on purpose

    /// What a line of the books comes to in a report, whose prices have two decimals; below zero when money went back.
    private static func reported(_ record: SaleRecord) -> Int64 {
        Int64(record.units) * ((abs(record.customerPrice) + 5) / 10 * 10)
    }

    /// What Apple's books have of some transactions, group by group.
    private static func missing(_ lost: Set<TransactionID>, _ sales: [SaleRecord]) -> [Difference] {
        var sums: [Difference: Int64] = [:]
        for record in sales where lost.contains(record.transaction) && record.customerPrice != 0 {
            let key = Difference(
                finding: "missing",
                product: record.product.rawValue,
                storefront: record.storefront.rawValue,
                currency: record.currency.rawValue,
                day: ReportingZone.pacific.day(of: record.date).description,
                amount: 0
            )
            sums[key, default: 0] += reported(record)
        }
        return list(sums)
    }

    /// A sale of a product in the middle of a day, whose money never went back.
    private static func matched(_ product: ProductID, _ sales: [SaleRecord]) throws -> SaleRecord {
        let moved = Dictionary(grouping: sales, by: \.transaction)
        let sale = sales.first { record in
            let day = ReportingZone.pacific.day(of: record.date)
            let hours = record.date.timeIntervalSince(ReportingZone.pacific.start(of: day)) / 3600
            return record.product == product && moved[record.transaction]?.count == 1 && (3...20).contains(hours)
        }
        return try #require(sale, "no \(product) was sold and kept")
    }

    /// A transaction that was processed twice, the second time under another number.
    private static func plantDouble(
        in shop: SoldYear,
        _ sales: [SaleRecord]
    ) async throws -> (id: TransactionID, difference: Difference) {
        let sale = try matched("coins", sales)
        let known = try #require(try await shop.appStore.engine.transaction(sale.transaction.rawValue))
        var twin = known.transaction
        twin.transactionId = "9999999999999999"
        twin.originalTransactionId = "9999999999999999"
        try await shop.show(twin, by: known.customer)
        return (
            twin.transactionId, difference("extra", sale, amount: -sale.customerPrice * Int64(sale.units))
        )
    }

    /// A document with a price that no one paid.
    private static func plantPrice(
        in shop: SoldYear,
        _ sales: [SaleRecord]
    ) async throws -> (id: TransactionID, difference: Difference) {
        let sale = try matched("chest", sales)
        let known = try #require(try await shop.appStore.engine.transaction(sale.transaction.rawValue))
        var dear = known.transaction
        dear.price = (dear.price ?? 0) + 1000 * Int64(sale.units)
        dear.signedDate = shop.appStore.now
        try await shop.show(dear, by: known.customer)
        return (dear.transactionId, difference("price-mismatch", sale, amount: -1000 * Int64(sale.units)))
    }

    private static func difference(_ finding: String, _ sale: SaleRecord, amount: Int64) -> Difference {
        Difference(
            finding: finding,
            product: sale.product.rawValue,
            storefront: sale.storefront.rawValue,
            currency: sale.currency.rawValue,
            day: ReportingZone.pacific.day(of: sale.date).description,
            amount: amount
        )
    }
}
