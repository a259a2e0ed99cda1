// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What goes back when a period is refunded and when a better plan takes over, in either order.
@Suite struct UpgradeSalesTests {
    private func sales(_ purchases: PurchaseHistory) -> [RecordedSale] {
        LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: Catalog(bundleID: "", products: []))
            .filter { $0.productID == "yearly" }
    }

    private func moves(_ purchases: PurchaseHistory) -> [Int64] { sales(purchases).map(\.amount) }

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

    /// A year that is upgraded and then refunded.
    private func refundedUpgrade() -> PurchaseHistory {
        var purchases = PurchaseHistory()
        var year = year(&purchases)
        year.isUpgraded = true
        purchases.again(year, signed: .utc("2023-10-23")) { _ in }
        purchases.transaction(nil, "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23"))
        purchases.refund(year, on: .utc("2023-11-01"))
        return purchases
    }

    @Test func `what an upgrade gave back before a refund does not go back again`() {
        let purchases = refundedUpgrade()
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

    // MARK: - When the better plan took over

    static let plans: [(String, TransactionReason, String?, Int64)] = [
        // When and why another plan was bought, when a document last reported no upgrade, and what went back for the rest.
        // Where no plan tells, it counts from the document of December 1 on.
        ("2023-10-23", .purchase, nil, 7000), ("2023-10-23", .purchase, "2023-10-23", 7000),
        ("2023-10-23", .purchase, "2023-10-23 00:00:01", 3100), ("2023-11-23", .renewal, nil, 3100),
        ("2023-01-01", .purchase, nil, 3100), ("2023-12-01", .purchase, nil, 3100),
    ]

    @Test(arguments: plans)
    func `of a refunded period the purchase of another plan since the last document tells when that took over`(
        bought: String,
        reason: TransactionReason,
        unchanged: String?,
        rest: Int64
    ) {
        var purchases = PurchaseHistory()
        var year = year(&purchases)
        if let unchanged { purchases.again(year, signed: .utc(unchanged)) { _ in } }
        purchases.transaction(nil, "pro", from: .utc(bought), to: .utc(bought) + 30 * 86_400) { $0.reason = reason }
        year.isUpgraded = true
        purchases.refund(year, on: .utc("2023-12-01"))
        #expect(moves(purchases).sorted() == [rest - 36_500, -rest, 36_500])
    }

    @Test func `a refund of the instant at which the better plan was bought leaves the rest to the upgrade`() {
        var purchases = PurchaseHistory()
        var year = year(&purchases)
        purchases.transaction(nil, "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23")) { $0.reason = .purchase }
        year.isUpgraded = true
        purchases.refund(year, on: .utc("2023-10-23"))
        #expect(moves(purchases).sorted() == [-29_500, -7000, 36_500])
    }

    @Test func `the end of Family Sharing is not when the better plan took over`() {
        var purchases = PurchaseHistory()
        var year = year(&purchases)
        purchases.transaction(nil, "pro", from: .utc("2023-10-23"), to: .utc("2023-11-23")) { $0.reason = .purchase }
        year.isUpgraded = true
        year.revocation = Revocation(date: .utc("2023-06-01"), type: .familyRevoke)
        purchases.again(year, signed: .utc("2023-12-01")) { _ in }
        #expect(moves(purchases) == [36_500, -7000])
    }

    @Test func `a renewal that was charged before the move to a better plan goes back when Apple reports that`() {
        var purchases = PurchaseHistory()
        purchases.transaction("11", "yearly", from: .utc("2022-01-01"), to: .utc("2023-01-01"))
        let renewal = purchases.transaction(
            "12",
            "yearly",
            from: .utc("2023-01-01"),
            to: .utc("2024-01-01"),
            signed: .utc("2022-12-31 12:00:00")
        ) {
            $0.reason = .renewal
            $0.price = Money(milliunits: 36_500, currency: "GBP")
        }
        purchases.transaction("13", "pro", from: .utc("2022-12-31 18:00:00"), to: .utc("2023-01-31")) {
            $0.reason = .purchase
        }
        purchases.again(renewal, signed: .utc("2022-12-31 19:00:00")) { $0.isUpgraded = true }
        let rest = sales(purchases).filter { $0.transactionID == "12" && $0.cause == .upgrade }
        #expect(rest.map(\.amount) == [-36_500] && rest.map(\.instant) == [.utc("2022-12-31 19:00:00")])
    }

    // MARK: - How much goes back

    static let prices: [(Int64, String, [Int64])] = [
        // The price of a year, when a better plan took over, and what moved.
        (36_500, "2023-12-31", [36_500, -100]), (1, "2023-03-01", [1, -1]), (1, "2023-12-01", [1]),
        (0, "2023-03-01", [0]), (36_500, "2024-01-01", [36_500]),
    ]

    @Test(arguments: prices)
    func `what an upgrade leaves goes back, unless it is nothing`(price: Int64, bought: String, expected: [Int64]) {
        var purchases = PurchaseHistory()
        let year = purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2024-01-01")) {
            $0.price = Money(milliunits: price, currency: "GBP")
        }
        purchases.transaction(nil, "pro", from: .utc(bought), to: .utc("2024-06-01")) { $0.reason = .purchase }
        purchases.again(year, signed: .utc(bought)) { $0.isUpgraded = true }
        #expect(moves(purchases) == expected)
    }

    @Test func `a period of half a minute that was over before the better plan leaves nothing`() {
        var purchases = PurchaseHistory()
        let end = Date.utc("2023-01-01 00:00:30")
        let bought = purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: end) {
            $0.price = Money(milliunits: 36_500, currency: "GBP")
        }
        purchases.again(bought, signed: end + 30) { $0.isUpgraded = true }
        #expect(moves(purchases) == [36_500])
    }

    @Test func `what is refunded beside an upgrade may differ by its share and by a day's price, as the rest may`() {
        let purchases = refundedUpgrade()
        let back = sales(purchases).filter { $0.direction == .refund }
        #expect(back.map(\.cause) == [.upgrade, .refund] && back.map(\.isShare) == [true, true])
        #expect(back.map(\.dayPrice) == [100, 100])
    }

    @Test(arguments: [("2023-03-02", -12_000), ("2023-03-02 00:00:01", -16_000)] as [(String, Int64)])
    func `seats that were refunded by the instant of the upgrade do not go back again`(refunded: String, rest: Int64) {
        var purchases = PurchaseHistory()
        // Four seats for 100 days, of which 60 are over when the better plan takes over.
        let bought = purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2023-04-11")) {
            $0.quantity = 4
            $0.price = Money(milliunits: 10_000, currency: "GBP")
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        }
        purchases.again(bought, signed: .utc(refunded)) { $0.multiSeatInfo?.revokedSeatQuantity = 1 }
        purchases.transaction(nil, "pro", from: .utc("2023-03-02"), to: .utc("2023-04-02")) { $0.reason = .purchase }
        #expect(moves(purchases).sorted() == [rest, -10_000, 40_000])
    }
}
