// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension InAppOwnershipType {
    /// Whether the customer paid for the transaction.
    ///
    /// Every other kind of ownership, an unknown one too, repeats the sale to another customer.
    public var isSale: Bool { self == .purchased }
}

extension TransactionMultiSeatInfo {
    /// What the seats cost together, in thousandths of the currency's unit; `nil` when a tier lacks a number or the sum
    /// exceeds 64 bits.
    public var charge: Int64? {
        guard let priceTiers, !priceTiers.isEmpty else { return nil }
        var sum: Int64 = 0
        for tier in priceTiers {
            guard let price = tier.price, let quantity = tier.quantity else { return nil }
            let (amount, isTooLarge) = price.multipliedReportingOverflow(by: Int64(quantity))
            let (next, overflows) = sum.addingReportingOverflow(amount)
            guard !isTooLarge, !overflows else { return nil }
            sum = next
        }
        return sum
    }
}

extension TransactionPayload {
    /// What Apple charged for the transaction, in thousandths of the currency's unit.
    ///
    /// A price covers the quantity, except for seats: there it is their average, which may be rounded.
    public var charge: Int64? { Self.charge(of: multiSeatInfo, price: price, quantity: quantity) }

    /// How many seats of the transaction Apple refunded.
    public var revokedSeats: Int { multiSeatInfo?.revokedSeatQuantity ?? revokedSeatQuantity ?? 0 }

    /// What a transaction with this price and quantity charged.
    public static func charge(of seats: TransactionMultiSeatInfo?, price: Int64?, quantity: Int) -> Int64? {
        guard let seats else { return price }
        if let charge = seats.charge { return charge }
        guard let (amount, overflows) = price?.multipliedReportingOverflow(by: Int64(quantity)) else { return nil }
        return overflows ? nil : amount
    }
}
