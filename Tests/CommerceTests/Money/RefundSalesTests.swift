// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The refunded amount when several documents record one refund.
@Suite struct RefundSalesTests {
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
}
