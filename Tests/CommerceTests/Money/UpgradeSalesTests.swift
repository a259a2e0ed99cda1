// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What goes back when a period is refunded and when a better plan takes over, in either order.
@Suite struct UpgradeSalesTests {
    private func moves(_ purchases: PurchaseHistory) -> [Int64] {
        LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: Catalog(bundleID: "", products: []))
            .filter { $0.productID == "yearly" }.map {
                $0.direction == .sale ? $0.price.milliunits : -$0.price.milliunits
            }
    }

    private func year(_ purchases: inout PurchaseHistory) -> Transaction {
        purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2024-01-01")) {
            $0.price = Money(milliunits: 36_500, currency: "GBP")
        }
    }

    @Test func `a refund gives all of it back, though an upgrade followed after Apple reversed it`() {
        var purchases = PurchaseHistory()
        let year = year(&purchases)
        purchases.refund(year, on: .utc("2023-02-01"))
        purchases.again(year, signed: .utc("2023-03-01")) { _ in }
        purchases.again(year, signed: .utc("2023-10-23")) { $0.isUpgraded = true }
        purchases.transaction(nil, "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23"))
        #expect(moves(purchases) == [36_500, -36_500, 36_500, -7_000])
    }

    @Test func `what an upgrade gave back before a refund does not go back again`() {
        var purchases = PurchaseHistory()
        var year = year(&purchases)
        year.isUpgraded = true
        purchases.again(year, signed: .utc("2023-10-23")) { _ in }
        purchases.transaction(nil, "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23"))
        purchases.refund(year, on: .utc("2023-11-01"))
        #expect(moves(purchases) == [36_500, -7_000, -29_500])
    }

    @Test func `a period that becomes known after the better plan was bought gives its rest back`() {
        var purchases = PurchaseHistory()
        purchases.transaction(
            "11",
            "yearly",
            from: .utc("2023-01-01"),
            to: .utc("2024-01-01"),
            signed: .utc("2023-11-01")
        ) {
            $0.price = Money(milliunits: 36_500, currency: "GBP")
        }
        purchases.transaction("12", "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23")) { $0.reason = .purchase }
        #expect(moves(purchases) == [36_500, -7_000])
    }

    @Test(arguments: [RevocationType.refundFull, .refundProrated])
    func `an upgrade of which only the refund's document tells counts from when the better plan was bought`(
        type: RevocationType
    ) {
        var purchases = PurchaseHistory()
        var year = year(&purchases)
        purchases.transaction(nil, "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23")) { $0.reason = .purchase }
        year.isUpgraded = true
        purchases.refund(year, on: .utc("2023-11-01"), type: type)
        #expect(moves(purchases) == [36_500, -7_000, -29_500])
    }
}
