// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Writes a sale into the books.
    mutating func recordSale(
        _ transaction: TransactionPayload,
        customer: Int,
        higherRate: Bool = false,
        preserved: Bool = false
    ) {
        for line in lines(transaction) {
            enter(transaction, units: line.units, price: line.price, customer, higherRate, preserved)
        }
    }

    /// What a transaction sold and did not get back by single seats: units with the price of each.
    private func lines(_ transaction: TransactionPayload) -> [(units: Int, price: Int64)] {
        guard let tiers = transaction.multiSeatInfo?.priceTiers else {
            return [(transaction.quantity, unitPrice(transaction))]
        }
        return tiers.withoutCheapest(transaction.revokedSeats).map { ($0.quantity ?? 0, $0.price ?? 0) }
    }

    /// Writes the money of seats that are refunded into the books: of those that were filled last.
    mutating func recordReturn(of transaction: TransactionPayload, seats count: Int, customer: Int) {
        guard let key = transaction.transactionId.key else { return }
        let left = (transaction.multiSeatInfo?.priceTiers ?? []).withoutCheapest(transaction.revokedSeats)
        for tier in left.cheapest(count) where (tier.price ?? 0) > 0 {
            let higherRate = higherRateTransactions.contains(key)
            enter(transaction, units: -(tier.quantity ?? 0), price: tier.price ?? 0, customer, higherRate, false)
        }
    }

    /// Writes money that goes back into the books: the whole price, or a part in thousandths of a per cent.
    ///
    /// What went back before, because an upgrade cut the period short, does not go back again.
    mutating func recordReturn(of transaction: TransactionPayload, customer: Int, percentage: Int = 100_000) {
        guard let key = transaction.transactionId.key else { return }
        let before = (returnedShares?[key] ?? []).reduce(0, +)
        let share = max(0, min(percentage, 100_000 - before))
        returnedShares = returnedShares ?? [:]
        returnedShares?[key, default: []].append(share)
        let higherRate = higherRateTransactions.contains(key)
        for line in lines(transaction) {
            let price = price(of: share, after: before, line.price)
            guard price > 0 else { continue }
            enter(transaction, units: -line.units, price: price, customer, higherRate, false)
        }
    }

    /// Writes the money of a refund that Apple reversed into the books: as much as the refund had given.
    mutating func recordReversal(of transaction: TransactionPayload, customer: Int, percentage: Int) {
        guard let key = transaction.transactionId.key else { return }
        let share = returnedShares?[key]?.popLast() ?? percentage
        let before = (returnedShares?[key] ?? []).reduce(0, +)
        let higherRate = higherRateTransactions.contains(key)
        for line in lines(transaction) {
            let price = price(of: share, after: before, line.price)
            enter(transaction, units: line.units, price: price, customer, higherRate, false)
        }
    }

    /// A share's part of a unit's price; all shares together are the price to the last milliunit.
    private func price(of share: Int, after before: Int, _ unit: Int64) -> Int64 {
        unit * Int64(before + share) / 100_000 - unit * Int64(before) / 100_000
    }

    /// Forgets what was kept beside a transaction that nothing acts upon any more.
    mutating func remove(_ id: TransactionID) {
        guard let key = id.key else { return }
        places[key] = nil
        higherRateTransactions.remove(key)
        returnedShares?[key] = nil
    }

    /// A storefront with the tax that the operator set for it.
    func taxed(_ storefront: Storefront) -> Storefront {
        var storefront = storefront
        if let tax = settings.production.taxBasisPoints?[storefront.countryCode.rawValue] {
            storefront.taxBasisPoints = tax
        }
        return storefront
    }

    /// The developer's part of a price that was paid at an instant, in hundredths of a per cent; what the operator set
    /// stays as it is.
    ///
    /// In China mainland Apple has taken 25 % instead of 30 %, and 12 % instead of 15 %, since 15 March 2026.
    func developersShare(in storefront: Storefront, higherRate: Bool, on date: Date) -> Int64 {
        let rates = settings.production
        let share =
            higherRate
            ? max(rates.proceedsAfterOneYearBasisPoints, rates.proceedsBasisPoints) : rates.proceedsBasisPoints
        guard storefront.countryCode == "CHN", PacificTime.day(of: date) >= CivilDate(year: 2026, month: 3, day: 15)
        else { return share }
        return [7000: 7500, 8500: 8800][share] ?? share
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
            transaction.bundleProductId == nil,
            let storefront = transaction.storefront.flatMap(Storefront.of).map(taxed)
        else { return }
        let share = developersShare(in: storefront, higherRate: higherRate, on: transaction.purchaseDate)
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
        // A price of ten thousand dollars is so many dong that the product needs more than 64 bits.
        let share = Int128(basisPoints * (isPart ? 10_000 - taxBasisPoints : 10_000))
        let denominator = Int128(10_000 * (isPart ? 10_000 : 10_000 + taxBasisPoints))
        return Int64(clamping: (Int128(price) * share + denominator * 5) / (denominator * 10) * 10)
    }
}
