// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension Transaction {
    /// The store that sold it.
    public var store: Store { originalTransactionID.store }

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

    /// What the transaction adds to the books; `nil` when the document does not say.
    ///
    /// Nothing for a subscription that a bundle brings: Apple states neither how the bundle's price is divided nor whether
    /// a member's price is a part of it. The financial reports state what the bundle earned.
    public var recordedCharge: Money? {
        guard bundle != nil else { return charge }
        return Money(milliunits: 0, currency: price?.currency ?? "")
    }

    /// How many of its seats Apple refunded; none when the document says a number below zero.
    public var revokedSeats: Int { max(0, multiSeatInfo?.revokedSeatQuantity ?? 0) }

    /// How many the customer gets: one of what another person bought, for a copy repeats how many that person has.
    ///
    /// A receipt says how many there are, and nothing of seats. One that the device signed does not even say that it is a copy:
    /// what it delivered stays when Apple's document arrives.
    public var deliveredQuantity: Int { isSale ? quantity : 1 }

    /// What the transaction adds to recurring revenue: its charge without the seats that were refunded; `nil` when a bundle
    /// brings it, or when the document does not say.
    var netCharge: Money? {
        guard bundle == nil, isSale, var net = charge else { return nil }
        if revokedSeats > 0, let refunded = charge(ofRevokedSeats: revokedSeats) {
            net.milliunits = (BoundedSum(net.milliunits) - BoundedSum(refunded.milliunits)).value
        }
        return net
    }

    /// How many people may use what the transaction bought: its seats without the refunded ones; none when it was revoked.
    public var seatsInUse: Int { withdrawal == nil ? max(0, max(0, quantity) - revokedSeats) : 0 }

    /// The seats that Apple refunded, by price: the cheapest first, which were filled last.
    ///
    /// Apple does not say which seats it refunds; its reports state the amount.
    public func prices(ofRevokedSeats count: Int) -> [MultiSeatPriceTier] {
        var rest = count
        var prices: [MultiSeatPriceTier] = []
        for tier in (multiSeatInfo?.priceTiers ?? []).sorted(on: { $0.price ?? 0 }) where rest > 0 {
            guard let price = tier.price, let quantity = tier.quantity, quantity > 0 else { continue }
            prices.append(MultiSeatPriceTier(price: price, quantity: min(rest, quantity)))
            rest -= min(rest, quantity)
        }
        return prices
    }

    /// What a number of its seats cost, the cheapest first; `nil` when the document does not say.
    func charge(ofRevokedSeats count: Int) -> Money? {
        guard let price, let charge else { return nil }
        guard count < quantity else { return charge }
        let prices = prices(ofRevokedSeats: count)
        let amount =
            TransactionMultiSeatInfo(priceTiers: prices).charge
            ?? (BoundedSum(price.milliunits) * BoundedSum(Int64(count))).value
        return Money(milliunits: min(amount, charge.milliunits), currency: price.currency)
    }

    // MARK: - Commitments

    /// Whether it pays one of several parts of a commitment.
    var paysCommitment: Bool { billingPlan == .monthly || billingPlan == nil && commitment != nil }

    /// What the customer has agreed to pay after it, when a document says the price.
    var committedCharge: Money? {
        guard paysCommitment, isSale, withdrawal == nil, let charge, let number = commitment?.billingPeriodNumber,
            let total = commitment?.totalBillingPeriods, number >= 0
        else { return nil }
        let rest = BoundedSum(charge.milliunits) * (BoundedSum(Int64(total)) - BoundedSum(Int64(number)))
        return rest.value > 0 ? Money(milliunits: rest.value, currency: charge.currency) : nil
    }
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
