// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence

// MARK: - Careless buyers and operators

extension SimulationDriver {
    /// Orders one quantity and pays another.
    mutating func payAnotherQuantity(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let ordered = dice.pick([1, 2, 3, 10])
        let paid = dice.pick([1, 2, 3].filter { $0 != ordered })
        guard let id = try await createOrder(shop.beans, ordered, customer.rawValue, shop, &dice) else { return }
        orders[id]?.isMismatched = true
        guard let bought = await purchase(customer, shop.beans, quantity: paid, token: orders[id]?.token) else {
            return
        }
        if dice.happens(70) { try await show(bought, customer, shop, order: dice.happens(50) ? id : nil, &dice) }
        try await mistakeQuantity(id, bought)
    }

    /// Changes a product's credit on one server right after another has read the catalog, and buys by the other.
    mutating func changeCredit(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        defer { world.servers.pin(nil) }
        let (editor, other) = dice.happens(50) ? (0, 1) : (1, 0)
        world.servers.pin(other)
        let id = try await createOrder(shop.beans, 1, customer.rawValue, shop, &dice)
        world.servers.pin(editor)
        if let items = try? await world.request(.get, "/v1/catalog", shop).read(JSONValue.self)["products"],
            case .array(let products) = items,
            case .object(var beans)? = products.first(where: { $0["id"]?.string == shop.beans.rawValue })
        {
            let amount: Int64 = dice.pick([50, 100, 150, 400])
            beans["credit"] = .object(["account": .string(shop.wallet), "amount": .integer(amount)])
            let answer = try await world.request(.put, "/v1/catalog/products/\(shop.beans)", shop, .object(beans))
            // A change without an answer may have happened.
            neighborhood.credits.updateValue(answer.status.rawValue < 300 ? amount : nil, forKey: shop.beans)
        }
        world.clock.pause(.seconds(dice.pick([0, 1, 5, 12])))
        world.servers.pin(other)
        guard let bought = await purchase(customer, shop.beans, token: id.flatMap { orders[$0]?.token }) else { return }
        try await show(bought, customer, shop, &dice)
    }

    /// Lets a subscription's period end while nothing arrives, and shows the transaction of that period at once.
    mutating func showOldDocument(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let now = world.appStore.now
        let running = try await world.appStore.sales(of: customer).filter { sale in
            guard sale.bundleId == shop.app, sale.revocationDate == nil, let end = sale.expiresDate else {
                return false
            }
            return sale.type == .autoRenewableSubscription && sale.isUpgraded != true && end > now
                && end < now.addingTimeInterval(40 * 86_400)
        }
        guard let sale = running.max(by: { $0.purchaseDate < $1.purchaseDate }), let end = sale.expiresDate else {
            guard let bought = await purchase(customer, shop.monthly) else { return }
            return try await show(bought, customer, shop, &dice)
        }
        let document = try await world.appStore.document(of: sale).rawValue
        if dice.happens(40) { await attempt(.changeCustomer(customer, .payment(.failsNext(dice.below(3) + 1)))) }
        world.network.lose(requests: 1000, answers: 0)
        try await world.appStore.pass(seconds: Int(end.timeIntervalSince(now)) + 1 + dice.below(4))
        world.network.lose(
            requests: neighborhood.lostPerMille.requests,
            answers: neighborhood.lostPerMille.answers
        )
        let body: JSONValue = .object([
            "customer": .string(customer.rawValue), "signedTransaction": .string(document),
        ])
        let me = Principal(customer)
        _ = try await send(.post, "/v1/transactions", body, shop, as: me, proof: .token(of: customer.rawValue))
    }

    /// What a server does that takes an old document for the answer to its question.
    func mistakeOldDocument(_ sale: TransactionPayload) async throws {
        guard world.plant == .forgetDueQuestion else { return }
        world.hidesHistory.withLock { $0 = true }
        let lineage = sale.originalTransactionId.rawValue
        _ = try? await world.database.write {
            try $0.execute("UPDATE lineage_states SET due = NULL WHERE lineage = \(lineage)")
        }
    }

    /// What a server does that looks at a payment's product only.
    func mistakeQuantity(_ id: String, _ sale: TransactionPayload) async throws {
        guard world.plant == .ignoreQuantity else { return }
        let now = world.clock.now
        _ = try? await world.database.write { writer in
            guard var order = try writer.order(OrderID(rawValue: id)), order.transaction == nil else { return }
            order.storedState = "delivered"
            order.isOpen = false
            order.transaction = sale.transactionId
            try writer.update(order, steps: [StoredOrderStep(state: "delivered", instant: now, actor: "app")])
        }
    }

    /// Orders, pays and closes the app before it has shown anything, while no notification arrives.
    mutating func payUnheard(
        _ customer: AppStoreSimulator.CustomerID,
        _ number: Int,
        _ chance: SimulationRandom
    ) async throws {
        var dice = chance
        let shop = Self.shop(number)
        let id = try await createOrder(shop.beans, 1, customer.rawValue, shop, &dice)
        guard let id, let order = orders[id] else { return }
        world.network.lose(requests: 1000, answers: 0)
        _ = await purchase(customer, shop.beans, token: order.token)
        world.network.lose(
            requests: neighborhood.lostPerMille.requests,
            answers: neighborhood.lostPerMille.answers
        )
    }

    /// Lets a period end without a notification, shows the period's transaction at once, and says whose it is.
    ///
    /// - Parameter turn: Lets so much time pass with the servers at work.
    /// - Returns: The customer and the sale; nil when no one has a subscription that ends soon enough.
    /// - Throws: What the App Store throws that cannot continue.
    mutating func showOldDocumentAlone(
        turn: (_ seconds: Int, _ step: Int) async throws -> Void
    ) async throws -> (AppStoreSimulator.CustomerID, TransactionPayload)? {
        var dice = SimulationRandom(seed: world.network.journal)
        // What Apple tells from now on is lost. A subscription that begins now is charged at its end, and not an hour
        // before, so that nothing is there to be found until then.
        try await world.appStore.endFaults(lead: 0, droppedPerMille: 1000)
        var found = dice.happens(60) ? try await subscribeSomebody(&dice) : nil
        if found == nil { found = try await nextEnd() }
        if found == nil { found = try await subscribeSomebody(&dice) }
        guard let (customer, sale, end) = found else { return nil }
        let shop = SimulationCatalog.shop(of: sale.productId)
        // Most often there is a renewal whose notification is lost.
        if dice.happens(75) {
            await attempt(.setRenewal(customer, group: shop.group, on: true))
            await attempt(.changeCustomer(customer, .payment(.works)))
            await attempt(.answerPriceIncrease(customer, group: shop.group, agrees: true))
        }
        try await world.appStore.pass(seconds: Int(end.timeIntervalSince(world.appStore.now)) - 600)
        try await turn(590, 295)
        let document = try await world.appStore.document(of: sale).rawValue
        try await world.appStore.pass(seconds: Int(end.timeIntervalSince(world.appStore.now)) + 2)
        let body: JSONValue = .object([
            "customer": .string(customer.rawValue), "signedTransaction": .string(document),
        ])
        let proof = Proof.token(of: customer.rawValue)
        _ = try await send(.post, "/v1/transactions", body, shop, as: Principal(customer), proof: proof)
        try await mistakeOldDocument(sale)
        try await world.appStore.endFaults(lead: 0)
        return (customer, sale)
    }

    /// The subscription that ends next of those that the servers know to be their buyers'; nil when none ends in time.
    private func nextEnd() async throws -> (AppStoreSimulator.CustomerID, TransactionPayload, Date)? {
        let now = world.appStore.now
        var found: (AppStoreSimulator.CustomerID, TransactionPayload, Date)?
        for customer in SimulatedSystem.customers {
            for sale in try await world.appStore.sales(of: customer)
            where sale.type == .autoRenewableSubscription && sale.revocationDate == nil && sale.isUpgraded != true
                && sale.inAppOwnershipType.isSale
            {
                guard let end = sale.expiresDate, end > now.addingTimeInterval(1200), end < now.addingTimeInterval(4e6)
                else { continue }
                guard found.map({ end < $0.2 }) ?? true, try owner(of: sale) == customer.rawValue else { continue }
                found = (customer, sale, end)
            }
        }
        return found
    }

    /// Lets the first customer to whom the App Store sells it take a monthly subscription, and show it.
    private mutating func subscribeSomebody(
        _ dice: inout SimulationRandom
    ) async throws -> (AppStoreSimulator.CustomerID, TransactionPayload, Date)? {
        let shop = Self.shop(dice.below(2))
        for customer in SimulatedSystem.customers {
            // A document's date has whole milliseconds. An older one is the subscription that the customer already has.
            let earliest = world.appStore.now.addingTimeInterval(-1)
            guard let bought = await purchase(customer, shop.monthly), bought.purchaseDate > earliest,
                let end = bought.expiresDate
            else { continue }
            try await show(bought, customer, shop, &dice)
            return (customer, bought, end)
        }
        return nil
    }
}

// MARK: - The leaver

extension SimulationDriver {
    static var leaverShop: SimulatedSystem.Shop { SimulationCatalog.shops[0] }

    /// Buys something, is erased, or comes back and restores: whatever is next.
    mutating func leaveOrReturn(_ dice: inout SimulationRandom) async throws {
        let shop = Self.leaverShop
        guard let name = neighborhood.leaverNames.last, !neighborhood.leaverIsAway else {
            return try await returnLeaver(sameName: dice.happens(50))
        }
        let sales = try await world.appStore.sales(of: SimulatedSystem.leaver)
        guard !sales.isEmpty, dice.happens(60) else {
            let product = dice.pick([shop.monthly, shop.yearly, shop.grinder])
            let id = dice.happens(50) ? try await createOrder(product, 1, name, shop, by: leaver, &dice) : nil
            let token = id.flatMap { orders[$0]?.token }
            guard let bought = await purchase(SimulatedSystem.leaver, product, token: token) else { return }
            _ = try await restore([bought], as: name)
            return
        }
        let token = try await world.token(of: name, shop)
        let answer = try await world.request(.delete, "/v1/customers/\(name)", shop)
        guard answer.status.rawValue < 300 || answer.status.rawValue >= 500 else { return }
        // Without an answer it may have happened, or not: then the person is still a customer, and has all tokens.
        let erased = try erasedNames().subtracting(neighborhood.leaverNames).sorted()
        guard !erased.isEmpty else {
            if answer.status.rawValue < 300 { wrong.append("\(name) was erased by the answer, and not in the store") }
            return
        }
        neighborhood.leaverIsAway = true
        world.removeTokens(of: name)
        neighborhood.leaverNames += erased
        guard answer.status.rawValue < 300, let token else { return }
        let old = try await world.servers.request(.get, "/v1/customers/\(name)/entitlements", key: token)
        if old.status.rawValue < 300 { wrong.append("the token of the erased customer \(name) is still good") }
    }

    var leaver: Principal { Principal(SimulatedSystem.leaver) }

    /// Comes back under the same name or a new one, and restores everything.
    mutating func returnLeaver(sameName: Bool) async throws {
        let erased = neighborhood.leaverNames.filter { $0.hasPrefix("erased_") }.count
        let used = neighborhood.leaverNames.last { !$0.hasPrefix("erased_") }
        let name = sameName ? used ?? "leaver" : erased == 0 ? "leaver" : "leaver-\(erased)"
        neighborhood.leaverNames.removeAll { $0 == name }
        neighborhood.leaverNames.append(name)
        neighborhood.leaverIsAway = false
        let sales = try await world.appStore.sales(of: SimulatedSystem.leaver)
        _ = try await restore(sales, as: name)
    }

    /// Shows purchases as a customer who restores.
    ///
    /// - Returns: What was refused although Apple did not revoke it.
    mutating func restore(_ sales: [TransactionPayload], as name: String) async throws -> [String] {
        var refused: [String] = []
        for sale in sales {
            let body: JSONValue = .object([
                "customer": .string(name), "isRestore": .bool(true),
                "signedTransaction": .string(try await world.appStore.document(of: sale).rawValue),
            ])
            let answer = try await send(
                .post,
                "/v1/transactions",
                body,
                Self.leaverShop,
                as: leaver,
                proof: .token(of: name)
            )
            if answer.code >= 300, sale.revocationDate == nil {
                refused.append("\(name) was refused the own purchase \(sale.transactionId): \(answer?.text ?? "")")
            }
            if answer.code < 500 { _ = try? await world.appStore.perform(.finish(sale.transactionId)) }
        }
        return refused
    }

    /// The pseudonyms of erased customers: no one but the leaver is erased.
    func erasedNames() throws -> Set<String> {
        try world.database.check { reader in
            var names: Set<String> = []
            try reader.forEach("SELECT id FROM customers WHERE erased IS NOT NULL") { names.insert(try $0.next()) }
            return names
        }
    }
}
