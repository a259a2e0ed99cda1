// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes

/// Seats, their members, years that are paid month by month, and a bundle.
extension SimulationDriver {
    /// How many seats a customer wants to have; nothing for a purchase without any.
    func wantedSeats(
        _ customer: AppStoreSimulator.CustomerID,
        _ product: ProductID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async -> Int? {
        guard world.sellsSeats, product == shop.monthly, dice.happens(70) else { return nil }
        return await heldSeats(customer, shop) + 1 + dice.below(5)
    }

    func heldSeats(_ customer: AppStoreSimulator.CustomerID, _ shop: SimulatedSystem.Shop) async -> Int {
        let subscriptions = await world.appStore.subscriptions(of: customer)
        let own = subscriptions.first { $0.group == shop.group && $0.transaction.inAppOwnershipType.isSale }
        return own.flatMap { $0.status == .active && $0.transaction.productId == shop.monthly ? $0.seats : nil } ?? 0
    }

    /// Lowers the seats that renew, or has Apple refund some.
    mutating func changeSeats(
        _ customer: AppStoreSimulator.CustomerID,
        _ bought: TransactionPayload,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        if dice.happens(20) {
            await attempt(.setRenewalSeats(customer, group: shop.group, seats: 1 + dice.below(4)))
        }
        if dice.happens(20) { await attempt(.refundSeats(bought.transactionId, seats: 1 + dice.below(2))) }
        lastTransaction[customer] = bought.transactionId
    }

    /// How a customer wants to pay a year; nothing for a purchase that is paid at once.
    mutating func wantedPlan(
        _ customer: AppStoreSimulator.CustomerID,
        _ product: ProductID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async -> BillingPlanType? {
        guard world.sellsSeats, product == shop.yearly, dice.happens(50) else { return nil }
        // Apple sells no commitments in the United States, where these customers begin. A customer whom the App Store keeps
        // there is refused the purchase, too.
        await attempt(.changeCustomer(customer, .storefront("DEU")))
        return .monthly
    }

    /// A customer buys the bundle of both clubs, stops its renewal, or leaves it and keeps one club; the apps show what it
    /// brings when they are opened.
    mutating func changeBundle(_ customer: AppStoreSimulator.CustomerID, _ dice: inout SimulationRandom) async {
        let bundle = SimulationCatalog.clubs.id
        switch dice.below(4) {
        case ..<2:
            let purchase = Command.buy(customer, product: bundle, options: PurchaseOptions(origin: .app))
            if await changesTransactions(purchase) { bundles += 1 }
        case 2: await attempt(.setRenewal(customer, group: SimulationCatalog.clubsGroup, on: dice.happens(30)))
        default:
            let remaining = dice.pick(SimulationCatalog.shops).monthly
            await attempt(.unbundle(customer, bundle: bundle, keeping: [remaining]))
        }
    }

    /// A buyer of seats invites a customer, who accepts as a rule, or removes one.
    mutating func changeMembers(_ dice: inout SimulationRandom) async {
        let shop = SimulationCatalog.shops[1]
        var buyers: [AppStoreSimulator.CustomerID] = []
        for customer in SimulatedSystem.customers {
            let subscriptions = await world.appStore.subscriptions(of: customer)
            if subscriptions.contains(where: { $0.group == shop.group && $0.members != nil }) {
                buyers.append(customer)
            }
        }
        guard !buyers.isEmpty else { return }
        let (buyer, member) = (dice.pick(buyers), Self.customer(dice.below(1000)))
        if dice.happens(25) {
            return await attempt(.removeMember(buyer, group: shop.group, member: member))
        }
        await attempt(.inviteMember(buyer, group: shop.group, member: member, role: nil))
        if dice.happens(85) { await attempt(.acceptInvitation(member, from: buyer, group: shop.group)) }
    }
}
