// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SampleSubject {
    /// The renewal info that goes with a subscription's transaction.
    func renewalInfo(
        of sample: NotificationSample,
        _ transaction: TransactionPayload,
        _ period: SamplePeriod
    ) -> RenewalInfoPayload {
        let next = sample.subtype == .downgrade ? otherSubscription : subscription
        var info = RenewalInfoPayload(
            originalTransactionId: transaction.originalTransactionId,
            productId: transaction.productId,
            autoRenewProductId: sample.subtype == .downgrade ? next.id : transaction.productId,
            autoRenewStatus: .on,
            renewalDate: transaction.expiresDate,
            renewalPrice: next.price.base,
            currency: transaction.currency,
            recentSubscriptionStartDate: transaction.originalPurchaseDate,
            appAccountToken: appAccountToken,
            appTransactionId: transaction.appTransactionId,
            environment: environment,
            signedDate: now
        )
        if sample.type == .offerRedeemed, sample.subtype == .downgrade {
            info.offerType = .offerCode
            info.offerIdentifier = "sample.offer"
        }
        addFailure(of: sample, to: &info, period)
        return info
    }

    private func addFailure(
        of sample: NotificationSample,
        to info: inout RenewalInfoPayload,
        _ period: SamplePeriod
    ) {
        switch (sample.type, sample.subtype) {
        case (.didChangeRenewalStatus, .autoRenewDisabled), (.refund, nil), (.revoke, _):
            info.autoRenewStatus = .off
        case (.didFailToRenew, _), (.gracePeriodExpired, _):
            info.expirationIntent = .billingError
            info.isInBillingRetryPeriod = true
            if sample.type == .gracePeriodExpired || sample.subtype == .gracePeriod {
                info.gracePeriodExpiresDate = period.end.addingTimeInterval(16 * 86_400)
            }
        case (.expired, _):
            info.autoRenewStatus = .off
            info.isInBillingRetryPeriod = false
            info.expirationIntent = sample.expirationIntent
            if sample.subtype == .priceIncrease { info.priceIncreaseStatus = .pending }
        case (.priceIncrease, _):
            info.priceIncreaseStatus = sample.subtype == .pending ? .pending : .accepted
            info.renewalPrice = subscription.price.base + 1000
        default: break
        }
    }

    /// Turns the purchase into one of eight seats, two of which the notification adds, removes or refunds.
    func addSeats(
        of sample: NotificationSample,
        to transaction: inout TransactionPayload,
        _ info: inout RenewalInfoPayload
    ) {
        let price = subscription.price.base
        let isAddition = sample.subtype == .increaseQuantity
        let count = isAddition ? 2 : 8
        transaction.quantity = count
        transaction.price = price * Int64(count)
        transaction.multiSeatInfo = TransactionMultiSeatInfo(
            invitationManagement: .developer,
            priceTiers: [MultiSeatPriceTier(price: price, quantity: count)],
            revokedSeatQuantity: sample.subtype == .seats ? 2 : nil
        )
        if isAddition { transaction.additionalTransactionReason = .seatAddition }
        let renewing = isAddition ? 10 : sample.subtype == .decreaseQuantity ? 6 : 8
        info.renewalQuantity = renewing
        info.renewalPrice = price
        info.multiSeatInfo = RenewalMultiSeatInfo(
            renewalPriceTiers: [MultiSeatPriceTier(price: price, quantity: renewing)]
        )
    }

    /// Turns the purchase into one of the Advanced Commerce API.
    func addAdvancedCommerce(
        of sample: NotificationSample,
        to transaction: inout TransactionPayload,
        _ info: inout RenewalInfoPayload
    ) {
        let descriptors = AdvancedCommerceDescriptors(description: "Sample plan", displayName: "Sample")
        let price = subscription.price.base
        let increase =
            sample.type == .priceChange
            ? AdvancedCommercePriceIncreaseInfo(price: price + 1000, status: .scheduled) : nil
        transaction.advancedCommerceInfo = AdvancedCommerceTransactionInfo(
            descriptors: descriptors,
            items: [
                AdvancedCommerceTransactionItem(
                    sku: "sample.sku",
                    description: "Sample plan",
                    displayName: "Sample",
                    price: price
                )
            ],
            period: .month
        )
        info.advancedCommerceInfo = AdvancedCommerceRenewalInfo(
            descriptors: descriptors,
            items: [
                AdvancedCommerceRenewalItem(
                    sku: "sample.sku",
                    description: "Sample plan",
                    displayName: "Sample",
                    price: price,
                    priceIncreaseInfo: increase
                )
            ],
            period: .month
        )
    }

    mutating func appTransaction() -> AppTransactionPayload {
        let isProduction = environment == .production
        return AppTransactionPayload(
            receiptType: environment,
            appAppleId: isProduction ? app.appAppleID : nil,
            bundleId: app.bundleID,
            applicationVersion: app.version,
            versionExternalIdentifier: 0,
            receiptCreationDate: now,
            originalPurchaseDate: now.addingTimeInterval(-30 * 86_400),
            originalApplicationVersion: app.version,
            appTransactionId: identifiers.appTransaction(),
            originalPlatform: AppPlatform(rawValue: app.platform)
        )
    }

    mutating func externalPurchaseToken() -> ExternalPurchaseToken {
        let isProduction = environment == .production
        return ExternalPurchaseToken(
            externalPurchaseId: (isProduction ? "" : "SANDBOX_") + identifiers.uuid().uuidString.lowercased(),
            tokenCreationDate: now,
            appAppleId: isProduction ? app.appAppleID : nil,
            bundleId: app.bundleID
        )
    }

    mutating func unclaimInfo() -> UnclaimInfo {
        let claims = (0..<2).map { _ in SeatClaimID(rawValue: identifiers.uuid()) }
        return UnclaimInfo(
            unclaimSeatIds: claims,
            environment: environment,
            appAppleId: environment == .production ? app.appAppleID : nil,
            bundleId: app.bundleID,
            originalTransactionId: originalTransactionID
                ?? OriginalTransactionID(rawValue: newTransactionID().rawValue)
        )
    }

    mutating func extensionSummary() -> NotificationSummary {
        NotificationSummary(
            environment: environment,
            appAppleId: environment == .production ? app.appAppleID : nil,
            bundleId: app.bundleID,
            productId: subscription.id,
            requestIdentifier: identifiers.uuid().uuidString.lowercased(),
            storefrontCountryCodes: ["USA"],
            succeededCount: 12,
            failedCount: 1
        )
    }
}

extension NotificationSample {
    fileprivate var expirationIntent: ExpirationIntent {
        switch subtype {
        case .some(.voluntary): .canceled
        case .some(.billingRetry): .billingError
        case .some(.priceIncrease): .priceIncreaseNotConsented
        case .some(.productNotForSale): .productUnavailable
        default: .other
        }
    }
}
