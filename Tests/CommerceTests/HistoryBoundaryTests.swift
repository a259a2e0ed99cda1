// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The first and the last instant, and the smallest number, that a rule of the history counts.
@Suite struct HistoryBoundaryTests {
    private static let day: TimeInterval = 86_400

    // MARK: - Lapses

    static let lapses: [(Date?, Bool)] = [
        (nil, false), (.utc("2024-02-09"), false), (.utc("2024-02-10") - 1, false), (.utc("2024-02-10"), true),
        (.utc("2024-02-17"), true),
    ]

    @Test(arguments: lapses)
    func `a grace period that reaches the next period bridges the lapse`(grace: Date?, isBridged: Bool) {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.renewalInfo(signed: .utc("2024-02-01")) {
            ($0.isInBillingRetryPeriod, $0.gracePeriodExpirationDate) = (true, grace)
        }
        purchases.transaction(from: .utc("2024-02-10"), to: .utc("2024-03-10"))
        #expect(purchases.history().lapses.map(\.isBridged) == [isBridged])
    }

    @Test func `periods that touch leave no lapse`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.transaction(from: .utc("2024-02-01"), to: .utc("2024-03-01"))
        #expect(purchases.history().lapses.isEmpty)
    }

    // MARK: - Paid service

    @Test(arguments: [(0, true), (0.001, false), (-0.001, true)])
    func `a lapse of more than 60 days, by a millisecond, begins the paid service again`(
        later: TimeInterval,
        continues: Bool
    ) {
        let back = Date.utc("2023-02-01") + 60 * Self.day + later
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.transaction(from: back, to: back + 30 * Self.day)
        let service = purchases.history().paidService(asOf: back + 30 * Self.day)
        #expect(service.days == (continues ? 61 : 30))
        let start = continues ? .utc("2023-01-01") : back
        #expect(service.startDate?.millisecondsSince1970 == start.millisecondsSince1970)
    }

    @Test(arguments: [(0, true), (0.001, false)])
    func `paid service ends 60 days after the last period`(later: TimeInterval, lasts: Bool) {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        let service = purchases.history().paidService(asOf: .utc("2023-02-01") + 60 * Self.day + later)
        #expect(service.days == (lasts ? 31 : 0) && (service.startDate != nil) == lasts)
        #expect(service.milliseconds == (lasts ? 31 * 86_400_000 : 0))
    }

    @Test func `paid service after a long lapse counts from the first millisecond on`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.transaction(from: .utc("2023-06-01"), to: .utc("2023-07-01"))
        #expect(purchases.history().paidService(asOf: .utc("2023-07-01")).milliseconds == 30 * 86_400_000)
    }

    @Test(arguments: [(-0.001, false), (0, true)])
    func `a year of paid service has 365 days`(later: TimeInterval, isYear: Bool) {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "yearly", from: .utc("2023-01-01"), to: .utc("2025-01-01"))
        let service = purchases.history().paidService(asOf: .utc("2023-01-01") + 365 * Self.day + later)
        #expect(service.isYear == isYear && service.days == (isYear ? 365 : 364))
    }

    @Test func `paid service begins with the first period that was paid`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-01-08")) {
            $0.offer = Offer(type: .introductory, discount: .freeTrial)
        }
        purchases.transaction(from: .utc("2023-01-08"), to: .utc("2023-02-08"))
        let service = purchases.history().paidService(asOf: .utc("2023-02-08"))
        #expect(service.startDate == .utc("2023-01-08") && service.days == 31)
    }

    @Test(arguments: [(nil, 31), (0, 0), (1, 31), (4990, 31)] as [(Int64?, Int)])
    func `a period is paid unless its price is zero`(price: Int64?, days: Int) {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01")) {
            $0.price = price.map { Money(milliunits: $0, currency: "USD") }
        }
        #expect(purchases.history().paidService(asOf: .utc("2023-02-01")).days == days)
    }

    @Test func `a refund of which no document states the type takes all its days`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2023-01-01"), to: .utc("2023-02-01"))
        purchases.refund(bought, on: .utc("2023-01-20"), type: nil)
        #expect(purchases.history().paidService(asOf: .utc("2023-02-01")).days == 0)
    }

    @Test func `a millisecond that is added to a period extends it`() {
        let end = Date.utc("2024-02-01").millisecondsSince1970
        for (added, rule) in [(Int64(0), Rule.paidPeriod), (1, .extendedPeriod)] {
            var purchases = PurchaseHistory()
            let bought = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
            purchases.again(bought, signed: .utc("2024-01-02")) {
                $0.expirationDate = Date(millisecondsSince1970: end + added)
            }
            #expect(purchases.state(asOf: .utc("2024-01-15"))?.reason.rule == rule)
        }
    }

    @Test func `a period whose end was not known at first was not extended`() throws {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2024-01-01"))
        purchases.again(bought, signed: .utc("2024-01-02")) { $0.expirationDate = .utc("2024-02-01") }
        let period = try #require(purchases.history().periods.first)
        #expect(period.extensionMilliseconds == 0)
        #expect(purchases.state(asOf: .utc("2024-01-15"))?.reason.rule == .paidPeriod)
    }

    // MARK: - Times of access

    /// The times in which a month, and perhaps the next one, give access.
    private static func spans(
        leewayHours: Int64 = 0,
        isRenewed: Bool = false,
        _ change: (inout RenewalInfo) -> Void
    ) -> [[Date?]] {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.renewalInfo(signed: .utc("2024-01-01"), change)
        if isRenewed { purchases.transaction(from: .utc("2024-02-01"), to: .utc("2024-03-01")) }
        let policy = CommercePolicy(renewalLeewayMilliseconds: leewayHours * 3_600_000)
        return CustomerAccount(purchases, policy: policy).spans(of: "basic", asOf: .utc("2024-02-01"))
            .map { [$0.startDate, $0.endDate] }
    }

    private static let (month, next): ([Date?], [Date?]) = (
        [.utc("2024-01-01"), .utc("2024-02-01")], [.utc("2024-02-01"), .utc("2024-03-01")]
    )

    @Test func `a grace period that ends with its period adds no time`() {
        func times(_ grace: Date) -> [[Date?]] {
            Self.spans { ($0.isInBillingRetryPeriod, $0.gracePeriodExpirationDate) = (true, grace) }
        }
        #expect(times(.utc("2024-02-01")) == [Self.month])
        #expect(times(.utc("2024-02-02")) == [Self.month, [.utc("2024-02-01"), .utc("2024-02-02")]])
    }

    @Test func `a leeway adds no time between periods that touch`() {
        let awaited: [Date?] = [.utc("2024-02-01"), .utc("2024-02-01 02:00:00")]
        let afterNext: [Date?] = [.utc("2024-03-01"), .utc("2024-03-01 02:00:00")]
        #expect(Self.spans(leewayHours: 2, isRenewed: true) { _ in } == [Self.month, Self.next, afterNext])
        #expect(Self.spans(leewayHours: 2) { _ in } == [Self.month, awaited])
        #expect(Self.spans(leewayHours: 0) { _ in } == [Self.month])
    }

    // MARK: - Commitments

    static let commitments: [(Int, Int, Int?)] = [
        // The number of the month, how many there are, and how many are to come; nothing where that makes no sense.
        (1, 12, 11), (11, 12, 1), (12, 12, 0), (1, 1, 0), (1, 1000, 999), (0, 12, nil), (-1, 12, nil), (13, 12, nil),
        (1, 1001, nil),
    ]

    @Test(arguments: commitments)
    func `a commitment counts its months from one`(number: Int, total: Int, rest: Int?) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
            $0.billingPlan = .monthly
            $0.commitment = TransactionCommitmentInfo(billingPeriodNumber: number, totalBillingPeriods: total)
        }
        let state = try #require(purchases.state(asOf: .utc("2024-01-15")))
        #expect(state.commitment?.remainingBillingPeriods == rest && state.commitment?.isCanceled != true)
    }

    // MARK: - Charges that are retried

    @Test(arguments: [(false, 60), (true, 90)])
    func `Apple retries a charge to the last millisecond of its time`(isCommitted: Bool, days: Int) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
            if isCommitted { $0.billingPlan = .monthly }
        }
        purchases.renewalInfo(signed: .utc("2024-02-01")) { $0.isInBillingRetryPeriod = true }
        let end = Date.utc("2024-02-01") + Double(days) * Self.day
        let states = [-0.001, 0].map { purchases.state(asOf: end + $0)?.renewalState }
        #expect(states == [.inBillingRetryPeriod, .expired])
    }

    // MARK: - Refunds

    /// A month whose money went back, and what is signed afterward.
    private static func state(
        refunded date: Date,
        signed: Date,
        type: RevocationType = .refundFull,
        infos: [(Date, Bool)],
        asOf instant: Date
    ) -> RenewalState? {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.again(bought, signed: signed) { $0.revocation = Revocation(date: date, type: type) }
        for (date, hasFailed) in infos {
            purchases.renewalInfo(signed: date) {
                $0.isInBillingRetryPeriod = hasFailed
                if !hasFailed { ($0.willAutoRenew, $0.expirationIntent) = (false, .canceled) }
            }
        }
        return purchases.state(asOf: instant)?.renewalState
    }

    @Test func `what is signed between a refund and the period's end counts when the refund is dated at the end`() {
        let end = Date.utc("2024-02-01")
        let infos = [(end - 1, false), (end + 60, true)]
        #expect(Self.state(refunded: end, signed: end - 2, infos: infos, asOf: end) == .expired)
        #expect(Self.state(refunded: end, signed: end - 2, infos: infos, asOf: end + 60) == .inBillingRetryPeriod)
    }

    @Test func `an end that is signed with a refund does not count once Apple charges again`() {
        let refund = Date.utc("2024-02-10")
        let infos = [(refund, false), (refund + 86_400, true)]
        #expect(Self.state(refunded: refund, signed: refund, infos: infos, asOf: refund + 60) == .inBillingRetryPeriod)
    }

    @Test func `a refund within the period ends access, and what Apple charges again fails from the period's end on`() {
        let (refund, end) = (Date.utc("2024-01-10"), Date.utc("2024-02-01"))
        let states = [end - 1, end, end + 60].map {
            Self.state(refunded: refund, signed: refund, infos: [(end, true)], asOf: $0)
        }
        #expect(states == [.revoked, .inBillingRetryPeriod, .inBillingRetryPeriod])
    }

    @Test func `Family Sharing that ends with a period whose renewal failed was ended by the family`() {
        let end = Date.utc("2024-02-01")
        let infos = [(end - 3600, true), (end + 3600, false)]
        for (date, state) in [(end, RenewalState.revoked), (end + 60, .revoked)] {
            let found = Self.state(refunded: date, signed: date, type: .familyRevoke, infos: infos, asOf: end + 7200)
            #expect(found == state)
        }
    }

    @Test func `renewal info of the instant at which the next period begins is about that one`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.transaction(from: .utc("2024-02-05"), to: .utc("2024-03-05"))
        purchases.renewalInfo(signed: .utc("2024-02-05")) { $0.isInBillingRetryPeriod = true }
        #expect(purchases.state(asOf: .utc("2024-02-03"))?.renewalState == .expired)
    }

    @Test func `a period ends where the next one begins that was not undone`() {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        let undone = purchases.transaction("12", from: .utc("2024-01-10"), to: .utc("2024-02-10"))
        purchases.transaction("13", from: .utc("2024-01-20"), to: .utc("2024-02-20"))
        purchases.refund(undone, on: .utc("2024-01-11"))
        let periods = purchases.history().periods
        #expect(periods.map(\.endDate) == [.utc("2024-01-20"), .utc("2024-01-10"), .utc("2024-02-20")])
        #expect(periods.map(\.ending) == [.succession, .undone, .expiration])
    }

    @Test func `a renewal that is refunded in part gives access until its refund`() {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        let renewed = purchases.transaction("12", from: .utc("2024-02-01"), to: .utc("2024-03-01")) {
            $0.reason = .renewal
        }
        purchases.refund(renewed, on: .utc("2024-02-20"), type: .refundProrated)
        let access = ["2024-02-10", "2024-02-20"].map { purchases.state(asOf: .utc($0))?.hasAccess }
        #expect(access == [true, false])
    }

    // MARK: - What is known

    @Test func `the tokens of a purchase are each named once, in the order of purchase`() {
        let (first, second) = (ArrivalScenario.first, ArrivalScenario.second)
        var purchases = PurchaseHistory()
        let tokens = [second, second, nil, first, second]
        for (number, token) in tokens.enumerated() {
            let start = Date.utc("2024-01-01") + 30 * Self.day * Double(number)
            purchases.transaction(from: start, to: start + 30 * Self.day) { $0.appAccountToken = token }
        }
        #expect(purchases.history().appAccountTokens == [second, first])
    }

    @Test func `of two payments of one instant the later transaction's token comes first`() {
        var purchases = PurchaseHistory()
        for token in [ArrivalScenario.first, ArrivalScenario.second] {
            purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
                ($0.appAccountToken, $0.reason) = (token, .purchase)
            }
        }
        #expect(purchases.history().paymentTokens.map(\.token) == [ArrivalScenario.second, ArrivalScenario.first])
    }

    @Test func `a transaction whose beginning another document moves finds its new place`() {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        // Shared after its end, while in a grace period.
        let shared = purchases.transaction("12", from: .utc("2024-03-01"), to: .utc("2024-01-15"))
        purchases.transaction("13", from: .utc("2024-02-01"), to: .utc("2024-03-01"))
        #expect(purchases.history().transactions.map(\.transaction.id) == ["11", "12", "13"])
        purchases.again(shared, signed: .utc("2024-03-02")) { $0.expirationDate = .utc("2024-04-01") }
        #expect(purchases.history().transactions.map(\.transaction.id) == ["11", "13", "12"])
    }

    @Test func `a refund that was signed before its date counts as signed then, in any order of the documents`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        for signed in [Date.utc("2024-01-20") - 2, .utc("2024-01-20 01:00:00")] {
            purchases.again(bought, signed: signed) {
                $0.revocation = Revocation(date: .utc("2024-01-20"), type: .refundFull)
            }
        }
        let expected = purchases.history()
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var history = SubscriptionHistory(lineage: "1")
            for place in order { history.add(purchases.facts[place]) }
            #expect(history == expected, "\(order)")
        }
    }

    @Test func `a receipt takes neither an upgrade nor the terms of an offer back`() throws {
        let signed = Offer(type: .promotional, id: "spring", discount: .payUpFront)
        for answered in [
            nil, Offer(type: .promotional, id: "spring"), Offer(type: .introductory, discount: .freeTrial),
        ] {
            var purchases = PurchaseHistory()
            let bought = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
                ($0.isUpgraded, $0.offer) = (true, signed)
            }
            var entry = bought
            (entry.isUpgraded, entry.offer) = (false, answered)
            purchases.receipt([entry], asked: .utc("2024-01-20"))
            let known = try #require(purchases.history().latestTransaction?.transaction)
            #expect(known.isUpgraded && known.offer == (answered?.discount == nil ? signed : answered))
        }
    }

    @Test func `histories of other documents differ, though these state the same`() {
        let histories = ["2024-01-01", "2024-01-02"].map { signed in
            var purchases = PurchaseHistory()
            purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"), signed: .utc(signed))
            return purchases.history()
        }
        #expect(histories[0] == histories[0] && histories[0] != histories[1])
    }

    @Test func `renewal info alone is something that is known`() {
        var purchases = PurchaseHistory()
        #expect(purchases.history().isEmpty)
        purchases.renewalInfo(signed: .utc("2024-01-01"))
        #expect(!purchases.history().isEmpty && purchases.state(asOf: .utc("2024-01-02")) == nil)
    }

    @Test(arguments: [FactRank.reported, .answered, .signed])
    func `what a report states is not a part of the history`(rank: FactRank) {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"), rank: rank)
        #expect(purchases.history().isEmpty == (rank == .reported))
    }

    @Test(arguments: [("9", "10"), ("10", "11"), ("99", "100")] as [(TransactionID, TransactionID)])
    func `transactions of one instant go by their numbers`(earlier: TransactionID, later: TransactionID) {
        for ids in [[earlier, later], [later, earlier]] {
            var purchases = PurchaseHistory()
            for id in ids { purchases.transaction(id, from: .utc("2024-01-01"), to: .utc("2024-02-01")) }
            let history = SubscriptionHistory(lineage: "1", facts: purchases.facts)
            #expect(history.transactions.map(\.transaction.id) == [earlier, later])
            #expect(history.latestTransaction?.transaction.id == later)
        }
    }

    @Test func `seats count from the instant at which they were bought`() throws {
        var purchases = PurchaseHistory()
        for (number, date) in [Date.utc("2024-01-01"), .utc("2024-01-16")].enumerated() {
            purchases.transaction(from: date, to: .utc("2024-02-01")) {
                $0.quantity = number == 0 ? 8 : 4
                $0.additionalTransactionReason = .seatAddition
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                $0.price = Money(milliunits: 1000, currency: number == 0 ? "USD" : "EUR")
            }
        }
        let period = try #require(purchases.history().periods.first)
        let dates: [Date] = [.utc("2024-01-16") - 1, .utc("2024-01-16"), .utc("2024-01-20")]
        #expect(dates.map(period.seats) == [8, 12, 12])
        #expect(period.charge == nil && period.transactions.count == 2)
    }
}
