// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// Customers and an operator who act by chance, for long runs: the same seed does the same at the same instants.
public struct RandomWorkload: Sendable {
    private var generator: SeededGenerator
    private let customers: [CustomerID]
    private let products: [ProductID]
    private let groups: [SubscriptionGroupID]
    private let sellsSeats: Bool
    private let invitesMembers: Bool
    private let bundles: [CatalogProduct]
    private let committed: Set<ProductID>
    private let renewing: Set<ProductID>
    private let spacingMilliseconds: Int
    private var operations = 0
    private var latest: [CustomerID: TransactionID] = [:]
    private var invitations: [Invitation] = []

    /// An invitation to a seat that is not accepted yet.
    private struct Invitation {
        var buyer: CustomerID
        var group: SubscriptionGroupID
        var member: CustomerID
    }

    /// How many invitations are remembered at most.
    private static let maximumInvitations = 32

    /// How many commands were refused, as many of a careless crowd are.
    public private(set) var refusals = 0

    /// How many commands were carried out.
    public private(set) var actions = 0

    /// Makes a crowd.
    ///
    /// - Parameters:
    ///   - seed: The source of every choice.
    ///   - customers: The one who acts; each has an account already.
    ///   - catalog: What they buy.
    ///   - actionsPerYear: How often each acts in a year of the virtual clock.
    public init(seed: UInt64, customers: [CustomerID], catalog: Catalog, actionsPerYear: Int = 12) {
        generator = SeededGenerator(seed: seed)
        self.customers = customers
        products = catalog.products.map(\.id)
        var groups: [SubscriptionGroupID] = []
        for group in catalog.products.compactMap(\.subscription?.group) where !groups.contains(group) {
            groups.append(group)
        }
        self.groups = groups
        committed = Set(catalog.products.filter { $0.subscription?.commitment != nil }.map(\.id))
        renewing = Set(catalog.products.filter { $0.subscription != nil }.map(\.id))
        sellsSeats = catalog.products.contains { $0.subscription?.multiSeat != nil }
        invitesMembers = catalog.products.contains { $0.subscription?.multiSeat?.invitationManagement == .apple }
        bundles = catalog.products.filter { $0.bundle != nil }
        spacingMilliseconds = 365 * 86_400_000 / max(1, customers.count * actionsPerYear)
    }

    /// Lets the crowd live until an instant.
    ///
    /// - Parameters:
    ///   - end: Where the virtual clock stops.
    ///   - store: The store in which they live.
    ///   - receive: Takes the effects of every command and every due event.
    public mutating func play(
        until end: Date,
        in store: inout SimulatedAppStore,
        _ receive: (Effects) throws -> Void
    ) rethrows {
        while true {
            let wait = 1 + generator.number(below: 2 * spacingMilliseconds)
            let next = Date(millisecondsSince1970: store.now.millisecondsSince1970 + Int64(wait))
            guard next < end else { break }
            try advance(&store, to: next, receive)
            let command = command()
            guard let outcome = try? store.perform(command) else {
                refusals += 1
                continue
            }
            actions += 1
            record(outcome.effects)
            try receive(outcome.effects)
        }
        try advance(&store, to: end, receive)
    }

    private mutating func advance(
        _ store: inout SimulatedAppStore,
        to instant: Date,
        _ receive: (Effects) throws -> Void
    ) rethrows {
        try store.advance(to: instant) { effects in
            record(effects)
            try receive(effects)
        }
    }

    private mutating func record(_ effects: Effects) {
        for change in effects.transactions { latest[change.customer] = change.transaction.transactionId }
    }

    private mutating func command() -> Command {
        // About once a month, however large the crowd is.
        if generator.number(below: customers.count) == 0 { return operation() }
        let customer = customers[generator.number(below: customers.count)]
        guard let group = groups.isEmpty ? nil : groups[generator.number(below: groups.count)] else {
            return purchase(by: customer)
        }
        // A catalog without seats gives the same lives as before there were any.
        if invitesMembers, generator.happens(perMille: 250) { return aboutMembers(of: customer, group: group) }
        if !bundles.isEmpty, generator.happens(perMille: 60) { return aboutBundle(of: customer) }
        if sellsSeats, generator.happens(perMille: 200) { return aboutSeats(of: customer, group: group) }
        switch generator.number(below: 100) {
        case ..<45: return purchase(by: customer)
        case ..<55: return .setRenewal(customer, group: group, on: generator.happens(perMille: 400))
        case ..<65: return .changeCustomer(customer, .payment(.failsNext(1 + generator.number(below: 6))))
        case ..<70: return .changeCustomer(customer, .payment(.works))
        case ..<75: return .answerPriceIncrease(customer, group: group, agrees: generator.happens(perMille: 500))
        case ..<78: return .joinFamily(customer, family())
        case ..<80: return .leaveFamily(customer)
        case ..<81: return .forceRenewal(customer, group: group)
        case ..<82: return .changeCustomer(customer, .sharesPurchases(generator.happens(perMille: 500)))
        default: return aboutTransaction(of: customer, group: group)
        }
    }

    /// What an operator does now and then: prices go up and down, and many subscriptions are extended.
    private mutating func operation() -> Command {
        let product = products[generator.number(below: products.count)]
        operations += 1
        guard generator.happens(perMille: 700) else {
            return .extendAllRenewals(
                MassExtension(
                    request: "extension-\(operations)",
                    product: product,
                    environment: .production,
                    days: 1 + generator.number(below: 10),
                    reason: 1
                )
            )
        }
        let price = Int64(990 + 1000 * generator.number(below: 20))
        return .changePrice(product, PriceList(base: price), preservesExisting: generator.happens(perMille: 300))
    }

    private mutating func family() -> FamilyID {
        FamilyID(rawValue: "family-\(generator.number(below: max(1, customers.count / 3)))")
    }

    private mutating func purchase(by customer: CustomerID) -> Command {
        let product = products[generator.number(below: products.count)]
        let seats = sellsSeats && generator.happens(perMille: 600) ? 1 + generator.number(below: 30) : nil
        var options = PurchaseOptions(
            seats: seats,
            billingPlan: committed.contains(product) && generator.happens(perMille: 600) ? .monthly : nil,
            appAccountToken: generator.happens(perMille: 700) ? token() : nil,
            offer: generator.happens(perMille: 100) ? .promotional("half", signatureIsValid: true) : nil
        )
        // The store refuses an offer for what does not renew, and together with monthly billing.
        if !renewing.contains(product) || options.billingPlan == .monthly { options.offer = nil }
        return .buy(customer, product: product, options: options)
    }

    private mutating func token() -> AppAccountToken {
        let bits = generator.next()
        let byte = { (shift: UInt64) in UInt8(truncatingIfNeeded: bits >> shift) }
        return AppAccountToken(
            rawValue: UUID(
                uuid: (
                    byte(0), byte(8), byte(16), byte(24), byte(32), byte(40), 0x40, byte(48),
                    0x80, byte(56), 0, 0, 0, 0, 0, 1
                )
            )
        )
    }

    private mutating func aboutMembers(of customer: CustomerID, group: SubscriptionGroupID) -> Command {
        let member = customers[generator.number(below: customers.count)]
        switch generator.number(below: 10) {
        case ..<5:
            if invitations.count >= Self.maximumInvitations { invitations.removeFirst() }
            invitations.append(Invitation(buyer: customer, group: group, member: member))
            return .inviteMember(customer, group: group, member: member, role: nil)
        case ..<9 where !invitations.isEmpty:
            let place = invitations.count - 1 - generator.number(below: min(4, invitations.count))
            let known = invitations.remove(at: place)
            return .acceptInvitation(known.member, from: known.buyer, group: known.group)
        default: return .removeMember(customer, group: group, member: member)
        }
    }

    private mutating func aboutBundle(of customer: CustomerID) -> Command {
        let bundle = bundles[generator.number(below: bundles.count)]
        let members = bundle.bundle?.members ?? []
        guard let group = bundle.subscription?.group, !members.isEmpty, generator.happens(perMille: 700) else {
            return .buy(customer, product: bundle.id, options: PurchaseOptions())
        }
        if generator.happens(perMille: 200) { return .setRenewal(customer, group: group, on: true) }
        return .unbundle(customer, bundle: bundle.id, keeping: [members[generator.number(below: members.count)]])
    }

    private mutating func aboutSeats(of customer: CustomerID, group: SubscriptionGroupID) -> Command {
        if let transaction = latest[customer], generator.happens(perMille: 500) {
            return .refundSeats(transaction, seats: 1 + generator.number(below: 6))
        }
        return .setRenewalSeats(customer, group: group, seats: 1 + generator.number(below: 20))
    }

    private mutating func aboutTransaction(of customer: CustomerID, group: SubscriptionGroupID) -> Command {
        guard let transaction = latest[customer] else { return purchase(by: customer) }
        switch generator.number(below: 10) {
        case ..<4:
            return .requestRefund(
                transaction,
                reason: generator.happens(perMille: 500) ? .unintendedPurchase : .other,
                inApp: generator.happens(perMille: 500)
            )
        case ..<6: return .refund(transaction, decision: .full(.other), cancels: generator.happens(perMille: 500))
        case ..<7: return .reverseRefund(transaction)
        case ..<8: return .sendConsumption(transaction, ConsumptionInformation(preference: .grantProrated))
        default: return .finish(transaction)
        }
    }
}
