// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PurserServer

/// Carries the steps of a run out, one after another, and remembers what the customers did.
struct SimulationDriver {
    let world: SimulatedSystem

    /// The orders that were made, by identifier.
    var orders: [String: Order] = [:]
    var lastTransaction: [AppStoreSimulator.CustomerID: TransactionID] = [:]
    /// What the servers did that no server should.
    var wrong: [String] = []
    /// What each account knows, and what the servers answered that no one else may know.
    var disclosure: DisclosureCheck
    /// What neighbors did that changes who may have what.
    var neighborhood = Neighborhood()
    /// How many bundles were bought.
    var bundles = 0
    /// The customers whom the team invited to seats, by invitation.
    var guests: [String: SeatGuest] = [:]

    /// An order as its maker remembers it.
    struct Order {
        var token: AppAccountToken
        var product: ProductID
        var shop: SimulatedSystem.Shop
        /// The customer in whose name it was made.
        var customer: String
        var quantity: Int
        /// Whether it was paid with another quantity on purpose.
        var isMismatched = false
        /// The key under which it was made.
        var key: String
        /// The number that the team gave it; nil in a world without neighbors.
        var reference: String?
        /// The transaction that the app showed for it by name.
        var shown: TransactionID?
    }

    /// Who may have, and may know, which sale.
    var rules: SaleRules {
        SaleRules(
            tokenOwners: Dictionary(
                orders.values.map { ($0.token, $0.customer) },
                uniquingKeysWith: { first, _ in first }
            ),
            namedOwners: orders.values.reduce(into: [:]) { owners, order in
                if let shown = order.shown { owners[shown, default: []].insert(order.customer) }
            },
            neighborhood: neighborhood
        )
    }

    init(_ world: SimulatedSystem) {
        self.world = world
        disclosure = DisclosureCheck(world)
    }

    static func customer(_ number: Int) -> AppStoreSimulator.CustomerID {
        SimulatedSystem.customers[number % SimulatedSystem.customers.count]
    }

    static func shop(_ number: Int) -> SimulatedSystem.Shop {
        SimulationCatalog.shops[number % SimulationCatalog.shops.count]
    }

    /// Does one step.
    mutating func perform(_ step: SimulationStep) async throws {
        switch step {
        case .buy(let customer, let product, let salt):
            try await buy(Self.customer(customer), product, SimulationRandom(seed: salt))
        case .launch(let customer): try await launch(Self.customer(customer))
        case .pass(let seconds): try await pass(seconds)
        case .subscription(let customer, let shop, let salt):
            var dice = SimulationRandom(seed: salt)
            if world.sellsSeats, dice.happens(20) { return await changeMembers(&dice) }
            if world.sellsSeats, dice.happens(40) { return try await changeGuests(&dice) }
            if world.sellsSeats, dice.happens(20) { return await changeBundle(Self.customer(customer), &dice) }
            let (customer, group) = (Self.customer(customer), Self.shop(shop).group)
            await attempt(
                dice.pick([
                    .setRenewal(customer, group: group, on: dice.happens(50)),
                    .changeCustomer(customer, .payment(.failsNext(dice.below(4) + 1))),
                    .changeCustomer(customer, .payment(.works)),
                    .answerPriceIncrease(customer, group: group, agrees: dice.happens(50)),
                ])
            )
        case .aftermath(let customer, let salt): await aftermath(Self.customer(customer), SimulationRandom(seed: salt))
        case .account(let customer, let salt): await account(Self.customer(customer), SimulationRandom(seed: salt))
        case .operate(let shop, let salt): await operate(Self.shop(shop), SimulationRandom(seed: salt))
        case .read(let customer): try await read(Self.customer(customer))
        case .forge(let customer, let shop): try await forge(Self.customer(customer), Self.shop(shop))
        case .neighbor(let kind, let customer, let salt):
            try await perform(kind, against: Self.customer(customer), SimulationRandom(seed: salt))
        default: try await disturb(step)
        }
    }

    private mutating func disturb(_ step: SimulationStep) async throws {
        switch step {
        case .work(let instance):
            // What fails is done in the next round.
            try? await world.servers.service(instance).doDueWork()
        case .kill(let instance, let alone):
            if !alone { world.database.losePower() }
            try world.servers.kill(instance)
        case .network(let lost, let answers):
            neighborhood.lostPerMille = (lost, answers)
            world.network.lose(requests: lost, answers: answers)
        case .store(let failed, let unanswered, let unread):
            world.database.misbehave(
                FaultInjectingDatabase.Faults(
                    failedPerMille: failed,
                    unansweredPerMille: unanswered,
                    unreadPerMille: unread
                )
            )
        case .interfaces(let salt):
            var dice = SimulationRandom(seed: salt)
            try await world.appStore.misbehave(
                failures: dice.pick([0, 50, 200]),
                status: dice.pick([401, 429, 500, 503]),
                next: dice.pick([[], [], [429, 500]]),
                cutOff: dice.pick([0, 50, 150]),
                refusedTLS: dice.pick([0, 0, 100])
            )
        case .backend(let refuses): world.backend.refuse(refuses)
        default: break
        }
    }

    private func pass(_ seconds: Int) async throws {
        try await world.appStore.pass(seconds: seconds)
        if world.plant == .useRenewalForUndeliveredOrder { try await mistakeRenewals() }
    }

    /// The store refuses much of what a careless crowd wants.
    mutating func attempt(_ command: AppStoreSimulator.Command) async {
        _ = await changesTransactions(command)
    }

    /// Has the store do something, and returns whether it gave a transaction or changed one.
    mutating func changesTransactions(_ command: AppStoreSimulator.Command) async -> Bool {
        guard let outcome = try? await world.appStore.perform(command) else { return false }
        await world.appStore.runUntilIdle()
        for change in outcome.effects.transactions {
            lastTransaction[change.customer] = change.transaction.transactionId
        }
        return !outcome.effects.transactions.isEmpty
    }
}

extension SimulationDriver {
    /// Buys as an app does: an order first, then the payment, then the server; anything can break in between.
    private mutating func buy(
        _ customer: AppStoreSimulator.CustomerID,
        _ number: Int,
        _ chance: SimulationRandom
    ) async throws {
        var dice = chance
        let shop = Self.shop(number)
        let product = shop.products[number / 2 % shop.products.count]
        let seats = await wantedSeats(customer, product, shop, &dice)
        let plan = await wantedPlan(customer, product, shop, &dice)
        let quantity = seats ?? (product == shop.beans ? dice.below(3) + 1 : 1)
        var order: String?
        if dice.happens(75) { order = try await createOrder(product, quantity, customer.rawValue, shop, &dice) }
        if dice.happens(10) { return }
        let held = seats == nil ? 0 : await heldSeats(customer, shop)
        let options = PurchaseOptions(
            quantity: seats == nil ? quantity : 1,
            seats: seats,
            billingPlan: plan,
            appAccountToken: order.flatMap { orders[$0]?.token },
            origin: order == nil ? .settings : .app,
            simulatesAskToBuy: dice.happens(5)
        )
        guard let outcome = try? await world.appStore.perform(.buy(customer, product: product, options: options))
        else { return }
        await world.appStore.runUntilIdle()
        if case .pending(let pending) = outcome.answer {
            return await attempt(dice.happens(70) ? .completePending(pending.id) : .cancelPending(pending.id))
        }
        guard let bought = outcome.transaction else { return }
        lastTransaction[customer] = bought.transactionId
        let isAddition = bought.additionalTransactionReason == .seatAddition
        // What renewed meanwhile has other seats than the app had seen when it ordered, and a purchase that names no seats keeps
        // those that the subscription has.
        if bought.quantity + (isAddition ? held : 0) != quantity, let order { orders[order]?.isMismatched = true }
        if seats != nil { try await changeSeats(customer, bought, shop, &dice) }
        // The app was closed, or had no connection.
        if dice.happens(40) { return }
        let named = dice.happens(50) ? order : nil
        try await show(bought, customer, shop, order: named, &dice)
    }

    /// Makes an order, sometimes twice with one key as an app does that got no answer.
    mutating func createOrder(
        _ product: ProductID,
        _ quantity: Int,
        _ customer: String,
        _ shop: SimulatedSystem.Shop,
        by principal: Principal? = nil,
        _ dice: inout SimulationRandom
    ) async throws -> String? {
        let key = "key-\(dice.next())"
        let reference = world.neighbors.isEmpty ? nil : "ref-" + key.dropFirst(4)
        var members: [String: JSONValue] = [
            "customer": .string(customer), "productId": .string(product.rawValue),
            "quantity": .integer(Int64(quantity)), "idempotencyKey": .string(key),
        ]
        members["reference"] = reference.map(JSONValue.string)
        let body = JSONValue.object(members)
        struct Made: Decodable {
            var id: String
            var appAccountToken: String
        }
        let principal = principal ?? Principal(customer)
        var first: String?
        for _ in 0..<(dice.happens(30) ? 2 : 1) {
            let answer = try await world.request(.post, "/v1/orders", shop, body, asApp: true)
            guard answer.status.rawValue < 300 else {
                if answer.status.rawValue < 500 { wrong.append("an order was refused: \(answer.text)") }
                continue
            }
            let made = try answer.read(Made.self)
            guard let token = AppAccountToken(made.appAccountToken) else { continue }
            if let first, first != made.id { wrong.append("one key made the orders \(first) and \(made.id)") }
            first = first ?? made.id
            orders[made.id] = Order(
                token: token,
                product: product,
                shop: shop,
                customer: customer,
                quantity: quantity,
                key: key,
                reference: reference
            )
            // Whoever makes an order may know it, in whose name it may be.
            disclosure.record(principal, [customer, made.id, made.appAccountToken, product.rawValue])
            if let reference { disclosure.record(principal, [reference]) }
            wrong += try await disclosure.check(answer, to: principal, "POST /v1/orders", rules)
        }
        return first
    }

    /// Shows a purchase to the server, sometimes twice, and finishes it when the server has answered for good.
    ///
    /// A purchase that carries an order's token can be shown with the app's key; otherwise the customer's token proves
    /// who shows it.
    mutating func show(
        _ bought: TransactionPayload,
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        order: String? = nil,
        _ dice: inout SimulationRandom
    ) async throws {
        if world.plant == .finishBeforeVerify {
            _ = try? await world.appStore.perform(.finish(bought.transactionId))
            // Verifying comes later, and the app may not live to see it.
            if dice.happens(60) { return }
        }
        let document = try await world.appStore.document(of: bought)
        var body: [String: JSONValue] = [
            "customer": .string(customer.rawValue), "signedTransaction": .string(document.rawValue),
        ]
        if let order {
            body["order"] = .string(order)
            orders[order]?.shown = bought.transactionId
        }
        let isProvenByOrder =
            bought.appAccountToken.map { token in orders.values.contains { $0.token == token } } ?? false
        var isUsed = false
        for _ in 0..<(dice.happens(20) ? 2 : 1) {
            let principal = Principal(customer.rawValue)
            if isProvenByOrder, dice.happens(50) {
                let answer = try await send(.post, "/v1/transactions", .object(body), shop, as: principal, proof: .app)
                if answer.code < 300 {
                    isUsed = true
                    continue
                }
            }
            let proof = Proof.token(of: customer.rawValue)
            let answer = try await send(.post, "/v1/transactions", .object(body), shop, as: principal, proof: proof)
            if answer.code < 500 { isUsed = true }
        }
        if isUsed { _ = try? await world.appStore.perform(.finish(bought.transactionId)) }
    }

    /// Opens the apps: they show the server every transaction that they are not done with.
    mutating func launch(_ customer: AppStoreSimulator.CustomerID) async throws {
        var dice = SimulationRandom(seed: UInt64(customer.rawValue.utf8.count))
        for shop in SimulationCatalog.shops {
            let path = "/simulator/v1/devices/\(customer)?app=\(shop.app)"
            let answer = try await world.appStoreClient.send(.get, path)
            guard answer.status == .ok else { continue }
            for document in try answer.read(SimulatedDevice.self).unfinished {
                guard let bought = Self.content(of: document) else { continue }
                try await show(bought, customer, shop, &dice)
            }
        }
    }

    /// What a document says that the App Store itself has just given.
    static func content(of document: SignedPayload) -> TransactionPayload? {
        let parts = document.rawValue.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        while !text.count.isMultiple(of: 4) { text += "=" }
        guard let bytes = Data(base64Encoded: text) else { return nil }
        return try? AppStoreJSON.decode(TransactionPayload.self, from: bytes)
    }

    /// Reads a customer's entitlements as a backend does: none may be over, and none may come from nowhere.
    private mutating func read(_ customer: AppStoreSimulator.CustomerID) async throws {
        let shop = SimulationCatalog.shops[0]
        let answer = try await world.request(.get, "/v1/customers/\(customer)/entitlements", shop)
        guard answer.status == .ok else { return }
        let now = world.clock.now.millisecondsSince1970
        for entitlement in try answer.read(ObservedEntitlements.self).entitlements where entitlement.isActive {
            if let until = entitlement.until, until <= now {
                wrong.append("\(customer) has \(entitlement.id) until \(until), and it is \(now)")
            }
        }
    }

    /// Somebody who knows the shared secret says that a customer bought something.
    private func forge(_ customer: AppStoreSimulator.CustomerID, _ shop: SimulatedSystem.Shop) async throws {
        let part = JSONValue.object([
            "notification_type": .string("INITIAL_BUY"), "environment": .string("PROD"),
            "password": .string(world.appStore.sharedSecret(of: shop.app)), "bid": .string(shop.app.rawValue),
            "auto_renew_product_id": .string(shop.monthly.rawValue), "auto_renew_status": .string("true"),
            // Each customer's own, which the App Store never sold.
            "original_transaction_id": .string("99\(customer.rawValue.utf8.last ?? 0)"),
        ])
        let answer = try await world.servers.request(.post, "/apple/notifications/production", key: nil, part)
        guard world.plant == .grantFromLegacyNotification, answer.status.rawValue < 300 else { return }
        let grant = JSONValue.object(["entitlement": .string("club\(shop.number)"), "reason": .string("version 1")])
        _ = try await world.request(.post, "/v1/customers/\(customer)/grants", shop, grant)
    }
}

extension SimulationDriver {
    private mutating func aftermath(_ customer: AppStoreSimulator.CustomerID, _ chance: SimulationRandom) async {
        guard let transaction = lastTransaction[customer] else { return }
        var dice = chance
        switch dice.below(10) {
        case ..<2: await attempt(.requestRefund(transaction, reason: .unintendedPurchase, inApp: dice.happens(50)))
        case ..<5: await attempt(.refund(transaction, decision: .full(.other), cancels: dice.happens(50)))
        case ..<6:
            await attempt(.refund(transaction, decision: .prorated(.other, percentage: 40_000), cancels: true))
        case ..<8: await attempt(.reverseRefund(transaction))
        default:
            let lineage = OriginalTransactionID(rawValue: transaction.rawValue)
            await attempt(
                .extendRenewal(lineage, days: dice.below(60) + 1, reason: 1, request: "request-\(dice.next())")
            )
        }
    }

    private mutating func account(_ customer: AppStoreSimulator.CustomerID, _ chance: SimulationRandom) async {
        var dice = chance
        let family = FamilyID(rawValue: "family-\(dice.below(2))")
        await attempt(
            dice.pick([
                .joinFamily(customer, family), .leaveFamily(customer),
                .changeCustomer(customer, .sharesPurchases(dice.happens(50))),
                .changeCustomer(customer, .interruptsPurchases(dice.happens(20))),
                .changeCustomer(customer, .asksToBuy(dice.happens(20))),
                .changeCustomer(customer, .storefront(dice.pick(["USA", "CHN", "JPN", "DEU"]))),
            ])
        )
    }

    private mutating func operate(_ shop: SimulatedSystem.Shop, _ chance: SimulationRandom) async {
        var dice = chance
        let product = dice.pick([shop.monthly, shop.yearly])
        guard dice.happens(70) else {
            return await attempt(
                .extendAllRenewals(
                    MassExtension(
                        request: "extension-\(dice.next())",
                        product: product,
                        environment: .production,
                        days: dice.below(10) + 1,
                        reason: 1
                    )
                )
            )
        }
        let price = PriceList(base: Int64(990 + 1000 * dice.below(20)))
        await attempt(.changePrice(product, price, preservesExisting: dice.happens(30)))
    }

    /// What a server does that takes a renewal for the payment of an order which still waits.
    private func mistakeRenewals() async throws {
        let products = Dictionary(
            SimulationCatalog.shops.flatMap { shop in [shop.monthly, shop.yearly].map { ($0, shop) } },
            uniquingKeysWith: { first, _ in first }
        )
        for customer in SimulatedSystem.customers {
            for sale in try await world.appStore.sales(of: customer) where sale.transactionReason == .renewal {
                guard products[sale.productId] != nil else { continue }
                let now = world.clock.now
                let id = Commerce.CustomerID(rawValue: customer.rawValue)
                _ = try? await world.database.write { writer in
                    guard
                        var order = try writer.orders(of: id, limit: 100).first(where: {
                            $0.product == sale.productId && $0.storedState == "created"
                        }), try writer.orders(transaction: sale.transactionId, in: order.scope).isEmpty
                    else { return }
                    order.storedState = "delivered"
                    order.isOpen = false
                    order.transaction = sale.transactionId
                    try writer.update(
                        order,
                        steps: [StoredOrderStep(state: "delivered", instant: now, actor: "notification")]
                    )
                }
            }
        }
    }
}

/// A customer's entitlements as they are answered.
struct ObservedEntitlements: Decodable {
    struct Entitlement: Decodable {
        var id: String
        var isActive: Bool
        var product: String?
        var transaction: String?
        var until: Int64?

        private enum CodingKeys: String, CodingKey {
            case id, isActive
            case product = "productId"
            case transaction = "transactionId"
            case until = "expiresDate"
        }
    }

    var entitlements: [Entitlement]
}
