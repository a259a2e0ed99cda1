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
