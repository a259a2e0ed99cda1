// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// What a customer did in a group, by which the customer may have its offers.
@Suite struct OfferHistoryTests {
    private static let product = Catalog.reader.products[0]

    /// The history of a group in which the customer paid for some periods.
    private static func history(_ periods: [(String, String)]) -> GroupHistory {
        var purchases = PurchaseHistory()
        for (start, end) in periods { purchases.transaction(from: .utc(start), to: .utc(end)) }
        return GroupHistory(CustomerAccount(purchases), "g", in: .app, asOf: .utc("2026-01-01"))
    }

    // MARK: - Time

    static let paid: [([(String, String)], Int)] = [
        ([], 0), ([("2024-01-01", "2024-01-30 23:59:59")], 0), ([("2024-01-01", "2024-01-31")], 1),
        ([("2024-01-01", "2024-02-01")], 1), ([("2024-01-01", "2024-03-30 23:59:59")], 2),
        ([("2024-01-01", "2024-03-31")], 3), ([("2024-01-01", "2024-01-16"), ("2024-03-01", "2024-03-16")], 1),
        ([("2024-01-01", "2024-01-16"), ("2024-03-01", "2024-03-15 23:59:59")], 0),
        ([("2024-01-01", "2024-02-16"), ("2024-03-01", "2024-04-16")], 3),
    ]

    @Test(arguments: paid)
    func `months that were paid count as the calendar does, and loose days 30 to the month`(
        periods: [(String, String)],
        months: Int
    ) {
        #expect(Self.history(periods).paidMonths == months)
    }

    static let spans: [(String, String, Int)] = [
        ("2024-01-01", "2024-01-31 23:59:59", 0), ("2024-01-01", "2024-02-01", 1), ("2024-02-01", "2024-03-01", 1),
        ("2024-01-31", "2024-02-29", 1), ("2024-01-01", "2024-12-31 23:59:59", 11), ("2024-01-01", "2025-01-01", 12),
        ("2000-01-01", "2024-01-01", 288), ("2024-05-01", "2024-01-01", 0),
    ]

    @Test(arguments: spans)
    func `a month is over at the same day and time of the next one`(start: String, end: String, months: Int) {
        #expect(GroupHistory.months(from: .utc(start), to: .utc(end)) == months)
    }

    // MARK: - The last period

    @Test func `the period that ended last is the last, and of two that ended together the one that began first`() {
        func start(_ other: (String, String)) -> Date? {
            var first = PurchaseHistory()
            first.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
            var second = PurchaseHistory(lineage: "2")
            second.transaction(from: .utc(other.0), to: .utc(other.1))
            return GroupHistory(CustomerAccount(first, second), "g", in: .app, asOf: .utc("2026-01-01")).last?.startDate
        }
        #expect(start(("2024-01-15", "2024-02-01")) == .utc("2024-01-01"))
        #expect(start(("2024-01-15", "2024-02-01 00:00:01")) == .utc("2024-01-15"))
        #expect(start(("2024-01-15", "2024-01-31")) == .utc("2024-01-01"))
    }

    // MARK: - Purchases that count

    @Test(arguments: [(-1, true), (0, false), (1, false)] as [(TimeInterval, Bool)])
    func `an introductory offer is used from the instant at which its period begins`(
        later: TimeInterval,
        isEligible: Bool
    ) {
        let start = Date.utc("2024-01-01")
        var purchases = PurchaseHistory()
        purchases.transaction(from: start, to: .utc("2024-02-01")) { $0.offer = Offer(type: .introductory) }
        let answer = CustomerAccount(purchases).introductoryOffer(of: "g", in: .app, asOf: start + later)
        #expect(answer.isEligible == isEligible)
    }

    @Test(arguments: [true, false])
    func `a purchase that was not proven to be the customer's takes no offer, but may bring one`(isProven: Bool) {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
            $0.offer = Offer(type: .introductory)
        }
        purchases.command(
            .claim(Claim(lineage: "1", customer: "anna", basis: .session, isProven: isProven)),
            at: .utc("2024-01-01")
        )
        let account = CustomerAccount(purchases)
        let now = Date.utc("2024-03-01")
        #expect(account.introductoryOffer(of: "g", in: .app, asOf: now).isEligible == !isProven)
        let offer = CatalogOffer(type: .promotional, id: "come", discount: .payUpFront, period: .month)
        #expect(account.offer(offer, of: Self.product, in: .app, asOf: now).ground == .subscribedOnce)
    }
}
