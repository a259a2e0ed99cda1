// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// Seats that are added within a period are a transaction of their own beside the one that began it.
@Suite struct GroupSubscriptionTests {
    private static let (start, added, end) = (SeatExample.start, SeatExample.added, SeatExample.end)

    @Test(arguments: [true, false]) func `a period has the seats of all its transactions`(resigned: Bool) throws {
        let example = SeatExample(resigned: resigned)
        let period = try #require(example.history.periods.first)
        #expect(
            example.history.periods.count == 1
                && period.transactions.map(\.id) == [example.first.id, example.addition.id]
        )
        #expect(example.seats(asOf: Self.added - 1) == 8 && example.seats(asOf: Self.added) == 12)
        #expect(period.endDate == Self.end && period.ending == .expiration)
        #expect(period.charge == Money(milliunits: 89_900, currency: "USD"))
        #expect(example.history.period(of: example.addition.id)?.period.transaction.id == example.first.id)
    }

    @Test func `seats whose first transaction is not known yet give access`() throws {
        var example = SeatExample()
        example.purchases.facts = example.purchases.facts.filter { $0.order.instant == Self.added }
            .filter { fact in
                if case .transaction(let transaction) = fact.content {
                    transaction.id == example.addition.id
                } else {
                    false
                }
            }
        #expect(example.hasAccess(asOf: Self.added) == true && example.seats(asOf: Self.added) == 4)
    }

    @Test func `a refund of some seats leaves the others`() {
        var example = SeatExample()
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        #expect(example.seats(asOf: .utc("2026-12-21")) == 9 && example.hasAccess(asOf: .utc("2026-12-21")) == true)
        #expect(example.sales.map(\.amount) == [73_920, 15_980, -23_970] && example.sales.map(\.units) == [8, 4, -3])
    }

    @Test func `access lasts until each of the transactions was revoked`() {
        var example = SeatExample()
        let first = Revocation(date: .utc("2026-12-18"), type: .refundFull)
        example.again(example.first, signed: .utc("2026-12-18")) { $0.revocation = first }
        #expect(example.hasAccess(asOf: .utc("2026-12-19")) == true && example.seats(asOf: .utc("2026-12-19")) == 4)
        let second = Revocation(date: .utc("2026-12-22"), type: .refundFull)
        example.again(example.addition, signed: .utc("2026-12-22")) { $0.revocation = second }
        #expect(example.hasAccess(asOf: .utc("2026-12-22")) == false)
        #expect(example.sales.reduce(0) { $0 + $1.amount } == 0)
    }

    @Test func `a refund of all seats after one of some gives back the rest`() {
        var example = SeatExample()
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        example.again(example.first, signed: .utc("2026-12-24")) {
            $0.multiSeatInfo?.revokedSeatQuantity = 8
            $0.revocation = Revocation(date: .utc("2026-12-24"), type: .refundFull)
        }
        #expect(example.sales.map(\.amount) == [73_920, 15_980, -23_970, -49_950])
        #expect(example.sales.map(\.units) == [8, 4, -3, -5])
        #expect(example.sales.last?.seatPrices == [MultiSeatPriceTier(price: 9990, quantity: 5)])
    }

    @Test func `seats that Apple gives back after their refund are paid for again`() {
        var example = SeatExample()
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 4 }
        example.again(example.first, signed: .utc("2026-12-22")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        #expect(example.sales.map(\.amount) == [73_920, 15_980, -33_960, 9990])
        #expect(example.sales.last?.cause == .refundReversed && example.seats(asOf: .utc("2026-12-23")) == 9)
    }

    @Test func `one transaction renews all seats`() throws {
        var example = SeatExample()
        example.purchases.transaction(from: Self.end, to: .utc("2027-02-01")) {
            $0.reason = .renewal
            $0.quantity = 6
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        }
        #expect(example.history.periods.map(\.transactions.count) == [2, 1])
        #expect(example.seats(asOf: Self.end - 1) == 12 && example.seats(asOf: Self.end) == 6)
        let renewal = try #require(example.history.periods.last).transaction
        let known = try #require(example.history.period(of: renewal.id))
        #expect(known.number == 1 && known.previous?.transaction.id == example.first.id)
    }

    @Test func `an extension moves the whole period, whichever transaction is signed again first`() {
        let later = Date.utc("2027-01-15")
        for resigned in [[\SeatExample.first], [\.addition], [\.first, \.addition]] {
            var example = SeatExample()
            for transaction in resigned {
                example.again(example[keyPath: transaction], signed: .utc("2026-12-28"), end: later) { _ in }
            }
            #expect(example.history.periods.count == 1)
            #expect(example.history.periods.first?.endDate == later && example.seats(asOf: later - 1) == 12)
        }
    }

    @Test func `an extension that only refunded seats state moves the period of those that are left`() {
        let later = Date.utc("2027-01-15")
        for date in ["2026-12-18", "2026-12-28"] {
            var example = SeatExample()
            example.again(example.addition, signed: .utc("2026-12-28"), end: later) {
                $0.revocation = Revocation(date: .utc(date), type: .refundFull)
            }
            #expect(example.history.periods.map(\.endDate) == [later] && example.seats(asOf: later - 1) == 8)
            #expect(example.hasAccess(asOf: later - 1) == true && example.hasAccess(asOf: later) == false)
        }
    }

    static let extensions: [([String], [String])] = [
        // The ends that documents stated one after the other, of the first transaction and of the one that added seats.
        (["2027-01-01", "2027-01-10"], ["2027-01-10", "2027-01-20"]),
        (["2027-01-10", "2027-01-20"], ["2027-01-01", "2027-01-10"]),
        (["2027-01-01", "2027-01-10"], ["2027-01-01", "2027-01-20"]),
        (["2027-01-01", "2027-01-20"], ["2027-01-10", "2027-01-20"]),
    ]

    @Test(arguments: extensions)
    func `transactions that were signed after different extensions share a period`(first: [String], added: [String]) {
        var purchases = PurchaseHistory()
        for (start, ends) in [(Self.start, first), (Self.added, added)] {
            var transaction: Transaction?
            for (number, end) in ends.enumerated() {
                if let known = transaction {
                    purchases.again(known, signed: .utc("2026-12-20") + Double(number)) {
                        $0.expirationDate = .utc(end)
                    }
                } else {
                    transaction = purchases.transaction(from: start, to: .utc(end)) {
                        $0.reason = .purchase
                        $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                        if start == Self.added { $0.additionalTransactionReason = .seatAddition }
                    }
                }
            }
        }
        #expect(purchases.history().periods.map(\.transactions.count) == [2])
    }

    @Test func `seats that are added after the renewal was charged belong to the renewed period`() {
        var example = SeatExample()
        let (charged, renewedEnd) = (Self.end - 12 * 3600, Date.utc("2027-02-01"))
        example.purchases.transaction(from: Self.end, to: renewedEnd, signed: charged) {
            $0.reason = .renewal
            $0.quantity = 12
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        }
        for number in 1...2 {
            example.purchases.transaction(from: charged + 60 * Double(number), to: renewedEnd) {
                $0.reason = .purchase
                $0.quantity = number
                $0.additionalTransactionReason = .seatAddition
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
            }
        }
        #expect(example.history.periods.map { $0.transactions.map(\.quantity) } == [[8, 4], [12, 1, 2]])
        #expect(example.seats(asOf: Self.end) == 15)
    }

    /// What a transaction of the period gives: to the end, to a refund's date, or nothing.
    private static func bounds(to end: Date, refunded date: Date? = nil, isUndone: Bool = false) -> PeriodBounds {
        var bounds = PeriodBounds(startDate: start, expirationDate: end)
        if let date { bounds.withdraw(on: date, signed: date, isUndone ? .asIfNeverBought : .fromItsDate) }
        return bounds
    }

    private static let whole = bounds(to: end)
    private static let refunded = bounds(to: .utc("2027-02-01"), refunded: end)
    private static let early = bounds(to: end, refunded: added)
    private static let undone = bounds(to: .utc("2027-02-01"), refunded: added, isUndone: true)
    private static let undoneLater = bounds(to: .utc("2027-02-01"), refunded: end, isUndone: true)

    static let joined: [(PeriodBounds, PeriodBounds, Date, ServicePeriod.Ending, Date?)] = [
        // Two transactions, and when the period ends, why, and when it was refunded.
        (whole, early, end, .expiration, nil), (early, whole, end, .expiration, nil),
        (whole, refunded, end, .expiration, nil), (refunded, whole, end, .expiration, nil),
        (early, refunded, end, .revocation, end), (refunded, early, end, .revocation, end),
        (whole, undone, end, .expiration, nil), (undone, whole, end, .expiration, nil),
        (early, undone, added, .revocation, added), (undone, early, added, .revocation, added),
        (undone, undoneLater, start, .undone, added), (undoneLater, undone, start, .undone, end),
        (bounds(to: added), early, added, .expiration, nil), (early, bounds(to: added), added, .expiration, nil),
        (bounds(to: added), refunded, end, .revocation, end), (refunded, bounds(to: added), end, .revocation, end),
        (bounds(to: end, refunded: end), early, end, .expiration, nil),
    ]

    @Test(arguments: joined)
    func `of two transactions of a period the one that lasts longer decides its end`(
        first: PeriodBounds,
        second: PeriodBounds,
        end: Date,
        ending: ServicePeriod.Ending,
        withdrawn: Date?
    ) {
        let joined = first.joined(with: second)
        #expect(joined.startDate == Self.start && joined.endDate == end && joined.ending == ending)
        #expect(joined.withdrawalDate == withdrawn)
    }

    @Test func `a transaction that was refunded as if never bought does not move the period's expiration`() {
        #expect(Self.whole.joined(with: Self.undone) == Self.whole)
    }

    @Test func `a purchase that ends with an earlier one is a period of its own unless it added seats`() {
        for reason: AdditionalTransactionReason? in [nil, .seatAddition] {
            var purchases = PurchaseHistory()
            purchases.transaction(from: Self.start, to: Self.end) { $0.reason = .purchase }
            purchases.transaction(from: Self.added, to: Self.end) {
                $0.reason = .purchase
                $0.additionalTransactionReason = reason
            }
            #expect(purchases.history().periods.count == (reason == nil ? 2 : 1))
        }
    }

    @Test func `a later purchase that was refunded leaves the period with all its seats`() throws {
        var example = SeatExample()
        let later = example.purchases.transaction(from: .utc("2026-12-20"), to: .utc("2027-01-20")) {
            $0.reason = .purchase
            $0.quantity = 2
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        }
        example.purchases.refund(later, on: .utc("2026-12-21"))
        let state = try #require(example.purchases.state(asOf: .utc("2026-12-24")))
        #expect(state.hasAccess && state.seats == 12 && state.period.transaction.id == example.first.id)
    }

    @Test func `another plan ends the period with all its seats`() throws {
        var example = SeatExample()
        example.purchases.transaction(nil, "pro", from: .utc("2026-12-20"), to: .utc("2027-01-20")) {
            $0.reason = .purchase
        }
        let period = try #require(example.history.periods.first)
        #expect(period.endDate == .utc("2026-12-20") && period.ending == .upgrade)
        #expect(example.history.periods.map(\.transaction.productID) == ["monthly", "pro"])
    }

    @Test func `a member's copy has no seats of its own`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: Self.start, to: Self.end) {
            $0.ownership = .assigned
            $0.quantity = 8
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .apple)
        }
        let state = try #require(purchases.state(asOf: Self.added))
        #expect(state.hasAccess && state.seats == nil && state.period.transaction.deliveredQuantity == 1)
    }

    @Test func `any order of the documents gives the same periods`() {
        var example = SeatExample()
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        example.again(example.addition, signed: .utc("2026-12-20")) { _ in }
        example.purchases.transaction(from: Self.end, to: .utc("2027-02-01")) { $0.reason = .renewal }
        let expected = example.history
        var random = SeededGenerator(seed: 27)
        for _ in 0..<100 {
            var history = SubscriptionHistory(lineage: "1")
            for fact in example.purchases.facts.shuffled(using: &random) { history.add(fact) }
            #expect(history == expected && history.periods == expected.periods)
        }
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `numbers that no seats have end nothing`(number: Int) throws {
        var example = SeatExample()
        let prices = [-Int64.max, .max, .max].map { MultiSeatPriceTier(price: $0, quantity: 1) }
        for transaction in [example.first, example.addition] {
            example.again(transaction, signed: .utc("2026-12-20")) {
                $0.quantity = number
                $0.multiSeatInfo?.priceTiers = prices
                $0.multiSeatInfo?.revokedSeatQuantity = 2
            }
            example.again(transaction, signed: .utc("2026-12-21")) {
                $0.quantity = number
                $0.multiSeatInfo?.priceTiers = prices
                $0.multiSeatInfo?.revokedSeatQuantity = number
            }
        }
        #expect(example.sales.allSatisfy { $0.price.milliunits >= 0 || $0.cause == .purchase })
        #expect(try #require(example.seats(asOf: .utc("2026-12-22"))) >= 0)
        let versions = [example.first, example.addition].compactMap { example.history.record(of: $0.id)?.transaction }
        #expect(versions.count == 2 && versions.allSatisfy { $0.revokedSeats >= 0 })
        _ = example.history.periods.first?.monthlyRevenue()
        let before = try #require(example.history.seats(before: example.addition.id))
        #expect(before == 0...max(0, number))
        let addition = try #require(example.history.record(of: example.addition.id)).transaction
        #expect(GroupOrderTests.match(addition, 3, seatsBefore: 0...Int.max).outcome != .paidBefore("o1"))
    }

    // MARK: - Figures

    @Test func `monthly revenue counts added seats from when they were added, at the price of a whole period`() throws {
        var example = SeatExample()
        let period = try #require(example.history.periods.first)
        #expect(period.monthlyRevenue(asOf: Self.added - 1)?.milliunits == 73_920)
        // 15.98 for 16 of 31 days.
        #expect(period.monthlyRevenue(asOf: Self.added)?.milliunits == 104_881)
        example.again(example.first, signed: .utc("2026-12-19")) { $0.multiSeatInfo?.revokedSeatQuantity = 1 }
        #expect(example.history.periods.first?.monthlyRevenue()?.milliunits == 96_891)
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        #expect(example.history.periods.first?.monthlyRevenue()?.milliunits == 80_911)
        example.again(example.first, signed: .utc("2026-12-21")) {
            $0.revocation = Revocation(date: .utc("2026-12-21"), type: .refundFull)
        }
        #expect(example.history.periods.first?.monthlyRevenue()?.milliunits == 30_961)
    }

    @Test func `what a bundle brings is a sale of nothing, and no recurring revenue`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: Self.start, to: Self.end) {
            $0.price = Money(milliunits: 19_990, currency: "USD")
            $0.bundle = SubscriptionBundle(productID: "everything")
        }
        let catalog = Catalog(bundleID: "", products: [])
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: catalog)
        #expect(sales.map(\.amount) == [0] && sales.map(\.bundle) == ["everything"])
        #expect(try #require(purchases.history().periods.first).monthlyRevenue() == nil)
        #expect(purchases.state(asOf: Self.added)?.hasAccess == true)
    }

    @Test func `charts have the seats of a day's end, and what is owed for a commitment`() throws {
        let example = SeatExample()
        let day = try #require(CivilDay("2026-12-14"))
        var charts = BusinessCharts(days: day...day.adding(days: 3), by: [.day], terms: try .shipped())
        charts.add(LineageChartInput(of: example.purchases.facts, lineage: "1", scope: .app, catalog: .reader))
        let seats = charts.rows.filter { $0.key.measure == .seats }.map(\.value)
        #expect(seats == [8, 12, 12, 12])

        var year = PurchaseHistory()
        year.transaction(nil, "yearly", from: Self.start, to: Self.end) {
            $0.price = Money(milliunits: 9990, currency: "USD")
            $0.billingPlan = .monthly
            $0.commitment = TransactionCommitmentInfo(billingPeriodNumber: 4, totalBillingPeriods: 12)
        }
        charts = BusinessCharts(days: day...day, by: [.day], terms: try .shipped())
        charts.add(LineageChartInput(of: year.facts, lineage: "1", scope: .app, catalog: .reader))
        #expect(charts.rows.first { $0.key.measure == .committedRevenue }?.value == 79_920)
    }
}
