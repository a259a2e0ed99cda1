// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The refunded amount when several documents record one refund.
@Suite struct RefundSalesTests {
    @Test func `a document that is signed after the renewal was charged counts, where nothing was refunded`() {
        var purchases = PurchaseHistory()
        let trial = Offer(type: .introductory, discount: .freeTrial)
        let first = purchases.transaction("11", from: .utc("2026-01-01"), to: .utc("2026-02-01")) { $0.offer = trial }
        purchases.transaction("12", from: .utc("2026-02-01"), to: .utc("2026-03-01")) { $0.reason = .renewal }
        purchases.again(first, signed: .utc("2026-02-10")) { $0.offer = nil }
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(sales.first { $0.transactionID == "12" }?.paidServiceDays == 31)
    }

    @Test func `a refund that was in force when the renewal was charged takes its own period's service alone`() {
        var purchases = PurchaseHistory()
        purchases.transaction("10", from: .utc("2025-12-01"), to: .utc("2026-01-01"))
        let second = purchases.transaction("11", from: .utc("2026-01-01"), to: .utc("2026-02-01"))
        purchases.refund(second, on: .utc("2026-01-20"))
        purchases.transaction("12", from: .utc("2026-02-01"), to: .utc("2026-03-01")) { $0.reason = .renewal }
        purchases.again(second, signed: .utc("2026-02-10")) { _ in }
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(sales.first { $0.transactionID == "12" }?.paidServiceDays == 31)
    }

    @Test func `a refund whose date is corrected is one refund, and a free trial gives nothing back`() {
        for price: Int64 in [9990, 0] {
            var purchases = PurchaseHistory()
            let bought = purchases.transaction("11", from: .utc("2026-01-01"), to: .utc("2026-02-01")) {
                $0.price = Money(milliunits: price, currency: "USD")
            }
            purchases.refund(bought, on: .utc("2026-01-10"))
            purchases.again(bought, signed: .utc("2026-01-13")) {
                $0.revocation = Revocation(date: .utc("2026-01-12"), type: .refundFull)
            }
            let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
            #expect(sales.dropFirst().map(\.instant) == (price > 0 ? [.utc("2026-01-12")] : []))
        }
    }

    @Test func `a one-time purchase is not after paid service`() {
        var purchases = PurchaseHistory()
        purchases.transaction("11", "gems", from: .utc("2026-01-01")) { $0.productType = .consumable }
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(sales.map(\.isAfterPaidYear) == [false] && sales.map(\.paidServiceDays) == [0])
        // Neither the document nor the catalog has a price.
        #expect(sales.map(\.price.milliunits) == [0] && sales.map(\.isPriceAssumed) == [true])
    }

    @Test(arguments: [("2026-01-31 22:30:00", 0), ("2026-01-31 23:30:00", 31)])
    func `a refund after a renewal was charged leaves the paid service before it`(refunded: String, days: Int) {
        #expect(daysBeforeRenewal { $0.refund($1, on: .utc(refunded)) } == days)
    }

    @Test func `a report and another purchase's document prove no refund`() {
        for (rank, lineage) in [(FactRank.reported, "1"), (.signed, "2"), (.signed, "1")]
            as [(FactRank, OriginalTransactionID)]
        {
            var purchases = PurchaseHistory()
            var bought = purchases.transaction("11", from: .utc("2026-01-01"), to: .utc("2026-02-01")) {
                $0.price = Money(milliunits: 9990, currency: "USD")
            }
            bought.revocation = Revocation(date: .utc("2026-01-10"), type: .refundFull)
            var other = PurchaseHistory(lineage: lineage)
            other.record(.transaction(bought), at: .utc("2026-01-10"), rank: rank)
            let facts = purchases.facts + other.facts
            let sales = LineageSales.sales(of: facts, lineage: "1", scope: .app, catalog: .reader)
            #expect(sales.map(\.amount) == (rank == .signed && lineage == "1" ? [9990, -9990] : [9990]))
        }
    }

    private static let date = Date.utc("2026-03-05")

    private func moves(_ purchases: PurchaseHistory) -> [Int64] {
        LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: Catalog(bundleID: "", products: []))
            .map { $0.direction == .sale ? $0.price.milliunits : -$0.price.milliunits }
    }

    private func bought(_ purchases: inout PurchaseHistory) -> Transaction {
        purchases.transaction(from: .utc("2026-03-01")) { $0.price = Money(milliunits: 10_000, currency: "USD") }
    }

    private func record(
        _ purchases: inout PurchaseHistory,
        _ bought: Transaction,
        signed: String,
        type: RevocationType? = nil,
        percentage: Int? = nil
    ) {
        purchases.again(bought, signed: .utc(signed)) {
            $0.revocation = Revocation(date: Self.date, type: type, percentage: percentage)
        }
    }

    @Test func `a refund whose part is reported later is booked with that part`() {
        var purchases = PurchaseHistory()
        let bought = bought(&purchases)
        record(&purchases, bought, signed: "2026-03-05")
        record(&purchases, bought, signed: "2026-03-06", percentage: 50_000)
        #expect(moves(purchases) == [10_000, -5000])
        record(&purchases, bought, signed: "2026-03-07", percentage: 75_000)
        #expect(moves(purchases) == [10_000, -7500])
    }

    @Test func `a document that tells no part does not undo one that did`() {
        var purchases = PurchaseHistory()
        var bought = bought(&purchases)
        record(&purchases, bought, signed: "2026-03-05")
        record(&purchases, bought, signed: "2026-03-06", type: .refundProrated, percentage: 50_000)
        bought.revocation = Revocation(date: Self.date)
        purchases.receipt([bought], asked: .utc("2026-03-07"))
        #expect(moves(purchases) == [10_000, -5000])
        record(&purchases, bought, signed: "2026-03-08")
        #expect(moves(purchases) == [10_000, -5000])
    }

    @Test func `a part of a refund becomes all of it when a document says so`() {
        var purchases = PurchaseHistory()
        let bought = bought(&purchases)
        record(&purchases, bought, signed: "2026-03-06", type: .refundProrated, percentage: 50_000)
        record(&purchases, bought, signed: "2026-03-07", type: .refundFull)
        #expect(moves(purchases) == [10_000, -10_000])
    }

    @Test func `what a reversal gives back is the part that was taken last`() {
        var purchases = PurchaseHistory()
        let bought = bought(&purchases)
        record(&purchases, bought, signed: "2026-03-05")
        record(&purchases, bought, signed: "2026-03-06", percentage: 50_000)
        purchases.again(bought, signed: .utc("2026-03-08")) { _ in }
        #expect(moves(purchases) == [10_000, -5000, 5000])
    }

    // MARK: - The paid service before a renewal

    /// The days of paid service before a renewal that Apple charged at 23:00 on January 31.
    private func daysBeforeRenewal(_ change: (inout PurchaseHistory, Transaction) -> Void) -> Int? {
        var purchases = PurchaseHistory()
        let first = purchases.transaction("11", from: .utc("2026-01-01"), to: .utc("2026-02-01"))
        purchases.transaction(
            "12",
            from: .utc("2026-02-01"),
            to: .utc("2026-03-01"),
            signed: .utc("2026-01-31 23:00:00")
        ) {
            $0.reason = .renewal
        }
        change(&purchases, first)
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        return sales.first { $0.transactionID == "12" }?.paidServiceDays
    }

    @Test(arguments: [("2026-01-12", 31), ("2026-01-31 23:00:00", 31), ("2026-01-31 23:00:01", 0)])
    func `a refund that Apple reversed by the instant of the charge takes no paid service`(
        reversed: String,
        days: Int
    ) {
        let found = daysBeforeRenewal { purchases, first in
            purchases.refund(first, on: .utc("2026-01-10"))
            purchases.again(first, signed: .utc(reversed)) { _ in }
        }
        #expect(found == days)
    }

    @Test func `a refund before the charge takes the paid service, though Apple reported it afterward`() {
        let found = daysBeforeRenewal { purchases, first in
            purchases.again(first, signed: .utc("2026-02-10")) {
                $0.revocation = Revocation(date: .utc("2026-01-20"), type: .refundFull)
            }
        }
        #expect(found == 0)
    }

    // MARK: - Amounts and causes

    @Test(arguments: [(1, 1), (9990, 0), (9990, 1)] as [(Int64, Int)])
    func `a refund gives back all of a price, however low, and however many the document counts`(
        price: Int64,
        quantity: Int
    ) {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2026-03-01")) {
            $0.price = Money(milliunits: price, currency: "USD")
            $0.quantity = quantity
        }
        purchases.refund(bought, on: Self.date)
        #expect(moves(purchases) == [price, -price])
    }

    @Test(arguments: [(nil, false), (50_000, true), (99_999, true), (100_000, false)] as [(Int?, Bool)])
    func `only a refund of less than the whole is worked out as a share`(percentage: Int?, isShare: Bool) {
        var purchases = PurchaseHistory()
        let bought = bought(&purchases)
        record(&purchases, bought, signed: "2026-03-05", percentage: percentage)
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(sales.map(\.isShare) == [false, isShare])
    }

    static let causes: [(TransactionReason?, TransactionID, Bool, RecordedSale.Cause)] = [
        // What the document of a transaction of the purchase "1" states as its reason, and whether it has an end.
        (nil, "1", true, .purchase), (nil, "1", false, .purchase), (nil, "12", true, .renewal),
        (nil, "12", false, .purchase), (.purchase, "12", true, .purchase), (.renewal, "1", true, .renewal),
    ]

    @Test(arguments: causes)
    func `where no document states the reason, each later transaction of a subscription is a renewal`(
        reason: TransactionReason?,
        id: TransactionID,
        hasEnd: Bool,
        cause: RecordedSale.Cause
    ) {
        var purchases = PurchaseHistory()
        purchases.transaction(id, from: .utc("2026-03-01"), to: hasEnd ? .utc("2026-04-01") : nil) {
            $0.reason = reason
        }
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(sales.map(\.cause) == [cause])
    }
}
