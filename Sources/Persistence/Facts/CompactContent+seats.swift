// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

// A form has 64 marks, so the numbers of tiers, of which there may be any number, use bytes.

extension CompactWriter {
    mutating func seats(_ value: TransactionMultiSeatInfo) {
        optional(value.invitationManagement) { $0.text($1) }
        optional(value.priceTiers) { $0.tiers($1) }
        optional(value.revokedSeatQuantity) { $0.integer($1) }
    }

    mutating func tiers(_ tiers: [MultiSeatPriceTier]) {
        number(UInt64(tiers.count))
        for tier in tiers {
            number((tier.price == nil ? 0 : 1) + (tier.quantity == nil ? 0 : 2))
            if let price = tier.price { integer(price) }
            if let quantity = tier.quantity { integer(quantity) }
        }
    }

    mutating func bundle(_ value: SubscriptionBundle) {
        text(value.productID)
        optional(value.subscriptionGroupID) { $0.text($1) }
        optional(value.transactionID) { $0.text($1) }
        optional(value.originalTransactionID) { $0.text($1) }
    }

    mutating func commitment(_ value: TransactionCommitmentInfo) {
        optional(value.billingPeriodNumber) { $0.integer($1) }
        optional(value.totalBillingPeriods) { $0.integer($1) }
        optional(value.commitmentExpiresDate) { $0.instant($1) }
        optional(value.commitmentPrice) { $0.integer($1) }
    }

    mutating func commitment(_ value: RenewalCommitmentInfo) {
        optional(value.commitmentAutoRenewStatus) { $0.code($1) }
        optional(value.commitmentAutoRenewProductId) { $0.text($1) }
        optional(value.commitmentRenewalBillingPlanType) { $0.text($1) }
        optional(value.commitmentRenewalDate) { $0.instant($1) }
        optional(value.commitmentRenewalPrice) { $0.integer($1) }
    }
}

extension CompactReader {
    mutating func seats() throws -> TransactionMultiSeatInfo {
        TransactionMultiSeatInfo(
            invitationManagement: try optional { try $0.text() },
            priceTiers: try optional { try $0.tiers() },
            revokedSeatQuantity: try optional { try $0.int() }
        )
    }

    mutating func tiers() throws -> [MultiSeatPriceTier] {
        var tiers: [MultiSeatPriceTier] = []
        for _ in 0..<(try number()) {
            let known = try number()
            tiers.append(
                MultiSeatPriceTier(
                    price: known & 1 == 0 ? nil : try integer(),
                    quantity: known & 2 == 0 ? nil : try int()
                )
            )
        }
        return tiers
    }

    mutating func bundle() throws -> SubscriptionBundle {
        SubscriptionBundle(
            productID: try text(),
            subscriptionGroupID: try optional { try $0.text() },
            transactionID: try optional { try $0.text() },
            originalTransactionID: try optional { try $0.text() }
        )
    }

    mutating func commitment() throws -> TransactionCommitmentInfo {
        let number = try optional { try $0.int() }
        let total = try optional { try $0.int() }
        return TransactionCommitmentInfo(
            billingPeriodNumber: number,
            commitmentExpiresDate: try optional { try $0.instant() },
            commitmentPrice: try optional { try $0.integer() },
            totalBillingPeriods: total
        )
    }

    mutating func renewalCommitment() throws -> RenewalCommitmentInfo {
        let status: AutoRenewStatus? = try optional { try $0.code() }
        return RenewalCommitmentInfo(
            commitmentAutoRenewProductId: try optional { try $0.text() },
            commitmentAutoRenewStatus: status,
            commitmentRenewalBillingPlanType: try optional { try $0.text() },
            commitmentRenewalDate: try optional { try $0.instant() },
            commitmentRenewalPrice: try optional { try $0.integer() }
        )
    }
}
