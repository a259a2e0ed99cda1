// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct SwitchTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    /// The rates that a test is likely to choose, with the length of a month's period in seconds.
    private static let rates: [(SKTestSession.TimeRate, Double)] = [
        (.oneHourIsOneDay, 108_000), (.thirtyMinutesIsOneDay, 54_000), (.fiveMinutesIsOneDay, 9000),
        (.oneMinuteIsOneDay, 1800), (.thirtySecondsIsOneDay, 900), (.oneSecondIsOneDay, 30),
        (.monthlyRenewalEveryHour, 3600), (.monthlyRenewalEveryThirtyMinutes, 1800),
        (.monthlyRenewalEveryFifteenMinutes, 900), (.monthlyRenewalEveryFiveMinutes, 300),
        (.monthlyRenewalEveryThirtySeconds, 30), (.oneRenewalEveryFifteenMinutes, 900),
        (.oneRenewalEveryFiveMinutes, 300), (.oneRenewalEveryMinute, 60), (.oneRenewalEveryThirtySeconds, 30),
        (.oneRenewalEveryTenSeconds, 10), (.oneRenewalEveryTwoSeconds, 2),
    ]

    @Test(arguments: rates.map(\.0)) func `a rate says how long a month lasts`(
        rate: SKTestSession.TimeRate
    ) async throws {
        session.timeRate = rate
        #expect(session.timeRate == rate)
        let bought = try await Shop.buy(Shop.gold)
        let length = try #require(bought.expirationDate).timeIntervalSince(bought.purchaseDate)
        #expect(length == Self.rates.first { $0.0 == rate }?.1)
    }

    @Test(arguments: [
        SKError.Code.unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed,
        .storeProductNotAvailable, .cloudServicePermissionDenied, .cloudServiceNetworkConnectionFailed,
        .privacyAcknowledgementRequired, .unauthorizedRequestData, .invalidOfferIdentifier, .invalidSignature,
        .missingOfferParams, .invalidOfferPrice, .ineligibleForOffer,
    ])
    func `every error of the original interface reaches its observer`(code: SKError.Code) async throws {
        session.failTransactionsEnabled = true
        session.failureError = code
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        let product = try #require(try await ProductLoader.load([Shop.coins]).products.first)
        SKPaymentQueue.default().add(SKPayment(product: product))
        let failed = try await observer.transaction { $0.transactionState == .failed }
        #expect((failed.error as? SKError)?.code == code)
        #expect(try await all(Transaction.all).isEmpty)
    }

    @Test func `a document that does not verify is bought and gives nothing`() async throws {
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        guard case .success(.unverified(let bought, .invalidSignature)) = try await Shop.product(Shop.lamp).purchase()
        else {
            Issue.record("the purchase was not unverified")
            return
        }
        let listed = try await all(Transaction.currentEntitlements)
        #expect(listed.count == 1)
        guard case .unverified(let same, _) = try #require(listed.first) else {
            Issue.record("the entitlement was verified")
            return
        }
        #expect(same.id == bought.id)
        #expect(throws: VerificationResult<Transaction>.VerificationError.self) { try listed[0].payloadValue }
        try await session.setSimulatedError(nil, forAPI: .verification)
        #expect(try await all(Transaction.currentEntitlements).first?.payloadValue.id == bought.id)
    }

    @Test func `a longer period of the same level waits for the next renewal`() async throws {
        try await Shop.buy(Shop.gold)
        try await session.buyProduct(identifier: Shop.goldYear)
        let entitled = try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.productID)
        #expect(entitled == [Shop.gold])
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(try status.renewalInfo.payloadValue.autoRenewPreference == Shop.goldYear)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.productID) == [Shop.goldYear])
    }

    @Test func `a renewal's issue that is resolved gives access back`() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        try await Shop.buy(Shop.gold)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        let issue = try #require(session.allTransactions().first { $0.hasPurchaseIssue })
        var status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(status.state == .inGracePeriod)
        #expect(try status.renewalInfo.payloadValue.gracePeriodExpirationDate != nil)
        try session.resolveIssueForTransaction(identifier: issue.identifier)
        status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(status.state == .subscribed)
        #expect(session.allTransactions().allSatisfy { !$0.hasPurchaseIssue })
    }

    @Test func `a renewal waits for the next launch in the original interface too`() async throws {
        try await Shop.buy(Shop.gold).finish()
        StoreKitSimulator.renewalDelivery = .atNextLaunch
        defer { StoreKitSimulator.renewalDelivery = .whileRunning }
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        try session.buyProduct(productIdentifier: Shop.lamp)
        _ = try await observer.transaction { $0.payment.productIdentifier == Shop.lamp }
        #expect(observer.states(of: Shop.gold).isEmpty)
        SKPaymentQueue.default().remove(observer)
        StoreKitSimulator.relaunch()
        let next = RecordingObserver()
        SKPaymentQueue.default().add(next)
        defer { SKPaymentQueue.default().remove(next) }
        let renewal = try await next.transaction { $0.payment.productIdentifier == Shop.gold }
        #expect(renewal.transactionState == .purchased)
        #expect(renewal.original != nil)
    }

    @Test func `the next session knows neither purchases nor switches nor receipts of this one`() async throws {
        session.askToBuyEnabled = true
        _ = try await Shop.product(Shop.coins).purchase()
        session.askToBuyEnabled = false
        session.storefront = "JPN"
        try StoreKitSimulator.Family.buys(Shop.lamp)
        #expect(try await all(Transaction.currentEntitlements).count == 1)
        let next = try Shop.session()
        #expect(next.allTransactions().isEmpty)
        #expect(next.storefront == "USA")
        #expect(!next.askToBuyEnabled)
        #expect(await Storefront.current?.countryCode == "USA")
        #expect(try await all(Transaction.all).isEmpty)
        #expect(try await all(Transaction.unfinished).isEmpty)
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).isEmpty)
        #expect(SKPaymentQueue.default().transactions.isEmpty)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.club))
    }

    @Test func `a transaction of the original interface has a receipt of iOS 6`() async throws {
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        let product = try #require(try await ProductLoader.load([Shop.coins]).products.first)
        SKPaymentQueue.default().add(SKPayment(product: product))
        let bought = try await observer.transaction { $0.transactionState == .purchased }
        let receipt = String(decoding: try #require(bought.transactionReceipt), as: UTF8.self)
        let lines = receipt.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        #expect(lines.count > 4)
        #expect(lines[0].hasPrefix("{\"signature\"="))
        #expect(lines[2] == "\"environment\"=\"Sandbox\"")
    }

    @Test func `what an advertisement was worth is taken`() async {
        SKAdNetwork.registerAppForAdNetworkAttribution()
        let error = await withCheckedContinuation { continuation in
            SKAdNetwork.updatePostbackConversionValue(3, coarseValue: .high, lockWindow: true) {
                continuation.resume(returning: $0.map { "\($0)" })
            }
        }
        #expect(error == nil)
    }
}
