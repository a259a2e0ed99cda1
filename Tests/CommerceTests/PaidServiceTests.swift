// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Days of paid service, by the first article: offers count, trials and extensions do not, changes inside the group go
/// on counting, and (Apple) a lapse of more than 60 days begins anew.
@Suite struct PaidServiceTests {
    func days(_ story: Story, at instant: Date) -> Int { story.history().paidService(asOf: instant).days }

    @Test func `paid days are counted as they go by`() {
        var story = Story()
        story.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2024-01-01"))
        #expect(days(story, at: .utc("2023-01-01")) == 0)
        #expect(days(story, at: .utc("2023-02-01")) == 31)
        #expect(days(story, at: .utc("2024-01-01")) == 365)
        #expect(story.history().paidService(asOf: .utc("2024-01-01")).isYear)
    }

    @Test func `a free trial does not count and a paid offer does`() {
        var story = Story()
        story.transaction(from: .utc("2023-01-01"), to: .utc("2023-01-08")) {
            $0.offer = Offer(type: .introductory, discount: .freeTrial)
        }
        story.transaction(from: .utc("2023-01-08"), to: .utc("2023-02-08")) {
            $0.offer = Offer(type: .promotional, id: "half", discount: .payAsYouGo)
        }
        #expect(days(story, at: .utc("2023-02-08")) == 31)
    }

    @Test func `extended days do not count`() {
        var story = Story()
        let first = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.again(first, signed: .utc("2023-01-10")) { $0.expirationDate = .utc("2023-03-01") }
        #expect(days(story, at: .utc("2023-03-01")) == 31)
    }

    @Test func `a change inside the group goes on counting`() {
        var story = Story()
        let old = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.again(old, signed: .utc("2023-01-11")) { $0.isUpgraded = true }
        story.transaction(nil, "pro", from: .utc("2023-01-11"), to: .utc("2023-02-11"))
        #expect(days(story, at: .utc("2023-02-11")) == 10 + 31)
    }

    @Test func `a lapse of 60 days goes on counting and one of 61 begins anew`() {
        func story(back: Date, until: Date) -> Story {
            var story = Story()
            story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
            story.transaction(from: back, to: until)
            return story
        }
        // 60 days after 1 February 2023 is 2 April.
        #expect(days(story(back: .utc("2023-04-02"), until: .utc("2023-05-02")), at: .utc("2023-05-02")) == 31 + 30)
        #expect(days(story(back: .utc("2023-04-03"), until: .utc("2023-05-03")), at: .utc("2023-05-03")) == 30)
    }

    @Test func `the year is over for a customer who is gone for 60 days`() {
        var story = Story()
        story.transaction(nil, "yearly", from: .utc("2022-01-01"), to: .utc("2023-01-01"))
        #expect(story.history().paidService(asOf: .utc("2023-03-02")).isYear)
        #expect(!story.history().paidService(asOf: .utc("2023-03-03")).isYear)
    }

    @Test func `the thirteenth month is the first at 85 per cent`() {
        var story = Story()
        let schedule = RenewalSchedule(anchor: .utc("2023-01-15"), period: .month)
        for month in 0..<14 {
            story.transaction(from: schedule.renewalDate(month), to: schedule.renewalDate(month + 1))
        }
        let history = story.history()
        let flags = history.periods.map { history.isAfterPaidYear($0) }
        #expect(flags == Array(repeating: false, count: 12) + [true, true])
    }

    @Test func `a refunded period does not count`() {
        var story = Story()
        let first = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.transaction(from: .utc("2023-02-01"), to: .utc("2023-03-01"))
        story.refund(first, on: .utc("2023-02-10"))
        #expect(days(story, at: .utc("2023-03-01")) == 28)
    }

    @Test func `of a period refunded in part the days before the refund count`() {
        var story = Story()
        let first = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.refund(first, on: .utc("2023-01-11"), type: .refundProrated)
        story.transaction(from: .utc("2023-02-01"), to: .utc("2023-03-01"))
        #expect(days(story, at: .utc("2023-03-01")) == 10 + 28)
    }

    @Test func `what the team lets a customer keep after a refund is not paid service`() {
        var story = Story()
        let first = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.refund(first, on: .utc("2023-01-21"))
        var policy = CommercePolicy.standard
        policy.refund.full = .fromItsDate
        #expect(story.history(policy).paidService(asOf: .utc("2023-02-01")).days == 0)
    }

    @Test func `a refund counts from its day on`() {
        var story = Story()
        let first = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.refund(first, on: .utc("2023-02-10"))
        #expect(days(story, at: .utc("2023-02-09")) == 31)
        #expect(days(story, at: .utc("2023-02-10")) == 0)
    }

    @Test func `a plan that was refunded after it was left does not count`() {
        var story = Story()
        let old = story.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        story.again(old, signed: .utc("2023-01-11")) { $0.isUpgraded = true }
        story.transaction(nil, "pro", from: .utc("2023-01-11"), to: .utc("2023-02-11"))
        #expect(days(story, at: .utc("2023-01-31")) == 30)
        story.again(old, signed: .utc("2023-01-31")) {
            $0.isUpgraded = true
            $0.revocation = Revocation(date: .utc("2023-01-31"), type: .refundFull)
        }
        #expect(days(story, at: .utc("2023-01-31")) == 20)
    }

    @Test func `a payment keeps its rate when an earlier one is refunded, and when a refund is taken back`() {
        var story = Story()
        let first = story.transaction(nil, "yearly", from: .utc("2022-01-01"), to: .utc("2023-01-01"))
        let second = story.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2024-01-01"))
        func rates() -> [Bool] {
            LineageSales.sales(of: story.facts, lineage: "1", scope: .app, catalog: Catalog(bundleID: "", products: []))
                .filter { $0.direction == .sale && $0.cause != .refundReversed }.map(\.isAfterPaidYear)
        }
        #expect(rates() == [false, true])
        story.refund(first, on: .utc("2023-01-05"))
        #expect(rates() == [false, true])
        story.refund(second, on: .utc("2023-02-05"))
        story.transaction(from: .utc("2023-02-10"), to: .utc("2023-03-10"))
        #expect(rates() == [false, true, false])
        // Both count again, and would make a year; when the month was paid they did not.
        story.again(first, signed: .utc("2023-03-01")) { _ in }
        story.again(second, signed: .utc("2023-03-02")) { _ in }
        #expect(rates() == [false, true, false])
        story.transaction(from: .utc("2023-03-10"), to: .utc("2023-04-10"))
        #expect(rates() == [false, true, false, true])
    }
}
