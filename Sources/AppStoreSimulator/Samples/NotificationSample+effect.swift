// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension NotificationSample {
    /// The notification, ready to be signed.
    public func effect(about subject: SampleSubject) -> NotificationEffect {
        var subject = subject
        let isProduction = subject.environment == .production
        let number = isProduction ? subject.app.appAppleID : nil
        var effect = NotificationEffect(
            uuid: NotificationUUID(rawValue: subject.identifiers.uuid()),
            name: .version2(type, subtype),
            environment: subject.environment,
            app: subject.app.bundleID,
            appAppleID: number,
            appVersion: subject.app.version,
            signedDate: subject.now,
            deliveries: []
        )
        switch type {
        case .test: break
        case .rescindConsent: effect.appTransaction = subject.appTransaction()
        case .externalPurchaseToken: effect.externalPurchaseToken = subject.externalPurchaseToken()
        case .unclaimSeats: effect.unclaimInfo = subject.unclaimInfo()
        case .renewalExtension where subtype == .summary: effect.summary = subject.extensionSummary()
        case .oneTimeCharge: effect.transaction = subject.oneTimeTransaction()
        default: addPurchase(to: &effect, &subject)
        }
        return effect
    }

    private func addPurchase(to effect: inout NotificationEffect, _ subject: inout SampleSubject) {
        if type == .consumptionRequest { effect.consumptionRequestReason = .unintendedPurchase }
        if isAboutAnyPurchase, subject.prefersOneTimeProduct {
            var transaction = subject.oneTimeTransaction(boughtBefore: 86_400)
            if type == .refund { transaction.markRefunded(at: subject.now) }
            effect.transaction = transaction
            return
        }
        let period = subject.period(of: self)
        var transaction = subject.subscriptionTransaction(of: self, period)
        var renewal = subject.renewalInfo(of: self, transaction, period)
        if isAboutSeats { subject.addSeats(of: self, to: &transaction, &renewal) }
        if isAboutAdvancedCommerce { subject.addAdvancedCommerce(of: self, to: &transaction, &renewal) }
        effect.transaction = transaction
        effect.renewalInfo = renewal
        effect.status = status
    }
}

/// A paid period.
struct SamplePeriod {
    var start: Date
    var end: Date
    /// Whether an earlier period precedes it.
    var isRenewal: Bool
}

extension SampleSubject {
    /// The period that a notification is about.
    func period(of sample: NotificationSample) -> SamplePeriod {
        switch (sample.type, sample.subtype) {
        case (.subscribed, _), (.didChangeRenewalPref, .upgrade), (.offerRedeemed, .upgrade):
            period(startingBefore: 0, isRenewal: sample.subtype == .resubscribe)
        case (.didRenew, _): period(startingBefore: 0, isRenewal: true)
        case (.didFailToRenew, _): period(endingBefore: 0)
        case (.gracePeriodExpired, _): period(endingBefore: 16 * 86_400)
        case (.expired, .billingRetry): period(endingBefore: 60 * 86_400)
        case (.expired, _): period(endingBefore: 0)
        default: period(startingBefore: 3 * 86_400, isRenewal: false)
        }
    }

    private func period(startingBefore seconds: Double, isRenewal: Bool) -> SamplePeriod {
        let start = now.addingTimeInterval(-seconds)
        return SamplePeriod(start: start, end: end(from: start), isRenewal: isRenewal)
    }

    private func period(endingBefore seconds: Double) -> SamplePeriod {
        let end = now.addingTimeInterval(-seconds)
        let length = self.end(from: end).timeIntervalSince(end)
        return SamplePeriod(start: end.addingTimeInterval(-length), end: end, isRenewal: false)
    }

    private func end(from start: Date) -> Date {
        let length = subscription.subscription?.period ?? .month
        return RenewalRate.realTime.end(of: length, from: start, anchorDay: start.civil.day.day)
    }

    /// A transaction of the subscription.
    mutating func subscriptionTransaction(of sample: NotificationSample, _ period: SamplePeriod) -> TransactionPayload {
        let isUpgrade = sample.subtype == .upgrade
        let product = isUpgrade ? otherSubscription : subscription
        let isNew = period.isRenewal || isUpgrade
        let original = originalTransactionID ?? OriginalTransactionID(rawValue: newTransactionID().rawValue)
        let id = transactionID ?? (isNew ? newTransactionID() : TransactionID(rawValue: original.rawValue))
        let length = period.end.timeIntervalSince(period.start)
        var transaction = transaction(of: product, id: id, original: original, purchased: period.start)
        transaction.webOrderLineItemId = identifiers.webOrderLineItem(in: environment)
        transaction.subscriptionGroupIdentifier = product.subscription?.group
        transaction.originalPurchaseDate = isNew ? period.start.addingTimeInterval(-length) : period.start
        transaction.expiresDate = sample.type == .renewalExtended ? period.end.addingTimeInterval(86_400) : period.end
        transaction.transactionReason = sample.type == .didRenew ? .renewal : .purchase
        if sample.type == .offerRedeemed, sample.subtype != .downgrade {
            transaction.offerType = .offerCode
            transaction.offerIdentifier = "sample.offer"
            transaction.offerDiscountType = .payAsYouGo
        }
        if sample.type == .refund, sample.subtype == nil { transaction.markRefunded(at: now) }
        if sample.type == .revoke {
            transaction.inAppOwnershipType = .familyShared
            transaction.revocationDate = now
            transaction.revocationReason = .other
            transaction.revocationType = .familyRevoke
        }
        return transaction
    }

    /// A transaction of the product that does not renew.
    mutating func oneTimeTransaction(boughtBefore seconds: Double = 0) -> TransactionPayload {
        let id = transactionID ?? newTransactionID()
        return transaction(
            of: oneTimeProduct,
            id: id,
            original: originalTransactionID ?? OriginalTransactionID(rawValue: id.rawValue),
            purchased: now.addingTimeInterval(-seconds)
        )
    }

    private mutating func transaction(
        of product: CatalogProduct,
        id: TransactionID,
        original: OriginalTransactionID,
        purchased: Date
    ) -> TransactionPayload {
        TransactionPayload(
            transactionId: id,
            originalTransactionId: original,
            bundleId: app.bundleID,
            productId: product.id,
            purchaseDate: purchased,
            originalPurchaseDate: purchased,
            quantity: 1,
            type: product.type,
            appAccountToken: appAccountToken,
            inAppOwnershipType: .purchased,
            signedDate: now,
            environment: environment,
            storefront: "USA",
            storefrontId: "143441",
            transactionReason: .purchase,
            currency: "USD",
            price: product.price.base,
            appTransactionId: identifiers.appTransaction()
        )
    }
}

extension TransactionPayload {
    fileprivate mutating func markRefunded(at date: Date) {
        revocationDate = date
        revocationReason = .other
        revocationType = .refundFull
        revocationPercentage = 100_000
    }
}
