// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

// Each pair writes and reads the same fields in the same order. A new field goes to the end as an optional: rows from before
// have no mark for it, and read as without it.

extension CompactWriter {
    mutating func transaction(_ value: Transaction) {
        text(value.id)
        text(value.originalTransactionID)
        optional(value.webOrderLineItemID) { $0.text($1) }
        text(value.productID)
        optional(value.productType) { $0.text($1) }
        optional(value.subscriptionGroupID) { $0.text($1) }
        instant(value.purchaseDate)
        instant(value.originalPurchaseDate)
        optional(value.expirationDate) { $0.instant($1) }
        optional(value.quantity == 1 ? nil : value.quantity) { $0.integer($1) }
        optional(value.appAccountToken) { $0.uuid($1.rawValue) }
        text(value.ownership)
        optional(value.revocation) { $0.revocation($1) }
        mark(value.isUpgraded)
        optional(value.offer) { $0.offer($1) }
        optional(value.storefront) { $0.text($1) }
        optional(value.storefrontID) { $0.text($1) }
        optional(value.reason) { $0.text($1) }
        optional(value.price) { $0.money($1) }
        optional(value.appTransactionID) { $0.text($1) }
        optional(value.billingPlan) { $0.text($1) }
        optional(value.previousOriginalTransactionID) { $0.text($1) }
        optional(value.multiSeatInfo) { $0.seats($1) }
        optional(value.additionalTransactionReason) { $0.text($1) }
        optional(value.bundle) { $0.bundle($1) }
        optional(value.commitment) { $0.commitment($1) }
    }

    mutating func renewalInfo(_ value: RenewalInfo) {
        text(value.originalTransactionID)
        text(value.productID)
        optional(value.autoRenewProductID) { $0.text($1) }
        optional(value.willAutoRenew) { $0.mark($1) }
        optional(value.expirationIntent) { $0.code($1) }
        mark(value.isInBillingRetryPeriod)
        optional(value.gracePeriodExpirationDate) { $0.instant($1) }
        optional(value.priceIncrease) { $0.code($1) }
        optional(value.offer) { $0.offer($1) }
        optional(value.renewalDate) { $0.instant($1) }
        optional(value.renewalPrice) { $0.money($1) }
        optional(value.recentSubscriptionStartDate) { $0.instant($1) }
        optional(value.eligibleWinBackOfferIDs.isEmpty ? nil : value.eligibleWinBackOfferIDs) { writer, offers in
            writer.number(UInt64(offers.count))
            for offer in offers { writer.text(offer) }
        }
        optional(value.appAccountToken) { $0.uuid($1.rawValue) }
        optional(value.appTransactionID) { $0.text($1) }
        optional(value.renewalBillingPlan) { $0.text($1) }
        optional(value.renewalQuantity) { $0.integer($1) }
        optional(value.multiSeatInfo) { info, seats in
            info.optional(seats.renewalPriceTiers) { $0.tiers($1) }
        }
        optional(value.bundle) { $0.bundle($1) }
        optional(value.willUnbundle) { $0.mark($1) }
        optional(value.commitment) { $0.commitment($1) }
    }

    mutating func notification(_ value: ServerNotification) {
        uuid(value.id.rawValue)
        text(value.type)
        optional(value.subtype) { $0.text($1) }
        optional(value.transactionID) { $0.text($1) }
        optional(value.originalTransactionID) { $0.text($1) }
        optional(value.productID) { $0.text($1) }
        optional(value.status) { $0.code($1) }
        optional(value.consumptionRequestReason) { $0.text($1) }
        optional(value.appTransactionID) { $0.text($1) }
    }

    mutating func claim(_ value: Claim) {
        text(value.lineage)
        text(value.customer)
        text(value.basis)
        mark(value.isProven)
    }

    private mutating func offer(_ value: Offer) {
        code(value.type)
        optional(value.id) { $0.text($1) }
        optional(value.discount) { $0.text($1) }
        optional(value.period) { $0.text($1) }
    }

    private mutating func revocation(_ value: Revocation) {
        instant(value.date)
        optional(value.reason) { $0.code($1) }
        optional(value.type) { $0.text($1) }
        optional(value.percentage) { $0.integer($1) }
    }
}

extension CompactReader {
    mutating func transaction() throws -> Transaction {
        Transaction(
            id: try text(),
            originalTransactionID: try text(),
            webOrderLineItemID: try optional { try $0.text() },
            productID: try text(),
            productType: try optional { try $0.text() },
            subscriptionGroupID: try optional { try $0.text() },
            purchaseDate: try instant(),
            originalPurchaseDate: try instant(),
            expirationDate: try optional { try $0.instant() },
            quantity: try optional { try $0.int() } ?? 1,
            appAccountToken: try optional { AppAccountToken(rawValue: try $0.uuid()) },
            ownership: try text(),
            revocation: try optional { try $0.revocation() },
            isUpgraded: mark(),
            offer: try optional { try $0.offer() },
            storefront: try optional { try $0.text() },
            storefrontID: try optional { try $0.text() },
            reason: try optional { try $0.text() },
            price: try optional { try $0.money() },
            appTransactionID: try optional { try $0.text() },
            billingPlan: try optional { try $0.text() },
            previousOriginalTransactionID: try optional { try $0.text() },
            multiSeatInfo: try optional { try $0.seats() },
            additionalTransactionReason: try optional { try $0.text() },
            bundle: try optional { try $0.bundle() },
            commitment: try optional { try $0.commitment() }
        )
    }

    mutating func renewalInfo() throws -> RenewalInfo {
        RenewalInfo(
            originalTransactionID: try text(),
            productID: try text(),
            autoRenewProductID: try optional { try $0.text() },
            willAutoRenew: try optional { $0.mark() },
            expirationIntent: try optional { try $0.code() },
            isInBillingRetryPeriod: mark(),
            gracePeriodExpirationDate: try optional { try $0.instant() },
            priceIncrease: try optional { try $0.code() },
            offer: try optional { try $0.offer() },
            renewalDate: try optional { try $0.instant() },
            renewalPrice: try optional { try $0.money() },
            recentSubscriptionStartDate: try optional { try $0.instant() },
            eligibleWinBackOfferIDs: try optional { try $0.offers() } ?? [],
            appAccountToken: try optional { AppAccountToken(rawValue: try $0.uuid()) },
            appTransactionID: try optional { try $0.text() },
            renewalBillingPlan: try optional { try $0.text() },
            renewalQuantity: try optional { try $0.int() },
            multiSeatInfo: try optional { info in
                RenewalMultiSeatInfo(renewalPriceTiers: try info.optional { try $0.tiers() })
            },
            bundle: try optional { try $0.bundle() },
            willUnbundle: try optional { $0.mark() },
            commitment: try optional { try $0.renewalCommitment() }
        )
    }

    mutating func notification() throws -> ServerNotification {
        ServerNotification(
            id: NotificationUUID(rawValue: try uuid()),
            type: try text(),
            subtype: try optional { try $0.text() },
            transactionID: try optional { try $0.text() },
            originalTransactionID: try optional { try $0.text() },
            productID: try optional { try $0.text() },
            status: try optional { try $0.code() },
            consumptionRequestReason: try optional { try $0.text() },
            appTransactionID: try optional { try $0.text() }
        )
    }

    mutating func claim() throws -> Claim {
        Claim(lineage: try text(), customer: try text(), basis: try text(), isProven: mark())
    }

    private mutating func offers() throws -> [OfferID] {
        var offers: [OfferID] = []
        for _ in 0..<(try number()) { offers.append(try text()) }
        return offers
    }

    private mutating func offer() throws -> Offer {
        Offer(
            type: try code(),
            id: try optional { try $0.text() },
            discount: try optional { try $0.text() },
            period: try optional { try $0.string() }
        )
    }

    private mutating func revocation() throws -> Revocation {
        Revocation(
            date: try instant(),
            reason: try optional { try $0.code() },
            type: try optional { try $0.text() },
            percentage: try optional { try $0.int() }
        )
    }
}
