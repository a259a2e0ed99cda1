// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

extension Transaction {
    /// What a signed transaction says, in our spelling.
    package init(_ payload: TransactionPayload) {
        self.init(
            id: payload.transactionId,
            originalTransactionID: payload.originalTransactionId,
            webOrderLineItemID: payload.webOrderLineItemId,
            productID: payload.productId,
            productType: payload.type,
            subscriptionGroupID: payload.subscriptionGroupIdentifier,
            purchaseDate: payload.purchaseDate,
            originalPurchaseDate: payload.originalPurchaseDate,
            expirationDate: payload.expiresDate,
            quantity: payload.quantity,
            appAccountToken: payload.appAccountToken,
            ownership: payload.inAppOwnershipType,
            revocation: payload.revocationDate.map {
                Revocation(
                    date: $0,
                    reason: payload.revocationReason,
                    type: payload.revocationType,
                    percentage: payload.revocationPercentage
                )
            },
            isUpgraded: payload.isUpgraded ?? false,
            offer: payload.offerType.map {
                Offer(
                    type: $0,
                    id: payload.offerIdentifier,
                    discount: payload.offerDiscountType,
                    period: payload.offerPeriod
                )
            },
            storefront: payload.storefront,
            storefrontID: payload.storefrontId,
            reason: payload.transactionReason,
            price: Money(milliunits: payload.price, currency: payload.currency),
            appTransactionID: payload.appTransactionId,
            billingPlan: payload.billingPlanType,
            previousOriginalTransactionID: payload.previousOriginalTransactionId,
            multiSeatInfo: payload.seats,
            additionalTransactionReason: payload.additionalTransactionReason,
            bundle: payload.bundle,
            commitment: payload.commitmentInfo
        )
    }
}

extension TransactionPayload {
    /// What it says of seats, with the refunded ones where Apple writes them beside.
    fileprivate var seats: TransactionMultiSeatInfo? {
        guard revokedSeats > 0 else { return multiSeatInfo }
        var seats = multiSeatInfo ?? TransactionMultiSeatInfo()
        seats.revokedSeatQuantity = revokedSeats
        return seats
    }
}

extension Money {
    /// An amount from a document that may leave out either half of it.
    init?(milliunits: Int64?, currency: Currency?) {
        guard let milliunits, let currency else { return nil }
        self.init(milliunits: milliunits, currency: currency)
    }
}
