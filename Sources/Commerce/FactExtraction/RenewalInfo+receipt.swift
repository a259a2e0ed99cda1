// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension RenewalInfo {
    /// What a receipt says of a subscription's next period, in our spelling.
    init(_ pending: PendingRenewalInfo, productID: ProductID?) {
        let current = pending.productId ?? productID ?? pending.autoRenewProductId ?? ""
        var offer: Offer?
        if let id = pending.promotionalOfferId {
            offer = Offer(type: .promotional, id: id)
        } else if let name = pending.offerCodeRefName {
            offer = Offer(type: .offerCode, id: OfferID(rawValue: name))
        }
        self.init(
            originalTransactionID: pending.originalTransactionId,
            productID: current,
            autoRenewProductID: pending.autoRenewProductId,
            willAutoRenew: pending.autoRenewStatus.map { $0 == .on },
            expirationIntent: pending.expirationIntent,
            isInBillingRetryPeriod: pending.isInBillingRetryPeriod ?? false,
            gracePeriodExpirationDate: pending.gracePeriodExpiresDate,
            priceIncrease: pending.priceIncreaseStatus ?? pending.priceConsentStatus,
            offer: offer
        )
    }
}
