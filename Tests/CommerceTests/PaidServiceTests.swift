// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Days of paid service, by the first article: offers count, trials and extensions do not, changes inside the group go
/// on counting, and (Apple) a lapse of more than 60 days begins again.
@Suite struct PaidServiceTests {
    func days(_ purchases: PurchaseHistory, at instant: Date) -> Int {
        purchases.history().paidService(asOf: instant).days
    }

    @Test func `paid days are counted as they go by`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2024-01-01"))
        #expect(days(purchases, at: .utc("2023-01-01")) == 0)
        #expect(days(purchases, at: .utc("2023-02-01")) == 31)
        #expect(days(purchases, at: .utc("2024-01-01")) == 365)
        #expect(purchases.history().paidService(asOf: .utc("2024-01-01")).isYear)
    }

    @Test func `a free trial does not count and a paid offer does`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-01-08")) {
            $0.offer = Offer(type: .introductory, discount: .freeTrial)
        }
        purchases.transaction(from: .utc("2023-01-08"), to: .utc("2023-02-08")) {
            $0.offer = Offer(type: .promotional, id: "half", discount: .payAsYouGo)
        }
        #expect(days(purchases, at: .utc("2023-02-08")) == 31)
    }

    @Test func `extended days do not count`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.again(first, signed: .utc("2023-01-10")) { $0.expirationDate = .utc("2023-03-01") }
        #expect(days(purchases, at: .utc("2023-03-01")) == 31)
    }

    @Test func `a change inside the group continues counting`() {
        var purchases = PurchaseHistory()
        let old = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.again(old, signed: .utc("2023-01-11")) { $0.isUpgraded = true }
        purchases.transaction(nil, "pro", from: .utc("2023-01-11"), to: .utc("2023-02-11"))
        #expect(days(purchases, at: .utc("2023-02-11")) == 10 + 31)
    }

    @Test func `a lapse of 60 days continues counting and one of 61 begins again`() {
        func purchases(back: Date, until: Date) -> PurchaseHistory {
            var purchases = PurchaseHistory()
            purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
            purchases.transaction(from: back, to: until)
            return purchases
        }
        // 60 days after 1 February 2023 is 2 April.
        #expect(days(purchases(back: .utc("2023-04-02"), until: .utc("2023-05-02")), at: .utc("2023-05-02")) == 31 + 30)
        #expect(days(purchases(back: .utc("2023-04-03"), until: .utc("2023-05-03")), at: .utc("2023-05-03")) == 30)
    }

    @Test func `the year is over for a customer who is gone for 60 days`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "yearly", from: .utc("2022-01-01"), to: .utc("2023-01-01"))
        #expect(purchases.history().paidService(asOf: .utc("2023-03-02")).isYear)
        #expect(!purchases.history().paidService(asOf: .utc("2023-03-03")).isYear)
    }

    @Test func `the thirteenth month is the first at 85 per cent`() {
        var purchases = PurchaseHistory()
        let schedule = RenewalSchedule(anchor: .utc("2023-01-15"), period: .month)
        for month in 0..<14 {
            purchases.transaction(from: schedule.renewalDate(month), to: schedule.renewalDate(month + 1))
        }
        let history = purchases.history()
        let flags = history.periods.map { history.isAfterPaidYear($0) }
        #expect(flags == Array(repeating: false, count: 12) + [true, true])
    }

    @Test func `a refunded period does not count`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.transaction(from: .utc("2023-02-01"), to: .utc("2023-03-01"))
        purchases.refund(first, on: .utc("2023-02-10"))
        #expect(days(purchases, at: .utc("2023-03-01")) == 28)
    }

    @Test func `of a period refunded in part the days before the refund count`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.refund(first, on: .utc("2023-01-11"), type: .refundProrated)
        purchases.transaction(from: .utc("2023-02-01"), to: .utc("2023-03-01"))
        #expect(days(purchases, at: .utc("2023-03-01")) == 10 + 28)
    }

    @Test func `what the team lets a customer keep after a refund is not paid service`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.refund(first, on: .utc("2023-01-21"))
        var policy = CommercePolicy.standard
        policy.refund.full = .fromItsDate
        #expect(purchases.history(policy).paidService(asOf: .utc("2023-02-01")).days == 0)
    }

    @Test func `a refund counts from its day on`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.refund(first, on: .utc("2023-02-10"))
        #expect(days(purchases, at: .utc("2023-02-09")) == 31)
        #expect(days(purchases, at: .utc("2023-02-10")) == 0)
    }

    @Test func `a plan that was refunded after it was left does not count`() {
        var purchases = PurchaseHistory()
        let old = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.again(old, signed: .utc("2023-01-11")) { $0.isUpgraded = true }
        purchases.transaction(nil, "pro", from: .utc("2023-01-11"), to: .utc("2023-02-11"))
        #expect(days(purchases, at: .utc("2023-01-31")) == 30)
        purchases.again(old, signed: .utc("2023-01-31")) {
            $0.isUpgraded = true
            $0.revocation = Revocation(date: .utc("2023-01-31"), type: .refundFull)
        }
        #expect(days(purchases, at: .utc("2023-01-31")) == 20)
    }

    @Test func `a payment keeps its rate when an earlier one is refunded, and when a refund is reversed`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(nil, "yearly", from: .utc("2022-01-01"), to: .utc("2023-01-01"))
        let second = purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2024-01-01"))
        func rates() -> [Bool] {
            LineageSales.sales(
                of: purchases.facts,
                lineage: "1",
                scope: .app,
                catalog: Catalog(bundleID: "", products: [])
            )
            .filter { $0.direction == .sale && $0.cause != .refundReversed }.map(\.isAfterPaidYear)
        }
        #expect(rates() == [false, true])
        purchases.refund(first, on: .utc("2023-01-05"))
        #expect(rates() == [false, true])
        purchases.refund(second, on: .utc("2023-02-05"))
        purchases.transaction(from: .utc("2023-02-10"), to: .utc("2023-03-10"))
        #expect(rates() == [false, true, false])
        // Both count again, and would make a year; when the month was paid they did not.
        purchases.again(first, signed: .utc("2023-03-01")) { _ in }
        purchases.again(second, signed: .utc("2023-03-02")) { _ in }
        #expect(rates() == [false, true, false])
        purchases.transaction(from: .utc("2023-03-10"), to: .utc("2023-04-10"))
        #expect(rates() == [false, true, false, true])
    }
}
