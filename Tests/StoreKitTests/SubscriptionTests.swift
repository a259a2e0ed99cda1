// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct SubscriptionTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    private func status() async throws -> Product.SubscriptionInfo.Status {
        try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
    }

    @Test func `a subscription has a status with verified documents`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        let status = try await status()
        #expect(status.state == .subscribed)
        #expect(try status.transaction.payloadValue.id == bought.id)
        let renewal = try status.renewalInfo.payloadValue
        #expect(renewal.willAutoRenew)
        #expect(renewal.autoRenewPreference == Shop.gold)
        #expect(renewal.currentProductID == Shop.gold)
        #expect(renewal.originalTransactionID == bought.id)
        #expect(renewal.renewalPrice == Decimal(string: "9.99"))
        #expect(await bought.subscriptionStatus == status)
        #expect(try await Product.SubscriptionInfo.status(transactionID: bought.id) == status)
    }

    @Test func `without a subscriber there is no status`() async throws {
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).isEmpty)
        #expect(await Transaction.currentEntitlement(for: Shop.gold) == nil)
    }

    @Test func `a new customer gets the introductory offer once`() async throws {
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club))
        let bought = try await Shop.buy(Shop.silver)
        #expect(bought.offer?.type == .introductory)
        #expect(bought.offer?.paymentMode == .freeTrial)
        #expect(bought.price == 0)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club) == false)
        try session.expireSubscription(productIdentifier: Shop.silver)
        #expect(try await Shop.buy(Shop.silver).offer == nil)
    }

    @Test func `turning renewal off keeps access to the end of the period`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        #expect(try await status().state == .subscribed)
        #expect(try await status().renewalInfo.payloadValue.willAutoRenew == false)
        #expect(try await status().renewalInfo.payloadValue.autoRenewPreference == nil)
        try session.enableAutoRenewForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.willAutoRenew)
        #expect(session.allTransactions().first?.autoRenewingEnabled == true)
    }

    @Test func `an expired subscription gives nothing`() async throws {
        try await Shop.buy(Shop.gold)
        try session.expireSubscription(productIdentifier: Shop.gold)
        #expect(try await status().state == .expired)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        let expiry = try #require(await Transaction.latest(for: Shop.gold)?.unsafePayloadValue.expirationDate)
        #expect(expiry <= .now)
        #expect(session.allTransactions().map(\.expirationDate) == [expiry])
    }

    @Test func `time passes at the chosen rate`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        let bought = try await Shop.buy(Shop.gold)
        let expiry = try #require(bought.expirationDate)
        #expect(expiry.timeIntervalSince(bought.purchaseDate) == 30)
        try StoreKitSimulator.advance(by: 95)
        let periods = try await all(Transaction.all(for: Shop.gold))
        #expect(periods.count == 4)
    }

    @Test func `renewals come automatically when their time comes`() async throws {
        session.timeRate = .oneRenewalEveryTwoSeconds
        let bought = try await Shop.buy(Shop.gold)
        let renewal = await first(of: Transaction.updates) { $0.unsafePayloadValue.originalID == bought.id }
        #expect(renewal?.unsafePayloadValue.reason == .renewal)
    }

    @Test func `a renewal that cannot be charged is retried without access`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        session.shouldEnterBillingRetryOnRenewal = true
        let bought = try await Shop.buy(Shop.gold)
        try StoreKitSimulator.advance(by: 31)
        #expect(try await status().state == .inBillingRetryPeriod)
        #expect(try await status().renewalInfo.payloadValue.isInBillingRetry)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        #expect(session.allTransactions().last?.hasPurchaseIssue == true)
        try session.resolveIssueForTransaction(identifier: UInt(bought.id))
        #expect(try await status().state == .subscribed)
        #expect(session.shouldEnterBillingRetryOnRenewal == false)
    }

    @Test func `a grace period keeps access`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        session.billingGracePeriodIsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        try await Shop.buy(Shop.gold)
        try StoreKitSimulator.advance(by: 31)
        #expect(try await status().state == .inGracePeriod)
        #expect(try await status().renewalInfo.payloadValue.gracePeriodExpirationDate != nil)
        #expect(try await all(Transaction.currentEntitlements).count == 1)
    }

    @Test func `a higher price waits for the customer's consent`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        async let message = first(of: Message.messages)
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .pending)
        #expect(session.allTransactions().first?.isPendingPriceIncreaseConsent == true)
        #expect(await message?.reason == .priceIncreaseConsent)
        try session.consentToPriceIncreaseForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .agreed)
        #expect(try await Shop.product(Shop.gold).displayPrice == "$9.99")
    }

    @Test func `a second higher price waits for the customer's consent, too`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        let bought = try await Shop.buy(Shop.gold)
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        try session.consentToPriceIncreaseForTransaction(identifier: UInt(bought.id))
        try StoreKitSimulator.advance(by: 91)
        let first = try #require(try await status().renewalInfo.payloadValue.renewalPrice)
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .noIncreasePending)
        #expect(try await status().transaction.payloadValue.price == first)
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .pending)
    }

    @Test func `no one is asked about a price that will not be paid, and it stays as it is`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        let price = try await status().renewalInfo.payloadValue.renewalPrice
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        #expect(throws: SKTestError(.invalidAction)) {
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        }
        try session.enableAutoRenewForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.renewalPrice == price)
        try await Shop.buy(Shop.silver)
        #expect(throws: SKTestError(.invalidAction)) {
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        }
        try session.expireSubscription(productIdentifier: Shop.gold)
        #expect(throws: SKTestError(.invalidAction)) {
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        }
        #expect(try await Shop.product(Shop.gold).displayPrice == "$9.99")
    }

    @Test func `a refused higher price ends the subscription with its period`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        let bought = try await Shop.buy(Shop.gold)
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        try session.declinePriceIncreaseForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.willAutoRenew == false)
        try StoreKitSimulator.advance(by: 31)
        #expect(try await status().state == .expired)
        #expect(try await status().renewalInfo.payloadValue.expirationReason == .didNotConsentToPriceIncrease)
    }

    @Test func `a renewal that pauses leaves the subscription expired until it comes`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        session.renewalPause = 20
        let bought = try await Shop.buy(Shop.gold)
        try StoreKitSimulator.advance(by: 32)
        #expect(try await status().state == .expired)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        try StoreKitSimulator.advance(by: 20)
        #expect(try await status().state == .subscribed)
        let renewal = try #require(try await all(Transaction.currentEntitlements).first).payloadValue
        #expect(renewal.purchaseDate == bought.expirationDate)
        session.resetToDefaultState()
        #expect(session.renewalPause == 0)
    }

    @Test func `a refund of an earlier period leaves the subscription as it is`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        try session.refundTransaction(identifier: UInt(bought.id))
        #expect(session.allTransactions().map { $0.cancelDate != nil } == [true, false])
        #expect(try await status().state == .subscribed)
        #expect(try await status().renewalInfo.payloadValue.willAutoRenew)
        #expect(try await status().renewalInfo.payloadValue.autoRenewPreference == Shop.gold)
    }

    @Test func `a refund of an earlier period changes no status`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        let updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        try session.refundTransaction(identifier: UInt(bought.id))
        // In a canceled task an update that came is read, and none is waited for.
        let update = try await inCanceledTask { [updates] in
            var updates = updates
            return await updates.next()
        }
        #expect(update == nil)
    }

    @Test func `a status comes when it changes`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        try session.refundTransaction(identifier: UInt(bought.id))
        #expect(await updates.next()?.state == .revoked)
    }

    @Test func `all statuses are reported by group`() async throws {
        try await Shop.buy(Shop.gold)
        var groups: [String] = []
        for await (group, statuses) in Product.SubscriptionInfo.Status.all where !statuses.isEmpty {
            groups.append(group)
        }
        #expect(groups == [Shop.club])
    }
}
