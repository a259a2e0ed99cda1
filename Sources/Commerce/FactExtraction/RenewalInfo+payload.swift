// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

extension RenewalInfo {
    /// What a signed renewal info says, in our spelling.
    package init(_ payload: RenewalInfoPayload) {
        self.init(
            originalTransactionID: payload.originalTransactionId,
            productID: payload.productId,
            autoRenewProductID: payload.autoRenewProductId,
            willAutoRenew: payload.autoRenewStatus.map { $0 == .on },
            expirationIntent: payload.expirationIntent,
            isInBillingRetryPeriod: payload.isInBillingRetryPeriod ?? false,
            gracePeriodExpirationDate: payload.gracePeriodExpiresDate,
            priceIncrease: payload.priceIncreaseStatus,
            offer: payload.offerType.map {
                Offer(
                    type: $0,
                    id: payload.offerIdentifier,
                    discount: payload.offerDiscountType,
                    period: payload.offerPeriod
                )
            },
            renewalDate: payload.renewalDate,
            renewalPrice: Money(milliunits: payload.renewalPrice, currency: payload.currency),
            recentSubscriptionStartDate: payload.recentSubscriptionStartDate,
            eligibleWinBackOfferIDs: payload.eligibleWinBackOfferIds ?? [],
            appAccountToken: payload.appAccountToken,
            appTransactionID: payload.appTransactionId,
            renewalBillingPlan: payload.renewalBillingPlanType,
            renewalQuantity: payload.renewalQuantity,
            multiSeatInfo: payload.multiSeatInfo,
            bundle: payload.bundle,
            willUnbundle: payload.willUnbundle,
            commitment: payload.commitmentInfo
        )
    }
}
