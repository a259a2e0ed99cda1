// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

extension StoreTransaction {
    /// Reads a transaction of StoreKit 2.
    init(_ result: VerificationResult<Transaction>) {
        let transaction = result.unsafePayloadValue
        // What newer systems have members for is in the signed document on every system.
        let more = try? JSONDecoder().decode(AdditionalTransactionFields.self, from: transaction.jsonRepresentation)
        var isVerified = false
        if case .verified = result { isVerified = true }
        self.init(
            id: String(transaction.id),
            originalID: String(transaction.originalID),
            product: transaction.productID,
            kind: transaction.productType.rawValue,
            group: transaction.subscriptionGroupID,
            quantity: transaction.purchasedQuantity,
            token: transaction.appAccountToken,
            date: transaction.purchaseDate,
            expires: transaction.expirationDate,
            revoked: transaction.revocationDate,
            isUpgraded: transaction.isUpgraded,
            isFamilyShared: transaction.ownershipType == .familyShared,
            isRenewal: more?.transactionReason.map { $0 == "RENEWAL" },
            environment: more?.environment,
            isVerified: isVerified,
            proof: .signed(result.jwsRepresentation)
        )
    }

    private struct AdditionalTransactionFields: Decodable {
        var environment: String?
        var transactionReason: String?
    }
}

extension StoreProduct {
    /// Reads a product of StoreKit 2.
    init(_ product: Product) {
        self.init(
            id: product.id,
            kind: product.type.rawValue,
            name: product.displayName,
            displayPrice: product.displayPrice,
            milliunits: Self.milliunits(product.price),
            currency: product.priceFormatStyle.currencyCode,
            group: product.subscription?.subscriptionGroupID,
            period: product.subscription.map { StorePeriod($0.subscriptionPeriod) },
            introductoryOffer: product.subscription?.introductoryOffer.map(StoreOffer.init),
            priceFormat: product.priceFormatStyle
        )
        readPricingTerms(of: product)
    }

    /// Thousandths of a currency's unit.
    static func milliunits(_ price: Decimal) -> Int64 {
        var (exact, rounded) = (price * 1000, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return NSDecimalNumber(decimal: rounded).int64Value
    }
}

extension StorePeriod {
    init(_ period: Product.SubscriptionPeriod) {
        // Apple may add units; no unit is shorter than a day.
        let units: [(Product.SubscriptionPeriod.Unit, Unit)] = [(.week, .week), (.month, .month), (.year, .year)]
        self.init(unit: units.first { $0.0 == period.unit }?.1 ?? .day, count: period.value)
    }
}

extension StoreOffer {
    init(_ offer: Product.SubscriptionOffer) {
        let payment: Payment =
            offer.paymentMode == .freeTrial ? .freeTrial : offer.paymentMode == .payUpFront ? .payUpFront : .payAsYouGo
        self.init(
            payment: payment,
            displayPrice: offer.displayPrice,
            period: StorePeriod(offer.period),
            periodCount: offer.periodCount
        )
    }
}
