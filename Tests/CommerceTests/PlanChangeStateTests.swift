// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// States of subscriptions whose customer moves to another plan, worked out manually; every date is a literal.
@Suite struct PlanChangeStateTests {
    @Test func `an upgrade ends the old plan at once and is not a refund of the new one`() throws {
        var purchases = PurchaseHistory()
        let old = purchases.transaction(nil, "monthly", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.again(old, signed: .utc("2024-03-01")) {
            $0.isUpgraded = true
            $0.revocation = Revocation(date: .utc("2024-03-01"))
        }
        purchases.transaction(nil, "pro", from: .utc("2024-03-01"), to: .utc("2024-04-01"))
        let periods = purchases.history().periods
        #expect(periods.map(\.endDate) == [.utc("2024-03-01"), .utc("2024-04-01")])
        #expect(periods.map(\.ending) == [.upgrade, .expiration])
        let state = try #require(purchases.state(asOf: .utc("2024-03-02")))
        #expect(state.status == .active)
        #expect(state.period.transaction.productID == "pro")
        #expect(purchases.state(asOf: .utc("2024-02-25"))?.hasAccess == true)
    }

    @Test func `a refunded upgrade does not bring the old plan back, whether or not Apple signs it again`() throws {
        // Found by random histories: only the new plan was reported, then its money went back.
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        let better = purchases.transaction(nil, "pro", from: .utc("2024-03-01"), to: .utc("2024-04-01")) {
            $0.reason = .purchase
        }
        #expect(purchases.history().periods.map(\.ending) == [.upgrade, .expiration])
        purchases.refund(better, on: .utc("2024-03-02"))
        #expect(purchases.state(asOf: .utc("2024-03-03"))?.hasAccess == false)
        #expect(purchases.state(asOf: .utc("2024-02-25"))?.hasAccess == true)
    }

    @Test func `a period charged early is left for an upgrade although no one says so`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2025-06-01 21:30:00"), to: .utc("2025-07-01 21:30:00"))
        purchases.transaction(
            nil,
            "monthly",
            from: .utc("2025-07-01 21:30:00"),
            to: .utc("2025-08-01 21:30:00"),
            signed: .utc("2025-07-01 20:30:00")
        )
        purchases.transaction(nil, "pro", from: .utc("2025-07-01 21:20:00"), to: .utc("2025-08-01 21:20:00")) {
            $0.reason = .purchase
        }
        let state = try #require(purchases.state(asOf: .utc("2025-07-15")))
        #expect(state.period.transaction.productID == "pro")
        #expect(state.accessEndDate == .utc("2025-08-01 21:20:00"))
    }

    /// The numbers of a renewal and of a plan, the second in which the renewal is signed, and what the customer has.
    static let moments: [(String, String, String, ProductID)] = [
        ("100", "101", "01", "pro"), ("99", "101", "01", "pro"), ("102", "101", "01", "monthly"),
        // Signed by the instant of the move, it was charged before.
        ("102", "101", "00", "pro"),
    ]

    @Test(arguments: moments)
    func `of a renewal and a plan that are signed in one moment the first by number came first`(
        renewal: String,
        plan: String,
        signed: String,
        product: ProductID
    ) throws {
        // Found by seed 5009626: the renewal was charged at the instant of the upgrade, and signed a second later.
        var purchases = PurchaseHistory()
        purchases.transaction(
            TransactionID(rawValue: renewal),
            "monthly",
            from: .utc("2025-07-01 21:30:00"),
            to: .utc("2025-08-01 21:30:00"),
            signed: .utc("2025-07-01 20:30:\(signed)")
        ) { $0.reason = .renewal }
        purchases.transaction(
            TransactionID(rawValue: plan),
            "pro",
            from: .utc("2025-07-01 20:30:00"),
            to: .utc("2026-07-01 20:30:00"),
            signed: .utc("2025-07-01 20:30:01")
        ) { $0.reason = .purchase }
        let state = try #require(purchases.state(asOf: .utc("2025-07-15")))
        #expect(state.period.transaction.productID == product)
    }

    @Test(arguments: [("20:30:00", "pro"), ("21:20:00", "pro"), ("21:20:01", "monthly")] as [(String, ProductID)])
    func `a renewal is replaced by a plan that was bought after its charge, though no earlier period is known`(
        signed: String,
        product: ProductID
    ) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(
            nil,
            "monthly",
            from: .utc("2025-07-01 21:30:00"),
            to: .utc("2025-08-01 21:30:00"),
            signed: .utc("2025-07-01 \(signed)")
        ) { $0.reason = .renewal }
        purchases.transaction(nil, "pro", from: .utc("2025-07-01 21:20:00"), to: .utc("2025-08-01 21:20:00")) {
            $0.reason = .purchase
        }
        let state = try #require(purchases.state(asOf: .utc("2025-07-15")))
        #expect(state.period.transaction.productID == product)
    }

    @Test func `a purchase after a bundle is not replaced by it`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2025-07-01 21:20:00"), to: .utc("2025-08-01 21:20:00")) {
            $0.reason = .purchase
            $0.bundle = SubscriptionBundle(productID: "both")
        }
        purchases.transaction("12", from: .utc("2025-07-01 21:30:00"), to: .utc("2025-08-01 21:30:00")) {
            $0.reason = .purchase
        }
        let state = try #require(purchases.state(asOf: .utc("2025-07-15")))
        #expect(state.period.transaction.id == "12")
    }

    @Test func `a plan that was refunded in part is not left for a purchase within it`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction("11", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.transaction("12", "pro", from: .utc("2024-01-10"), to: .utc("2024-02-10")) { $0.reason = .purchase }
        #expect(purchases.history().periods.map(\.ending) == [.upgrade, .expiration])
        purchases.refund(bought, on: .utc("2024-01-20"), type: .refundProrated)
        #expect(purchases.history().periods.map(\.ending) == [.succession, .expiration])
    }

    @Test func `a refunded upgrade does not bring back the renewal that was charged before it`() throws {
        // Found by random histories: the week that was charged an hour early was open again when the year was refunded.
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2025-03-01"), to: .utc("2025-04-01"))
        let early = purchases.transaction(
            nil,
            "monthly",
            from: .utc("2025-04-01"),
            to: .utc("2025-05-01"),
            signed: .utc("2025-03-31 23:00:00")
        ) { $0.reason = .renewal }
        let better = purchases.transaction(
            nil,
            "pro",
            from: .utc("2025-03-31 23:50:00"),
            to: .utc("2025-04-30 23:50:00")
        ) {
            $0.reason = .purchase
        }
        for isSignedAgain in [false, true] {
            if isSignedAgain { purchases.again(early, signed: .utc("2025-03-31 23:50:00")) { $0.isUpgraded = true } }
            var refunded = purchases
            refunded.refund(better, on: .utc("2025-04-10"))
            let state = try #require(refunded.state(asOf: .utc("2025-04-15")))
            #expect(state.status == .revoked && state.period.transaction.productID == "pro")
            #expect(!CustomerAccount(refunded).entitlement("basic", asOf: .utc("2025-04-15")).isActive)
        }
    }

    @Test(arguments: ["monthly", "pro"] as [ProductID], [false, true])
    func `a bundle bought while the next renewal is charged gives access until its own end`(
        product: ProductID,
        isSignedAgain: Bool
    ) throws {
        // Found by random histories: the revoked renewal hid what the bundle brought.
        let (start, bought) = (Date.utc("2027-04-03 07:00:00"), Date.utc("2027-04-03 06:20:00"))
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2027-03-03 07:00:00"), to: start)
        let early = purchases.transaction(
            nil,
            "monthly",
            from: start,
            to: .utc("2027-05-03 07:00:00"),
            signed: .utc("2027-04-03 06:00:00")
        ) { $0.reason = .renewal }
        let bundled = purchases.transaction(nil, product, from: bought, to: .utc("2027-05-03 06:20:00")) {
            $0.reason = .purchase
            $0.bundle = SubscriptionBundle(productID: "both")
        }
        if isSignedAgain {
            purchases.again(early, signed: bought.addingTimeInterval(0.001)) {
                $0.revocation = Revocation(date: bought, reason: .upgradedToBundle, type: .refundFull)
            }
        }
        let state = try #require(purchases.state(asOf: .utc("2027-04-15")))
        #expect(state.hasAccess && state.period.transaction.bundle?.productID == "both")
        #expect(state.accessEndDate == .utc("2027-05-03 06:20:00"))
        purchases.refund(bundled, on: .utc("2027-04-16"))
        #expect(purchases.state(asOf: .utc("2027-04-17"))?.status == .revoked)
    }

    @Test func `a subscription that leaves its bundle renews alone`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2027-04-03"), to: .utc("2027-05-03")) {
            $0.reason = .purchase
            $0.bundle = SubscriptionBundle(productID: "both")
        }
        purchases.transaction(from: .utc("2027-05-03"), to: .utc("2027-06-03"), signed: .utc("2027-05-02 23:00:00")) {
            $0.reason = .renewal
        }
        let state = try #require(purchases.state(asOf: .utc("2027-05-15")))
        #expect(state.hasAccess && state.period.transaction.bundle == nil)
        #expect(purchases.history().periods.map(\.ending) == [.expiration, .expiration])
    }

    @Test func `an upgrade in the moment of the purchase holds although the clock that signed it was behind`() throws {
        var purchases = PurchaseHistory()
        let (start, signed) = (Date.utc("2025-06-01 21:30:00"), Date.utc("2025-06-01 21:29:58"))
        purchases.transaction(nil, "monthly", from: start, to: .utc("2025-07-01 21:30:00"), signed: signed) {
            $0.reason = .purchase
        }
        purchases.transaction(
            nil,
            "pro",
            from: start,
            to: .utc("2026-06-01 21:30:00"),
            signed: signed.addingTimeInterval(0.001)
        ) {
            $0.reason = .purchase
        }
        let state = try #require(purchases.state(asOf: .utc("2025-06-15")))
        #expect(state.period.transaction.productID == "pro")
        #expect(state.accessEndDate == .utc("2026-06-01 21:30:00"))
    }

    @Test func `a plan taken just before an early renewal began fails and is in grace like any other`() throws {
        // Found by towns' years: the renewal that never began was taken for the next period, and what came after for
        // its words.
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2025-08-06 10:00:40"), to: .utc("2025-09-06 10:00:40"))
        purchases.transaction(
            nil,
            "monthly",
            from: .utc("2025-09-06 10:00:40"),
            to: .utc("2025-10-06 10:00:40"),
            signed: .utc("2025-09-06 09:00:40")
        ) { $0.reason = .renewal }
        purchases.transaction(nil, "pro", from: .utc("2025-09-06 09:58:41"), to: .utc("2025-10-06 09:58:41")) {
            $0.reason = .purchase
        }
        #expect(purchases.state(asOf: .utc("2025-10-01"))?.period.transaction.productID == "pro")
        purchases.renewalInfo(signed: .utc("2025-10-06 09:58:41")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2025-10-22 09:58:41")
        }
        let state = try #require(purchases.state(asOf: .utc("2025-10-10")))
        #expect(state.status == .billingGracePeriod && state.hasAccess && state.period.transaction.productID == "pro")
    }

    @Test func `a receipt, which states neither seats nor a bundle, does not show a change of plan`() throws {
        for isFromReceipt in [true, false] {
            var purchases = PurchaseHistory()
            let first = Transaction(
                id: "11",
                originalTransactionID: "1",
                productID: "monthly",
                purchaseDate: .utc("2024-01-01"),
                expirationDate: .utc("2024-02-01")
            )
            if isFromReceipt {
                purchases.receipt([first], asked: .utc("2024-01-02"))
            } else {
                purchases.record(.transaction(first), at: .utc("2024-01-02"), rank: .signed)
            }
            purchases.transaction("12", from: .utc("2024-01-20"), to: .utc("2024-02-20")) {
                $0.reason = .purchase
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
            }
            let endings = purchases.history().periods.map(\.ending)
            #expect(endings == [isFromReceipt ? .succession : .upgrade, .expiration])
        }
    }

    @Test func `a downgrade waits for the renewal and is shown as pending`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "pro", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.renewalInfo(signed: .utc("2024-03-01")) {
            $0.productID = "pro"
            $0.autoRenewProductID = "monthly"
            $0.renewalDate = .utc("2024-03-20")
        }
        let next = try #require(purchases.state(asOf: .utc("2024-03-02"))?.nextRenewal)
        #expect(next.isPlanChange)
        #expect(next.productID == "monthly")
        #expect(Catalog.reader.planChange(from: "pro", to: "monthly") == .downgrade)
    }

    @Test func `an upgrade between an early charge and its period leaves that period empty`() throws {
        // Found by random histories: the renewal is charged an hour early, and the customer upgrades in that hour.
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2025-06-01 21:30:00"), to: .utc("2025-07-01 21:30:00"))
        let early = purchases.transaction(
            nil,
            "monthly",
            from: .utc("2025-07-01 21:30:00"),
            to: .utc("2025-08-01 21:30:00"),
            signed: .utc("2025-07-01 20:30:00")
        )
        purchases.again(early, signed: .utc("2025-07-01 21:20:00")) { $0.isUpgraded = true }
        purchases.transaction(nil, "pro", from: .utc("2025-07-01 21:20:00"), to: .utc("2025-08-01 21:20:00"))
        let state = try #require(purchases.state(asOf: .utc("2025-07-15")))
        #expect(state.period.transaction.productID == "pro")
        #expect(state.accessEndDate == .utc("2025-08-01 21:20:00"))
        #expect(purchases.history().periods.map(\.endDate).last == .utc("2025-07-01 21:30:00"))
    }

    @Test(arguments: [true, false])
    func `the new plan's own renewal does not bring back the period that was left before it began`(
        isReported: Bool
    ) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "monthly", from: .utc("2025-06-01 21:30:00"), to: .utc("2025-07-01 21:30:00"))
        let early = purchases.transaction(
            nil,
            "monthly",
            from: .utc("2025-07-01 21:30:00"),
            to: .utc("2025-08-01 21:30:00"),
            signed: .utc("2025-07-01 20:30:00")
        ) { $0.reason = .renewal }
        if isReported { purchases.again(early, signed: .utc("2025-07-01 21:20:00")) { $0.isUpgraded = true } }
        purchases.transaction(nil, "pro", from: .utc("2025-07-01 21:20:00"), to: .utc("2025-07-30 21:20:00")) {
            $0.reason = .purchase
        }
        let before = purchases.history()
        purchases.transaction(
            nil,
            "pro",
            from: .utc("2025-07-30 21:20:00"),
            to: .utc("2025-08-30 21:20:00"),
            signed: .utc("2025-07-29 21:20:00")
        ) { $0.reason = .renewal }
        for history in [before, purchases.history()] {
            let state = try #require(history.state(asOf: .utc("2025-07-15")))
            #expect(state.period.transaction.productID == "pro")
            #expect(state.accessEndDate == .utc("2025-07-30 21:20:00"))
        }
        #expect(purchases.state(asOf: .utc("2025-08-15"))?.period.transaction.productID == "pro")
    }

    @Test func `a full refund of a period that was left for an upgrade undoes it`() throws {
        var purchases = PurchaseHistory()
        let old = purchases.transaction(nil, "issues", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.transaction(nil, "pro", from: .utc("2024-03-01"), to: .utc("2024-04-01")) { $0.reason = .purchase }
        let item = ContentItemRegistration(id: "late", entitlement: "magazine", publicationDate: .utc("2024-02-25"))
        func isReadable(_ purchases: PurchaseHistory) -> Bool? {
            ContentLibrary(CustomerAccount(purchases), items: [item]).access(asOf: .utc("2024-03-15")).first?.isReadable
        }
        func refunded(_ type: RevocationType?) -> PurchaseHistory {
            var purchases = purchases
            purchases.again(old, signed: .utc("2024-03-10")) {
                $0.isUpgraded = true
                $0.revocation = Revocation(date: .utc("2024-03-10"), type: type)
            }
            return purchases
        }
        #expect(isReadable(purchases) == true)
        let undone = refunded(.refundFull)
        #expect(undone.history().periods.map(\.ending) == [.undone, .expiration])
        #expect(isReadable(undone) == false)
        #expect(undone.state(asOf: .utc("2024-03-15"))?.period.transaction.productID == "pro")
        // What was paid back of the days after the upgrade, and an old receipt's mark, take nothing that was before.
        for type in [RevocationType.refundProrated, nil] {
            let left = refunded(type)
            #expect(left.history().periods.map(\.ending) == [.upgrade, .expiration])
            #expect(left.history().periods.first?.endDate == .utc("2024-03-01"))
            #expect(isReadable(left) == true)
        }
    }

    @Test func `an entitlement that another plan took the place of tells when it was left, and by which documents`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "pro", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.transaction(nil, "monthly", from: .utc("2024-02-01"), to: .utc("2024-03-01")) { $0.reason = .renewal }
        let answer = CustomerAccount(purchases).entitlement("pro", asOf: .utc("2024-02-15"))
        #expect(!answer.isActive && answer.reason.rule == .movedToAnotherPlan)
        #expect(answer.startDate == .utc("2024-02-01"))
        #expect(answer.reason.productID == "pro" && !answer.reason.evidence.isEmpty)
    }

    @Test func `an entitlement whose plan was over, or paid back, before another was taken tells so`() {
        var purchases = PurchaseHistory()
        let pro = purchases.transaction(nil, "pro", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.renewalInfo(signed: .utc("2024-01-10")) {
            $0.productID = "pro"
            $0.willAutoRenew = false
            $0.expirationIntent = .canceled
        }
        purchases.transaction(nil, "monthly", from: .utc("2024-05-01"), to: .utc("2024-06-01")) {
            $0.reason = .purchase
        }
        let ended = CustomerAccount(purchases).entitlement("pro", asOf: .utc("2024-05-15"))
        #expect(ended.reason.rule == .canceled)
        #expect(ended.startDate == .utc("2024-02-01"))
        purchases.refund(pro, on: .utc("2024-05-10"))
        let refunded = CustomerAccount(purchases).entitlement("pro", asOf: .utc("2024-05-15"))
        #expect(refunded.reason.rule == .refunded)
        #expect(refunded.startDate == .utc("2024-05-10"))
    }

    @Test func `an entitlement that grace kept ends when another plan is taken`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "pro", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.renewalInfo(signed: .utc("2024-02-01")) {
            $0.productID = "pro"
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2024-02-17")
        }
        purchases.transaction(nil, "monthly", from: .utc("2024-02-05"), to: .utc("2024-03-05")) {
            $0.reason = .purchase
        }
        let answer = CustomerAccount(purchases).entitlement("pro", asOf: .utc("2024-02-15"))
        #expect(answer.reason.rule == .movedToAnotherPlan)
        #expect(answer.startDate == .utc("2024-02-05"))
    }
}
