// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

// MARK: - What seats cost

extension SimulatedAppStore {
    /// How many transactions may add seats to one period here.
    private static let maximumAdditions = 50

    /// The seats from a number on, counted from 1, by price.
    private func priceTiers(
        of product: CatalogProduct,
        _ seats: ClosedRange<Int>,
        basePrice: Int64,
        in storefront: Storefront
    ) -> [MultiSeatPriceTier] {
        let higher = product.subscription?.multiSeat?.priceTiers ?? []
        let prices = [basePrice] + higher.map { catalog.price($0.price, in: storefront) }
        let starts = [1] + higher.map(\.minimumSeats)
        return prices.indices.compactMap { place in
            let first = max(starts[place], seats.lowerBound)
            let last = min(place + 1 < starts.count ? starts[place + 1] - 1 : .max, seats.upperBound)
            return first <= last ? MultiSeatPriceTier(price: prices[place], quantity: last - first + 1) : nil
        }
    }

    /// The terms of a period for all seats that a subscription is to have, instead of one.
    func forSeats(_ terms: NextPeriodTerms, of lineage: Lineage) -> NextPeriodTerms {
        forSeats(terms, lineage.seats, customer: lineage.customer)
    }

    func forSeats(_ terms: NextPeriodTerms, _ holding: SeatHolding?, customer: Int) -> NextPeriodTerms {
        guard let seats = holding?.renewal, let slot = productSlots[terms.product],
            catalog.products[slot].subscription?.multiSeat != nil
        else { return terms }
        var terms = terms
        if terms.offer != nil {
            terms.tiers = [MultiSeatPriceTier(price: terms.price, quantity: seats)]
        } else {
            terms.tiers = priceTiers(
                of: catalog.products[slot],
                1...seats,
                basePrice: terms.price,
                in: storefront(of: customer)
            )
        }
        terms.price = terms.tiers.charge
        return terms
    }

    /// The seats that a purchase asks for; nothing when it is for one customer.
    ///
    /// - Throws: A ``SimulatorError`` when the product is not sold by seats.
    func seats(
        _ options: PurchaseOptions,
        of product: CatalogProduct,
        for customer: Int
    ) throws -> SeatHolding? {
        guard let seats = options.seats else { return nil }
        guard let terms = product.subscription?.multiSeat else {
            throw SimulatorError(.invalidQuantity, "\"\(product.id)\" is not sold by seats.")
        }
        guard (1...MultiSeatTerms.maximumSeats).contains(seats) else {
            throw SimulatorError(
                .invalidQuantity,
                "\(seats) seats cannot be bought: ask for 1 to \(MultiSeatTerms.maximumSeats)."
            )
        }
        // Apple Business and Apple School Manager assign an organization's seats, whatever the app does with its own.
        let isOrganization = customers[customer].isOrganization == true
        return SeatHolding(
            invitationManagement: isOrganization ? .apple : terms.invitationManagement,
            renewal: seats
        )
    }
}

// MARK: - The period at hand

extension SimulatedAppStore {
    /// The places of the transactions of the period at hand: one, unless seats were added to it.
    ///
    /// A plan that was left in the moment of its purchase ends when the next one does, and does not belong to that period.
    func periodPlaces(_ slot: Int) -> [Int] {
        let lineage = lineages[slot]
        let last = lineage.transactions.count - 1
        guard lineage.seats != nil else { return [last] }
        return lineage.transactions.indices.filter { place in
            let transaction = lineage.transactions[place]
            return transaction.expiresDate == lineage.expires && transaction.productId == lineage.product
                && transaction.isUpgraded != true
        }
    }

    /// How many people may use the period at hand.
    func heldSeats(_ slot: Int) -> Int {
        periodPlaces(slot).reduce(0) { sum, place in
            let transaction = lineages[slot].transactions[place]
            return sum + (transaction.revocationDate == nil ? transaction.quantity - transaction.revokedSeats : 0)
        }
    }

    /// The buyer asks for more seats than the subscription has: a transaction of the added ones, for the rest of the period.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/purchaseoption/seats(_:)>
    mutating func addSeats(_ slot: Int, _ product: Int, _ options: PurchaseOptions, total: Int) throws -> Outcome.Answer
    {
        let held = heldSeats(slot)
        guard lineages[slot].phase == .active, total > held else {
            throw SimulatorError(
                .invalidQuantity,
                "The subscription has \(held) seats; ask for more than that, or lower the number in the settings."
            )
        }
        let places = periodPlaces(slot)
        guard places.count <= Self.maximumAdditions else {
            throw SimulatorError(.invalidState, "Seats were added \(places.count - 1) times to this period already.")
        }
        let (customer, item) = (lineages[slot].customer, catalog.products[product])
        let length = lineages[slot].expires.timeIntervalSince(lineages[slot].periodStart)
        let rest = max(0, lineages[slot].expires.timeIntervalSince(now))
        let share = length > 0 ? min(1, rest / length) : 1
        let tiers = priceTiers(
            of: item,
            (held + 1)...total,
            basePrice: lineages[slot].renewalPrice,
            in: storefront(of: customer)
        ).map { MultiSeatPriceTier(price: Int64((Double($0.price ?? 0) * share).rounded()), quantity: $0.quantity) }
        var terms = NextPeriodTerms(product: item.id, period: periodAtHand(of: lineages[slot]), price: tiers.charge)
        terms.tiers = tiers
        try charge(customer, terms.price)
        for place in places {
            lineages[slot].transactions[place].additionalTransactionReason = .seatAddition
            publish(lineages[slot].transactions[place], customer: customer)
        }
        lineages[slot].token = options.token ?? lineages[slot].token
        var transaction = makeTransaction(slot, terms, from: now, to: lineages[slot].expires, reason: .purchase)
        transaction.additionalTransactionReason = .seatAddition
        record(transaction, slot: slot)
        grantAccess(transaction, customer: customer, until: lineages[slot].expires)
        recordSale(transaction, customer: customer, higherRate: lineages[slot].earnsHigherRate)
        lineages[slot].seats?.renewal += total - held
        lineages[slot].willRenew = true
        notify(.seatsIncreased, slot: slot)
        plan(slot)
        troubleAfter(transaction, customer: customer)
        return .purchased(transaction)
    }

    /// The buyer changes how many seats renew, up to those in use.
    mutating func setRenewalSeats(_ slot: Int, _ seats: Int) throws {
        try requireWithoutBundle(slot, "changed")
        guard let known = lineages[slot].seats?.renewal, lineages[slot].isLive else {
            throw SimulatorError(.invalidState, "The customer has no running group subscription.")
        }
        let held = heldSeats(slot)
        guard (1...max(1, held)).contains(seats) else {
            throw SimulatorError(.invalidQuantity, "1 to \(held) seats can renew, not \(seats); buy more to add seats.")
        }
        guard seats != known else { return }
        lineages[slot].seats?.renewal = seats
        notify(seats < known ? .seatsDecreased : .seatsIncreased, slot: slot)
    }

    /// Apple refunds some seats of a transaction, the ones that were filled last; all that are left is a refund of the whole.
    mutating func refundSeats(_ id: TransactionID, _ count: Int) throws {
        let place = try place(of: id)
        var transaction = try transaction(id, at: place)
        try checkRefundable(transaction)
        guard case .lineage(let slot) = place, transaction.multiSeatInfo != nil,
            transaction.inAppOwnershipType == .purchased
        else { throw SimulatorError(.invalidState, "Transaction \(id) has no seats.") }
        let left = transaction.quantity - transaction.revokedSeats
        guard (1...max(1, left)).contains(count) else {
            throw SimulatorError(.invalidQuantity, "Transaction \(id) has \(left) seats that are not refunded.")
        }
        guard count < left else {
            return applyRefund(transaction, at: place, .full(.other), cancels: false)
        }
        recordReturn(of: transaction, seats: count, customer: lineages[slot].customer)
        let revoked = transaction.revokedSeats + count
        transaction.multiSeatInfo?.revokedSeatQuantity = revoked
        replace(transaction, at: place)
        publish(transaction, customer: lineages[slot].customer)
        announce(.seatsRefunded, transaction, at: place)
    }
}
