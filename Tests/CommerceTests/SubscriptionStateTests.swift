// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// States worked out manually; every date is a literal.
///
/// Sources: Apple's "Handling billing grace period and billing retry", "Reducing involuntary subscriber churn",
/// "Extending the renewal date for auto-renewable subscriptions", and the status values of the App Store Server API.
@Suite struct SubscriptionStateTests {
    /// Bought 20 February 2024 for a month.
    func bought() -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20")) {
            $0.price = Money(milliunits: 1990, currency: "USD")
        }
        purchases.renewalInfo(signed: .utc("2024-02-20")) {
            $0.renewalDate = .utc("2024-03-20")
            $0.renewalPrice = Money(milliunits: 1990, currency: "USD")
        }
        return purchases
    }

    @Test func `nothing is known before the first purchase`() {
        #expect(bought().state(asOf: .utc("2024-02-19 23:59:59")) == nil)
    }

    @Test func `a paid period is active from its first instant and over at its last`() throws {
        let purchases = bought()
        let first = try #require(purchases.state(asOf: .utc("2024-02-20")))
        #expect(first.status == .active)
        #expect(first.renewalState == .subscribed)
        #expect(first.hasAccess)
        #expect(first.accessEndDate == .utc("2024-03-20"))
        #expect(first.reason.rule == .paidPeriod)
        let last = try #require(purchases.state(asOf: .utc("2024-03-20")))
        #expect(!last.hasAccess)
    }

    @Test func `the next renewal has its date, product and price`() throws {
        let state = try #require(bought().state(asOf: .utc("2024-03-01")))
        let next = try #require(state.nextRenewal)
        #expect(next.date == .utc("2024-03-20"))
        #expect(next.productID == "monthly")
        #expect(next.price == Money(milliunits: 1990, currency: "USD"))
        #expect(!next.isPlanChange)
    }

    @Test func `a short gap before the renewal is awaited and is not an end`() throws {
        let state = try #require(bought().state(asOf: .utc("2024-03-20 00:10:00")))
        #expect(state.status == .expired)
        #expect(state.isRenewalPending)
        #expect(!state.hasAccess)
        let later = try #require(bought().state(asOf: .utc("2024-03-21")))
        #expect(!later.isRenewalPending)
    }

    @Test func `a team's leeway keeps access open while the renewal is awaited`() throws {
        let policy = CommercePolicy(renewalLeewayMilliseconds: 3_600_000)
        let state = try #require(bought().state(asOf: .utc("2024-03-20 00:59:59"), policy))
        #expect(state.hasAccess)
        #expect(state.reason.rule == .awaitedRenewal)
        #expect(state.accessEndDate == .utc("2024-03-20 01:00:00"))
        let later = try #require(bought().state(asOf: .utc("2024-03-20 01:00:00"), policy))
        #expect(!later.hasAccess)
    }

    @Test func `turning renewal off keeps access to the end of the period`() throws {
        var purchases = bought()
        purchases.renewalInfo(signed: .utc("2024-02-25")) { $0.willAutoRenew = false }
        let state = try #require(purchases.state(asOf: .utc("2024-03-19")))
        #expect(state.hasAccess)
        #expect(state.willAutoRenew == false)
        #expect(state.nextRenewal == nil)
        purchases.renewalInfo(signed: .utc("2024-03-20 00:00:01")) {
            $0.willAutoRenew = false
            $0.expirationIntent = .canceled
        }
        let ended = try #require(purchases.state(asOf: .utc("2024-03-20 00:00:01")))
        #expect(ended.status == .expired)
        #expect(ended.expirationIntent == .canceled)
        #expect(ended.reason.rule == .canceled)
        #expect(ended.reason.startDate == .utc("2024-03-20"))
    }

    /// The payment fails on 20 March; 16 days of grace.
    func failing(grace: Date?) -> PurchaseHistory {
        var purchases = bought()
        purchases.renewalInfo(signed: .utc("2024-03-20 00:00:05")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = grace
            $0.expirationIntent = .billingError
        }
        return purchases
    }

    @Test func `grace keeps access and retry does not`() throws {
        let purchases = failing(grace: .utc("2024-04-05"))
        let inGrace = try #require(purchases.state(asOf: .utc("2024-04-04 23:59:59")))
        #expect(inGrace.status == .billingGracePeriod)
        #expect(inGrace.renewalState == .inGracePeriod)
        #expect(inGrace.hasAccess)
        #expect(inGrace.graceEndDate == .utc("2024-04-05"))
        #expect(inGrace.accessEndDate == .utc("2024-04-05"))
        let retrying = try #require(purchases.state(asOf: .utc("2024-04-05")))
        #expect(retrying.status == .billingRetry)
        #expect(retrying.renewalState == .inBillingRetryPeriod)
        #expect(!retrying.hasAccess)
        #expect(retrying.retryEndDate == .utc("2024-05-19"))
    }

    @Test func `the failure is known for the moments before the word of it`() throws {
        let state = try #require(failing(grace: .utc("2024-04-05")).state(asOf: .utc("2024-03-20 00:00:01")))
        #expect(state.status == .billingGracePeriod)
        #expect(state.hasAccess)
    }

    @Test func `without grace a failed payment ends access at once`() throws {
        let state = try #require(failing(grace: nil).state(asOf: .utc("2024-03-20 00:00:05")))
        #expect(state.status == .billingRetry)
        #expect(!state.hasAccess)
        #expect(state.reason.rule == .billingRetry)
    }

    @Test func `Apple tries for 60 days and then it is over`() throws {
        let purchases = failing(grace: nil)
        #expect(purchases.state(asOf: .utc("2024-05-18 23:59:59"))?.status == .billingRetry)
        let over = try #require(purchases.state(asOf: .utc("2024-05-19")))
        #expect(over.status == .expired)
        #expect(over.reason.rule == .billingFailed)
    }

    @Test func `a team may ignore grace and the state still says grace`() throws {
        let policy = CommercePolicy(honorsGracePeriod: false)
        let state = try #require(failing(grace: .utc("2024-04-05")).state(asOf: .utc("2024-03-25"), policy))
        #expect(state.status == .billingGracePeriod)
        #expect(!state.hasAccess)
        #expect(state.accessEndDate == .utc("2024-03-20"))
    }

    @Test func `canceling in grace stops the retry and ends access`() throws {
        var purchases = failing(grace: .utc("2024-04-05"))
        purchases.renewalInfo(signed: .utc("2024-03-28")) {
            $0.willAutoRenew = false
            $0.expirationIntent = .canceled
        }
        #expect(purchases.state(asOf: .utc("2024-03-27"))?.hasAccess == true)
        let after = try #require(purchases.state(asOf: .utc("2024-03-28")))
        #expect(after.status == .expired)
        #expect(after.reason.rule == .canceled)
    }

    @Test func `recovery after expiry starts a new renewal date and leaves a lapse`() throws {
        var purchases = failing(grace: nil)
        purchases.transaction(from: .utc("2024-04-02"), to: .utc("2024-05-02"))
        let lapse = try #require(purchases.history().lapses.first)
        #expect(lapse.startDate == .utc("2024-03-20"))
        #expect(lapse.endDate == .utc("2024-04-02"))
        #expect(lapse.milliseconds == 13 * 86_400_000)
        #expect(!lapse.isBridged)
        #expect(purchases.state(asOf: .utc("2024-03-25"))?.status == .billingRetry)
        #expect(purchases.state(asOf: .utc("2024-04-02"))?.status == .active)
    }

    @Test func `recovery in grace is not an interruption`() throws {
        var purchases = failing(grace: .utc("2024-04-05"))
        purchases.transaction(from: .utc("2024-03-29"), to: .utc("2024-04-20"))
        let lapse = try #require(purchases.history().lapses.first)
        #expect(lapse.isBridged)
        for day in 20...31 { #expect(purchases.state(asOf: .utc("2024-03-\(day)"))?.hasAccess == true) }
        let account = CustomerAccount(purchases)
        let answer = account.entitlement("basic", asOf: .utc("2024-03-30"))
        #expect(answer.startDate == .utc("2024-02-20"))
    }

    @Test(
        arguments: [
            (ExpirationIntent.canceled, Rule.canceled), (.billingError, .billingFailed),
            (.priceIncreaseNotConsented, .priceIncreaseRefused), (.productUnavailable, .productUnavailable),
            (.other, .expired), (ExpirationIntent(rawValue: 17), .expired),
        ]
    )
    func `each expiration intent names its rule`(intent: ExpirationIntent, rule: Rule) {
        var purchases = bought()
        purchases.renewalInfo(signed: .utc("2024-03-20 00:00:01")) { $0.expirationIntent = intent }
        let state = purchases.state(asOf: .utc("2024-03-22"))
        #expect(state?.status == .expired)
        #expect(state?.reason.rule == rule)
    }

    @Test func `an extension moves the end and shows its length`() throws {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.again(first, signed: .utc("2024-03-01")) { $0.expirationDate = .utc("2024-04-04") }
        let state = try #require(purchases.state(asOf: .utc("2024-04-03")))
        #expect(state.status == .active)
        #expect(state.reason.rule == .extendedPeriod)
        #expect(state.period.extensionMilliseconds == 15 * 86_400_000)
        #expect(purchases.known(at: .utc("2024-02-28")).state(asOf: .utc("2024-03-25"))?.hasAccess == false)
    }

    @Test func `a refund is as if it had never been bought`() throws {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.refund(first, on: .utc("2024-03-01"))
        let state = try #require(purchases.state(asOf: .utc("2024-03-02")))
        #expect(state.status == .revoked)
        #expect(state.reason.rule == .refunded)
        #expect(state.reason.startDate == .utc("2024-03-01"))
        #expect(purchases.state(asOf: .utc("2024-02-25"))?.hasAccess == false)
        #expect(purchases.known(at: .utc("2024-02-28")).state(asOf: .utc("2024-02-25"))?.hasAccess == true)
    }

    @Test func `a refund that is reversed gives everything back`() {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        let before = purchases.state(asOf: .utc("2024-03-10"))
        purchases.refund(first, on: .utc("2024-03-01"))
        purchases.again(first, signed: .utc("2024-03-05")) { _ in }
        let after = purchases.state(asOf: .utc("2024-03-10"))
        #expect(after?.hasAccess == true)
        #expect(after?.status == before?.status)
        #expect(after?.accessEndDate == before?.accessEndDate)
    }

    @Test(arguments: 0..<8)
    func `what was signed on the way to a refund, in the same millisecond, does not undo it`(number: Int) {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.refund(first, on: .utc("2024-03-01"))
        purchases.again(first, signed: .utc("2024-03-01")) {
            $0.webOrderLineItemID = WebOrderLineItemID(rawValue: "\(number)")
        }
        #expect(purchases.state(asOf: .utc("2024-03-02"))?.status == .revoked)
    }

    @Test(arguments: 0..<8)
    func `what was signed on the way to an extension, in the same millisecond, does not undo it`(number: Int) {
        let (first, signed) = (Date.utc("2024-02-20"), Date.utc("2024-03-01"))
        let shown = WebOrderLineItemID(rawValue: "\(number)")
        for isShownFirst in [true, false] {
            var purchases = PurchaseHistory()
            let bought = purchases.transaction(from: first, to: .utc("2024-03-20"))
            if isShownFirst { purchases.again(bought, signed: signed) { $0.webOrderLineItemID = shown } }
            purchases.again(bought, signed: signed) { $0.expirationDate = .utc("2024-04-20") }
            if !isShownFirst { purchases.again(bought, signed: signed) { $0.webOrderLineItemID = shown } }
            #expect(purchases.state(asOf: .utc("2024-04-10"))?.accessEndDate == .utc("2024-04-20"))
        }
    }

    @Test func `a refund of the renewal leaves the period before it`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        let second = purchases.transaction(from: .utc("2024-03-19 12:00:00"), to: .utc("2024-04-20"))
        purchases.refund(second, on: .utc("2024-03-19 18:00:00"))
        #expect(purchases.state(asOf: .utc("2024-03-19 20:00:00"))?.status == .active)
        #expect(purchases.state(asOf: .utc("2024-03-20"))?.status == .revoked)
    }

    @Test func `a refund in part ends the period when it was made`() throws {
        var purchases = PurchaseHistory()
        let first = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2025-01-01"))
        purchases.refund(first, on: .utc("2024-07-01"), type: .refundProrated)
        #expect(purchases.state(asOf: .utc("2024-06-30"))?.hasAccess == true)
        let state = try #require(purchases.state(asOf: .utc("2024-07-01")))
        #expect(state.status == .revoked)
        #expect(state.reason.rule == .refundedInPart)
    }

    @Test func `family sharing that ends takes access from then on`() throws {
        var purchases = PurchaseHistory()
        let shared = purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20")) {
            $0.ownership = .familyShared
        }
        #expect(purchases.state(asOf: .utc("2024-03-01"))?.reason.ownership == .familyShared)
        purchases.refund(shared, on: .utc("2024-03-02"), type: .familyRevoke)
        #expect(purchases.state(asOf: .utc("2024-03-01"))?.hasAccess == true)
        let state = try #require(purchases.state(asOf: .utc("2024-03-02")))
        #expect(state.status == .revoked)
        #expect(state.reason.rule == .familySharingEnded)
    }

    @Test func `a renewal that is charged before the end does not overlap`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.transaction(from: .utc("2024-03-19 06:00:00"), to: .utc("2024-04-20"))
        let periods = purchases.history().periods
        #expect(periods[0].endDate == .utc("2024-03-19 06:00:00"))
        #expect(periods[0].ending == .succession)
        #expect(purchases.history().lapses.isEmpty)
    }

    @Test func `a price increase without an answer is shown`() throws {
        var purchases = bought()
        purchases.renewalInfo(signed: .utc("2024-03-01")) { $0.priceIncrease = .pending }
        #expect(purchases.state(asOf: .utc("2024-03-02"))?.priceIncrease == .pending)
    }

    @Test func `a refunded subscription that is still to renew may fail and be in grace`() throws {
        // Found by random histories: a refund alone does not turn the renewal off.
        var purchases = PurchaseHistory()
        let refunded = purchases.transaction(from: .utc("2025-09-21"), to: .utc("2025-10-21"))
        purchases.refund(refunded, on: .utc("2025-10-11"))
        #expect(purchases.state(asOf: .utc("2025-10-20"))?.status == .revoked)
        purchases.renewalInfo(signed: .utc("2025-10-21")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2025-11-06")
        }
        #expect(purchases.state(asOf: .utc("2025-10-20"))?.status == .revoked)
        let state = try #require(purchases.state(asOf: .utc("2025-11-01")))
        #expect(state.status == .billingGracePeriod)
        #expect(state.hasAccess)
        #expect(CustomerAccount(purchases).entitlement("basic", asOf: .utc("2025-11-01")).isActive)
        #expect(purchases.state(asOf: .utc("2025-12-19"))?.status == .billingRetry)
        #expect(purchases.state(asOf: .utc("2025-12-20"))?.status == .expired)
    }

    @Test func `a failure after a refund counts though it was signed by a clock that is behind`() throws {
        // Found by towns' years: Apple's clock was two seconds to ten minutes behind, and the word seemed older than
        // the end.
        var purchases = PurchaseHistory()
        let refunded = purchases.transaction(from: .utc("2025-09-21"), to: .utc("2025-10-21"))
        purchases.refund(refunded, on: .utc("2025-10-11"))
        purchases.renewalInfo(signed: .utc("2025-10-20 23:50:00")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2025-11-06")
        }
        #expect(purchases.state(asOf: .utc("2025-10-20 23:55:00"))?.status == .revoked)
        let state = try #require(purchases.state(asOf: .utc("2025-11-01")))
        #expect(state.status == .billingGracePeriod && state.hasAccess)
    }

    @Test(arguments: [Date.utc("2025-11-06"), nil])
    func `sharing that ends while the purchaser's payment is tried is what took it away`(grace: Date?) throws {
        // Found by random histories.
        var purchases = PurchaseHistory()
        let shared = purchases.transaction(from: .utc("2025-09-21"), to: .utc("2025-10-21")) {
            $0.ownership = .familyShared
        }
        purchases.renewalInfo(signed: .utc("2025-10-21")) {
            $0.isInBillingRetryPeriod = true
            $0.expirationIntent = .billingError
            $0.gracePeriodExpirationDate = grace
        }
        purchases.refund(shared, on: .utc("2025-10-25"), type: .familyRevoke)
        purchases.renewalInfo(signed: .utc("2025-10-25")) {
            $0.willAutoRenew = false
            $0.expirationIntent = .billingError
        }
        let state = try #require(purchases.state(asOf: .utc("2025-10-26")))
        #expect(state.status == .revoked && state.reason.rule == .familySharingEnded && !state.hasAccess)
        #expect(purchases.state(asOf: .utc("2025-10-24"))?.hasAccess == (grace != nil))
        // What had ended before it was revoked had ended for its own reason.
        purchases.facts = []
        let over = purchases.transaction(from: .utc("2025-09-21"), to: .utc("2025-10-21")) {
            $0.ownership = .familyShared
        }
        purchases.renewalInfo(signed: .utc("2025-10-21")) {
            $0.willAutoRenew = false
            $0.expirationIntent = .canceled
        }
        purchases.refund(over, on: .utc("2025-10-25"), type: .familyRevoke)
        #expect(purchases.state(asOf: .utc("2025-10-26"))?.status == .expired)
    }

    @Test func `grace continues after a refund in it though a slow clock signed of both`() throws {
        // Found by seed 721629 of the simulation: the words were signed ten minutes before the date that the refund
        // carries.
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(
            from: .utc("2025-01-01"),
            to: .utc("2025-02-01"),
            signed: .utc("2024-12-31 23:50:00")
        )
        func failure(_ info: inout RenewalInfo) {
            info.isInBillingRetryPeriod = true
            info.gracePeriodExpirationDate = .utc("2025-02-17")
        }
        purchases.renewalInfo(signed: .utc("2025-01-31 23:50:00"), failure)
        let date = Date.utc("2025-02-01 12:00:00")
        for signed in ["2025-02-01 11:50:00", "2025-02-03"].map(Date.utc) {
            purchases.again(bought, signed: signed) { $0.revocation = Revocation(date: date, type: .refundFull) }
            purchases.renewalInfo(signed: signed, failure)
        }
        for facts in [purchases.facts, purchases.facts.reversed()] {
            var received = purchases
            received.facts = facts
            let state = try #require(received.known(at: .utc("2025-02-02")).state(asOf: .utc("2025-02-02")))
            #expect(state.status == .billingGracePeriod && state.hasAccess)
            let later = try #require(received.state(asOf: .utc("2025-02-10")))
            #expect(later.status == .billingGracePeriod && later.hasAccess)
            #expect(CustomerAccount(received).entitlement("basic", asOf: .utc("2025-02-02")).isActive)
        }
        // Where the clock that signs is right the same words are older than the refund, and count no more.
        purchases.facts = purchases.facts.filter { $0.order.instant < .utc("2025-02-01") }
        purchases.refund(bought, on: date)
        #expect(purchases.state(asOf: .utc("2025-02-02"))?.status == .revoked)
    }

    @Test func `sharing that begins in the purchaser's grace period is open in grace and renews with it`() throws {
        // Found by random histories: the member's first document has expired before it was made.
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2025-10-19"), to: .utc("2025-10-14")) { $0.ownership = .familyShared }
        purchases.renewalInfo(signed: .utc("2025-10-19")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2025-10-30")
        }
        #expect(purchases.state(asOf: .utc("2025-10-18")) == nil)
        #expect(purchases.state(asOf: .utc("2025-10-20"))?.status == .billingGracePeriod)
        let account = CustomerAccount(purchases)
        #expect(!account.entitlement("basic", asOf: .utc("2025-10-15")).isActive)
        #expect(account.entitlement("basic", asOf: .utc("2025-10-20")).isActive)
        purchases.transaction(from: .utc("2025-10-14"), to: .utc("2025-11-14"), signed: .utc("2025-10-24")) {
            $0.ownership = .familyShared
        }
        #expect(purchases.state(asOf: .utc("2025-11-01"))?.status == .active)
        #expect(CustomerAccount(purchases).entitlement("basic", asOf: .utc("2025-11-01")).endDate == .utc("2025-11-14"))
    }

    /// The second article's three cases of DID_CHANGE_RENEWAL_STATUS: what it calls renewStatus, LastRenewalTime and
    /// nextRenewalTime.
    @Test(
        arguments: [
            // Turned off before the end, turned off after the end, turned on again before the end.
            (false, "2024-03-01", true), (false, "2024-03-25", false), (true, "2024-03-01", true),
        ]
    )
    func `the three cases of a changed renewal status`(renews: Bool, day: String, isActive: Bool) throws {
        var purchases = bought()
        if renews { purchases.renewalInfo(signed: .utc("2024-02-25")) { $0.willAutoRenew = false } }
        purchases.renewalInfo(signed: .utc(day)) {
            $0.willAutoRenew = renews
            $0.renewalDate = .utc("2024-03-20")
        }
        let state = try #require(purchases.state(asOf: .utc(day)))
        #expect(state.willAutoRenew == renews)
        #expect(state.hasAccess == isActive)
        #expect(state.lastRenewalDate == .utc("2024-02-20"))
        #expect(state.nextRenewalDate == .utc("2024-03-20"))
    }

    @Test func `a refund in billing retry revokes, and the failure before it counts no more`() {
        // Found by random histories.
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2025-06-01"), to: .utc("2025-07-01"))
        purchases.renewalInfo(signed: .utc("2025-07-01")) { $0.isInBillingRetryPeriod = true }
        #expect(purchases.state(asOf: .utc("2025-07-05"))?.status == .billingRetry)
        purchases.refund(bought, on: .utc("2025-07-04"))
        #expect(purchases.state(asOf: .utc("2025-07-05"))?.status == .revoked)
        #expect(purchases.state(asOf: .utc("2025-10-01"))?.reason.rule == .refunded)
    }

    @Test func `a refund while Apple continues trying to charge leaves billing retry as it is`() {
        // Found by random histories: the renewal information that comes with the refund still states the retry.
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2025-05-07"), to: .utc("2025-06-07"))
        purchases.renewalInfo(signed: .utc("2025-06-07")) { $0.isInBillingRetryPeriod = true }
        purchases.refund(bought, on: .utc("2025-06-14"))
        purchases.renewalInfo(signed: .utc("2025-06-14")) { $0.isInBillingRetryPeriod = true }
        #expect(purchases.state(asOf: .utc("2025-06-18"))?.status == .billingRetry)
        #expect(purchases.state(asOf: .utc("2025-06-18"))?.hasAccess == false)
    }

    @Test func `a failure that was paid in its grace is not the next period's`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.renewalInfo(signed: .utc("2024-02-01")) { info in
            info.isInBillingRetryPeriod = true
            info.gracePeriodExpirationDate = .utc("2024-02-17")
        }
        purchases.transaction(from: .utc("2024-02-01"), to: .utc("2024-03-01"), signed: .utc("2024-02-04"))
        purchases.renewalInfo(signed: .utc("2024-02-04"))
        // The next renewal is some minutes late.
        let state = try #require(purchases.state(asOf: .utc("2024-03-01 00:05:00")))
        #expect(state.isRenewalPending, "\(state)")
        // A failure that is reported of this period counts, also where Apple's clock is behind.
        purchases.renewalInfo(signed: .utc("2024-02-29 23:59:00")) { $0.isInBillingRetryPeriod = true }
        #expect(purchases.state(asOf: .utc("2024-03-01 00:05:00"))?.renewalState == .inBillingRetryPeriod)
    }

    @Test(arguments: ["2024-01-10", "2024-01-01"])
    func `a refunded renewal that began within a period does not bring the rest of the period back`(
        start: String
    ) throws {
        // Found by random histories: a tester renewed early, and no document had the period's new end.
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) { $0.reason = .purchase }
        let renewal = purchases.transaction(from: .utc(start), to: .utc("2024-02-10")) { $0.reason = .renewal }
        #expect(purchases.state(asOf: .utc("2024-01-15"))?.hasAccess == true)
        purchases.refund(renewal, on: .utc("2024-01-12"))
        #expect(purchases.state(asOf: .utc("2024-01-15"))?.status == .revoked)
        #expect(purchases.state(asOf: .utc("2024-01-15"))?.hasAccess == false)
        #expect(purchases.state(asOf: .utc("2024-01-05"))?.hasAccess == (start == "2024-01-10"))
    }
}
