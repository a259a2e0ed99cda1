// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Writes a sale into the books.
    mutating func book(
        _ transaction: TransactionPayload,
        customer: Int,
        higherRate: Bool = false,
        preserved: Bool = false
    ) {
        enter(transaction, units: transaction.quantity, price: unitPrice(transaction), customer, higherRate, preserved)
    }

    /// Writes money that goes back into the books: the whole price, or a part in thousandths of a per cent.
    mutating func bookReturn(of transaction: TransactionPayload, customer: Int, percentage: Int = 100_000) {
        let price = unitPrice(transaction) * Int64(percentage) / 100_000
        guard price > 0 else { return }
        let higherRate = transaction.transactionId.key.map { higherRateTransactions.contains($0) } ?? false
        enter(transaction, units: -transaction.quantity, price: price, customer, higherRate, false)
    }

    /// A storefront with the tax that the operator set for it.
    func taxed(_ storefront: Storefront) -> Storefront {
        var storefront = storefront
        if let tax = settings.production.taxBasisPoints?[storefront.countryCode.rawValue] {
            storefront.taxBasisPoints = tax
        }
        return storefront
    }

    private func unitPrice(_ transaction: TransactionPayload) -> Int64 {
        (transaction.price ?? 0) / Int64(max(1, transaction.quantity))
    }

    private mutating func enter(
        _ transaction: TransactionPayload,
        units: Int,
        price: Int64,
        _ customer: Int,
        _ higherRate: Bool,
        _ preserved: Bool
    ) {
        guard transaction.environment == .production, transaction.inAppOwnershipType == .purchased,
            let storefront = transaction.storefront.flatMap(Storefront.of).map(taxed)
        else { return }
        let rates = settings.production
        let share =
            higherRate
            ? max(rates.proceedsAfterOneYearBasisPoints, rates.proceedsBasisPoints) : rates.proceedsBasisPoints
        if higherRate, units > 0, let key = transaction.transactionId.key { higherRateTransactions.insert(key) }
        effects.sales.append(
            SaleRecord(
                date: now,
                transaction: transaction.transactionId,
                product: transaction.productId,
                storefront: storefront.countryCode,
                currency: storefront.currency,
                units: units,
                customerPrice: units < 0 ? -price : price,
                proceeds: storefront.proceeds(of: price, basisPoints: share),
                isRenewal: transaction.type == .autoRenewableSubscription
                    ? transaction.transactionReason == .renewal : nil,
                earnsHigherRate: higherRate,
                hasPreservedPrice: preserved,
                offerCode: transaction.offerType == .offerCode ? transaction.offerIdentifier : nil
            )
        )
    }
}

extension Storefront {
    /// The developer's part of a price: the tax goes first, then Apple's commission; to the hundredth of a unit.
    package func proceeds(of price: Int64, basisPoints: Int64) -> Int64 {
        // China's tax is a part of the price; elsewhere it was added to a net price.
        let isPart = countryCode == "CHN"
        let numerator = price * basisPoints * (isPart ? 10_000 - taxBasisPoints : 10_000)
        let denominator = 10_000 * (isPart ? 10_000 : 10_000 + taxBasisPoints)
        return (numerator + denominator * 5) / (denominator * 10) * 10
    }
}
