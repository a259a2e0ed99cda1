// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension ServerEvent {
    /// Takes over what a transaction says.
    mutating func describe(_ transaction: Transaction) {
        product = transaction.productID
        self.transaction = transaction.id
        originalTransaction = transaction.originalTransactionID
        purchased = transaction.purchaseDate
        expires = transaction.expirationDate
        quantity = transaction.quantity
        price = transaction.charge?.milliunits
        currency = transaction.charge?.currency
        refundedAmount = transaction.refundedAmount?.milliunits
        revocationPercentage = transaction.withdrawal?.percentage
        revocationReason = transaction.withdrawal?.reason
        revocationType = transaction.withdrawal?.type
        storefront = transaction.storefront
        offer = transaction.offer?.id
        offerType = transaction.offer?.type
        offerDiscountType = transaction.offer?.discount
        bundle = transaction.bundle?.productID
        billingPeriodNumber = transaction.commitment?.billingPeriodNumber
        commitmentExpiresDate = transaction.commitment?.commitmentExpiresDate
        isAssigned = transaction.ownership == .assigned ? true : nil
        isFamilyShared = transaction.ownership == .familyShared ? true : nil
    }
}
