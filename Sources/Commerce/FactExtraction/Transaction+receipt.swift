// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

extension Transaction {
    /// What an entry of a receipt says, in our spelling.
    ///
    /// A receipt tells neither the price nor the kind of product; what expires is an auto-renewable subscription.
    package init(_ entry: ReceiptTransaction) {
        self.init(
            id: entry.transactionId,
            originalTransactionID: entry.originalTransactionId,
            webOrderLineItemID: entry.webOrderLineItemId,
            productID: entry.productId,
            productType: entry.expiresDate == nil ? nil : .autoRenewableSubscription,
            subscriptionGroupID: entry.subscriptionGroupIdentifier,
            purchaseDate: entry.purchaseDate,
            originalPurchaseDate: entry.originalPurchaseDate,
            expirationDate: entry.expiresDate,
            quantity: entry.quantity.flatMap { Int(exactly: $0) } ?? 1,
            appAccountToken: entry.appAccountToken,
            ownership: entry.inAppOwnershipType ?? .purchased,
            revocation: entry.cancellationDate.map { Revocation(date: $0, reason: entry.cancellationReason) },
            isUpgraded: entry.isUpgraded ?? false,
            offer: Offer(entry)
        )
    }
}

extension Offer {
    /// The offer that a receipt's flags indicate; "first month special" is an introductory one.
    init?(_ entry: ReceiptTransaction) {
        let discount: OfferDiscountType? = entry.isTrialPeriod == true ? .freeTrial : nil
        if let id = entry.promotionalOfferId {
            self.init(type: .promotional, id: id, discount: discount)
        } else if let name = entry.offerCodeRefName {
            self.init(type: .offerCode, id: OfferID(rawValue: name), discount: discount)
        } else if entry.isTrialPeriod == true || entry.isInIntroOfferPeriod == true {
            self.init(type: .introductory, discount: discount)
        } else {
            return nil
        }
    }
}
