// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension Transaction {
    /// Whether the customer paid for it.
    ///
    /// A purchase that the family shares, or that the buyer of seats assigns, is a sale to another customer.
    public var isSale: Bool { ownership.isSale }

    /// What Apple charged for the transaction; `nil` when the document does not say.
    ///
    /// The sum of the seats' prices when it bought seats, because an average that is multiplied differs by its rounding.
    public var charge: Money? {
        guard let price else { return nil }
        return TransactionPayload.charge(of: multiSeatInfo, price: price.milliunits, quantity: quantity)
            .map { Money(milliunits: $0, currency: price.currency) }
    }

    /// How many of its seats Apple refunded.
    public var revokedSeats: Int { multiSeatInfo?.revokedSeatQuantity ?? 0 }
}

extension RenewalInfo {
    /// What Apple will charge for the next period; `nil` when the document does not say.
    public var renewalCharge: Money? {
        guard let renewalPrice else { return nil }
        let seats = multiSeatInfo.map { TransactionMultiSeatInfo(priceTiers: $0.renewalPriceTiers) }
        return TransactionPayload.charge(of: seats, price: renewalPrice.milliunits, quantity: renewalQuantity ?? 1)
            .map { Money(milliunits: $0, currency: renewalPrice.currency) }
    }
}
