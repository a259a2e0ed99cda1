// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct ClockTests {
    @Test(arguments: [
        (RenewalRate.sandboxThreeMinutes, [180, 180, 360, 540, 1080, 2160]),
        (.sandboxFiveMinutes, [180, 300, 600, 900, 1800, 3600]),
        (.sandboxFifteenMinutes, [300, 900, 1800, 2700, 5400, 10_800]),
        (.sandboxThirtyMinutes, [600, 1800, 3600, 5400, 10_800, 21_600]),
        (.sandboxHour, [900, 3600, 7200, 10_800, 21_600, 43_200]),
        (.monthly(seconds: 30), [10, 30, 60, 90, 180, 360]),
        (.every(seconds: 2), [2, 2, 2, 2, 2, 2]),
        (.daily, [86_400, 86_400, 86_400, 86_400, 86_400, 86_400]),
    ])
    func `periods have the table's lengths`(rate: RenewalRate, seconds: [Int]) {
        let periods: [BillingPeriod] = [
            .week, .month, BillingPeriod(2, .month), BillingPeriod(3, .month), BillingPeriod(6, .month), .year,
        ]
        let start = Date.day(2026, 1, 31)
        let lengths = periods.map { Int(rate.end(of: $0, from: start, anchorDay: 31).timeIntervalSince(start)) }
        #expect(lengths == seconds)
    }

    @Test(arguments: [
        (RenewalRate.sandboxThreeMinutes, 154, 90, 360), (.sandboxFiveMinutes, 154, 150, 600),
        (.sandboxFifteenMinutes, 257, 450, 1800), (.sandboxThirtyMinutes, 514, 900, 3600),
        (.sandboxHour, 771, 1800, 7200), (.monthly(seconds: 30), 9, 15, 60), (.every(seconds: 10), 10, 10, 20),
    ])
    func `grace and retry have the table's lengths`(rate: RenewalRate, weekly: Int, other: Int, retry: Int) {
        #expect(rate.graceSeconds(days: 16, for: .week) == weekly)
        #expect(rate.graceSeconds(days: 16, for: .month) == other)
        #expect(rate.retrySeconds == retry)
    }

    @Test(arguments: [RenewalRate.every(seconds: 0), .every(seconds: -1), .monthly(seconds: 0), .monthly(seconds: -9)])
    func `a period has a length whatever was written down`(rate: RenewalRate) {
        let start = Date.day(2026, 1, 31)
        for period in [BillingPeriod.week, .month, .year] {
            #expect(rate.end(of: period, from: start, anchorDay: 31) > start)
        }
    }

    @Test func `in real time a weekly subscription has six days of grace`() {
        #expect(RenewalRate.realTime.graceSeconds(days: 16, for: .week) == 6 * 86_400)
        #expect(RenewalRate.realTime.graceSeconds(days: 3, for: .week) == 3 * 86_400)
        #expect(RenewalRate.realTime.graceSeconds(days: 28, for: .month) == 28 * 86_400)
    }

    @Test(arguments: [
        (2025, 1, 31, [(2, 28), (3, 31), (4, 30), (5, 31)]), (2024, 1, 30, [(2, 29), (3, 30), (4, 30), (5, 30)]),
        (2025, 8, 29, [(9, 29), (10, 29), (11, 29), (12, 29)]),
    ])
    func `months that are too short do not move the day for good`(
        year: Int,
        month: Int,
        day: Int,
        days: [(Int, Int)]
    )
        throws
    {
        var store = try Store.withAlice(at: .day(year, month, day))
        try store.buy("silver.plus")
        store.advance(to: .day(year, month + 4, 1))
        let ends = store.history.transactions.compactMap(\.transaction.expiresDate).prefix(4)
        #expect(Array(ends) == days.map { Date.day(year, $0.0, $0.1) }.prefix(ends.count).map { $0 })
    }

    @Test func `months after a trial are counted from its end`() throws {
        var store = try Store.withAlice(at: .day(2026, 1, 25))
        try store.buy("gold")
        store.advance(to: .day(2026, 4, 5))
        let ends = store.history.transactions.map(\.transaction.expiresDate)
        #expect(ends == [.day(2026, 2, 1), .day(2026, 3, 1), .day(2026, 4, 1), .day(2026, 5, 1)])
    }

    @Test func `a year from the leap day ends on 28 February, and on the 29th when there is one`() {
        let rate = RenewalRate.realTime
        #expect(rate.end(of: .year, from: .day(2024, 2, 29), anchorDay: 29) == .day(2025, 2, 28))
        #expect(rate.end(of: .year, from: .day(2027, 2, 28), anchorDay: 29) == .day(2028, 2, 29))
    }

    @Test func `days and their counts are each other's inverse`() {
        for days in stride(from: -200_000, through: 200_000, by: 37) {
            #expect(CivilDate(daysSince1970: days).daysSince1970 == days)
        }
        #expect(CivilDate(daysSince1970: 0) == CivilDate(year: 1970, month: 1, day: 1))
        #expect(CivilDate(daysSince1970: 19_782) == CivilDate(year: 2024, month: 2, day: 29))
    }

    @Test func `the old sandbox renews six times a day`() throws {
        var store = try Store.withAlice(
            CustomerProfile(id: "alice", environment: .sandbox),
            settings: SimulatorSettings(sandbox: .oldSandbox)
        )
        try store.buy("silver.plus")
        store.advance(to: .day(2026, 1, 21))
        #expect(store.labels.count { $0 == "DID_RENEW" } == 6)
        #expect(store.labels.suffix(2) == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY"])
    }

    @Test func `a tester's own rate counts`() throws {
        var store = try Store.withAlice(
            CustomerProfile(id: "alice", environment: .sandbox, rate: .sandboxHour)
        )
        let transaction = try store.buy("silver.year")
        #expect(transaction.expiresDate?.timeIntervalSince(transaction.purchaseDate) == 43_200)
    }

    @Test func `a renewal charged early begins where the period before it ends`() throws {
        var settings = SimulatorSettings()
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 86_400)
        var store = try Store.subscribed(settings: settings)
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 19)) } == ["DID_RENEW"])
        let renewal = try #require(store.history.transactions.last?.transaction)
        #expect(renewal.purchaseDate == .day(2026, 2, 20))
        #expect(renewal.signedDate == .day(2026, 2, 19))
        #expect(store.store.truth(of: "alice").access.map(\.transaction.rawValue) != [renewal.transactionId.rawValue])
    }

    @Test func `a late renewal leaves a gap and ends nothing`() throws {
        var settings = SimulatorSettings()
        settings.production.renewalTiming = RenewalTiming(latePerMille: 1000, maximumLapseSeconds: 300)
        var store = try Store.subscribed(settings: settings)
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 21)) } == ["DID_RENEW"])
        let renewal = try #require(store.history.transactions.last?.transaction)
        let gap = renewal.purchaseDate.timeIntervalSince(.day(2026, 2, 20))
        #expect(gap >= 1 && gap <= 300)
    }

    @Test func `an instant in the past changes nothing`() throws {
        var store = try Store.subscribed()
        store.advance(to: .day(2025, 1, 1))
        #expect(store.store.now == .day(2026, 1, 20))
    }

    @Test func `retries are at least six, closer at first`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 20))
        var attempts: [Date] = []
        while let next = store.store.subscriptions(of: "alice").first?.nextDueDate, store.lastStatus == .billingRetry {
            attempts.append(next)
            store.advance(to: next)
        }
        #expect(attempts.count >= 7)
        #expect(attempts.first == .day(2026, 2, 21))
        #expect(attempts.last == .day(2026, 4, 21))
    }

    @Test func `S3's timeline: two months, a lapse because the card failed, a new date`() throws {
        var store = try Store.withAlice(at: .day(2018, 2, 20))
        try store.buy("silver.plus")
        store.advance(to: .day(2018, 4, 1))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2018, 6, 17))
        try store.perform(.changeCustomer("alice", .payment(.works)))
        let periods = store.history.transactions.map { [$0.transaction.purchaseDate, $0.transaction.expiresDate] }
        #expect(
            periods == [
                [.day(2018, 2, 20), .day(2018, 3, 20)], [.day(2018, 3, 20), .day(2018, 4, 20)],
                [.day(2018, 6, 17), .day(2018, 7, 17)],
            ]
        )
        #expect(
            store.labels == [
                "SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_FAIL_TO_RENEW", "DID_RENEW.BILLING_RECOVERY",
            ]
        )
    }
}
