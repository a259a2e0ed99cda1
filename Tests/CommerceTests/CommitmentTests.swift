// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// A year that is paid month by month: who cancels pays to its end, and a failed charge has no grace period.
@Suite struct CommitmentTests {
    /// Some months of a commitment that began on June 10.
    private static func history(
        months: Int,
        renews: Bool = true,
        _ change: (inout PurchaseHistory, Transaction) -> Void = { _, _ in }
    ) -> PurchaseHistory {
        var purchases = PurchaseHistory()
        for number in 1...months {
            let (start, end) = (month(number), month(number + 1))
            let bought = purchases.transaction(nil, "yearly", from: start, to: end) {
                $0.reason = number == 1 ? .purchase : .renewal
                $0.billingPlan = .monthly
                $0.price = Money(milliunits: 9990, currency: "EUR")
                $0.commitment = TransactionCommitmentInfo(
                    billingPeriodNumber: number,
                    commitmentExpiresDate: .utc("2027-06-10"),
                    commitmentPrice: 119_880,
                    totalBillingPeriods: 12
                )
            }
            purchases.renewalInfo(signed: start) { Self.describe(&$0, renews: renews) }
            change(&purchases, bought)
        }
        return purchases
    }

    private static func describe(_ info: inout RenewalInfo, renews: Bool) {
        (info.productID, info.autoRenewProductID) = ("yearly", "yearly")
        info.renewalPrice = Money(milliunits: 9990, currency: "EUR")
        info.renewalBillingPlan = .monthly
        info.commitment = RenewalCommitmentInfo(
            commitmentAutoRenewProductId: "yearly",
            commitmentAutoRenewStatus: renews ? .on : .off
        )
    }

    /// When a month of the commitment begins.
    private static func month(_ number: Int) -> Date {
        let month = 5 + number
        return .utc("\(2026 + (month - 1) / 12)-\((month - 1) % 12 + 1)-10")
    }

    @Test func `a commitment that was canceled is charged and gives access until it ends`() throws {
        let purchases = Self.history(months: 4, renews: false)
        let state = try #require(purchases.state(asOf: Self.month(4) + 86_400))
        let commitment = try #require(state.commitment)
        #expect(state.hasAccess && state.nextRenewal?.date == Self.month(5))
        #expect(commitment.isCanceled && commitment.remainingBillingPeriods == 8)
        #expect(commitment.remainingPrice == Money(milliunits: 8 * 9990, currency: "EUR"))
        #expect(commitment.price == Money(milliunits: 119_880, currency: "EUR"))
        #expect(commitment.expirationDate == .utc("2027-06-10"))
    }

    static let plans: [(BillingPlanType?, Bool, Bool)] = [
        (.monthly, true, true), (nil, true, true), (.billedUpfront, true, false), (nil, false, false),
    ]

    @Test(arguments: plans)
    func `a transaction pays a part of a commitment unless it was billed upfront`(
        plan: BillingPlanType?,
        hasCommitment: Bool,
        isCommitted: Bool
    ) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-06-10"), to: .utc("2026-07-10")) {
            $0.billingPlan = plan
            let commitment = TransactionCommitmentInfo(billingPeriodNumber: 1, totalBillingPeriods: 12)
            if hasCommitment { $0.commitment = commitment }
        }
        #expect((purchases.state(asOf: .utc("2026-06-20"))?.commitment != nil) == isCommitted)
    }

    static let remainders: [(Int, Int64, Int64?)] = [
        // The number of the month of twelve, the price of one, and what is still to be charged.
        (0, 9990, 119_880), (1, 9990, 109_890), (11, 9990, 9990), (11, 1, 1), (11, 0, nil), (12, 9990, nil),
        (13, 9990, nil), (-1, 9990, nil),
    ]

    @Test(arguments: remainders)
    func `what is still to be charged is the price of the months to come`(number: Int, price: Int64, rest: Int64?) {
        var transaction = Transaction(
            id: "1",
            originalTransactionID: "1",
            productID: "yearly",
            purchaseDate: .utc("2026-06-10"),
            price: Money(milliunits: price, currency: "EUR")
        )
        transaction.billingPlan = .monthly
        transaction.commitment = TransactionCommitmentInfo(billingPeriodNumber: number, totalBillingPeriods: 12)
        #expect(transaction.committedCharge?.milliunits == rest)
    }

    @Test(arguments: [true, false]) func `its last month is followed by another one only if it renews`(
        renews: Bool
    ) throws {
        let purchases = Self.history(months: 12, renews: renews)
        let state = try #require(purchases.state(asOf: Self.month(12) + 86_400))
        #expect((state.nextRenewal != nil) == renews && state.commitment?.remainingPrice == nil)
    }

    @Test func `a failed charge ends access at once and is retried for 90 days`() throws {
        var purchases = Self.history(months: 4)
        purchases.renewalInfo(signed: Self.month(5)) {
            Self.describe(&$0, renews: true)
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = Self.month(5) + 16 * 86_400
        }
        let account = CustomerAccount(purchases)
        #expect(!account.entitlement("basic", asOf: Self.month(5) + 1).isActive)
        let state = try #require(purchases.state(asOf: Self.month(5) + 89 * 86_400))
        #expect(state.renewalState == .inBillingRetryPeriod && !state.hasAccess)
        #expect(state.retryEndDate == Self.month(5) + 90 * 86_400)
        let ended = try #require(purchases.state(asOf: Self.month(5) + 90 * 86_400))
        #expect(ended.renewalState == .expired)
    }

    @Test func `a refund of the present month ends the commitment`() throws {
        let refunded = Self.month(3) + 5 * 86_400
        var purchases = Self.history(months: 3)
        let last = try #require(purchases.history().latestTransaction?.transaction)
        purchases.refund(last, on: refunded)
        purchases.renewalInfo(signed: refunded + 60) {
            Self.describe(&$0, renews: false)
            $0.isInBillingRetryPeriod = true
        }
        let state = try #require(purchases.state(asOf: Self.month(4) + 1))
        #expect(state.renewalState == .revoked && !state.hasAccess && state.nextRenewal == nil)
        #expect(state.commitment?.remainingPrice == nil)
    }

    @Test func `a refund of an earlier month takes that month alone`() throws {
        let purchases = Self.history(months: 3) { purchases, bought in
            if bought.purchaseDate == Self.month(2) { purchases.refund(bought, on: Self.month(3) + 86_400) }
        }
        let state = try #require(purchases.state(asOf: Self.month(3) + 2 * 86_400))
        #expect(state.hasAccess && state.nextRenewal != nil && state.commitment?.billingPeriodNumber == 3)
    }

    @Test func `its monthly revenue is the month's price, and what is owed is a figure of its own`() throws {
        let period = try #require(Self.history(months: 2).history().periods.last)
        #expect(period.monthlyRevenue()?.milliunits == 9990)
        #expect(period.transaction.committedCharge?.milliunits == 99_900)
    }

    @Test(arguments: [(13, 12), (1, 0), (-1, -1), (Int.max, Int.max), (Int.min, Int.min)])
    func `numbers that no commitment has are none`(number: Int, total: Int) throws {
        var transaction = try #require(Self.history(months: 1).history().latestTransaction).transaction
        transaction.commitment?.billingPeriodNumber = number
        transaction.commitment?.totalBillingPeriods = total
        #expect(Commitment(transaction, nil) == nil)
        #expect(transaction.committedCharge == nil)
    }
}
