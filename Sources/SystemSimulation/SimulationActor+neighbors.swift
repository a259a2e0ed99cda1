// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence

extension SimulationActor {
    /// How somebody proves who they are.
    enum Proof: Hashable {
        /// By the app's public key, which everybody has.
        case app
        /// By a customer's token.
        case token(of: String)
    }

    /// Asks a server as somebody, notes what they know by it, and scans the response.
    ///
    /// - Returns: The response; nil when the customer's token could not be had.
    mutating func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue? = nil,
        _ shop: SimulatedWorld.Shop,
        as principal: Principal,
        proof: Proof
    ) async throws -> InProcessClient.Response? {
        if let body { disclosure.learn(principal, sending: body) }
        let answer: InProcessClient.Response
        switch proof {
        case .app: answer = try await world.ask(method, target, shop, body, asApp: true)
        case .token(let customer):
            guard let token = try await world.token(of: customer, shop) else {
                return nil
            }
            answer = try await world.servers.ask(method, target, key: token, body)
        }
        wrong += try await disclosure.check(answer, to: principal, "\(method) \(target)", rules)
        return answer
    }

    /// Does one thing that neighbors of a kind do to a customer.
    mutating func act(
        _ kind: SimulatedNeighbor,
        against customer: AppStoreSimulator.CustomerID,
        _ dice: SimulationDice
    ) async throws {
        var dice = dice
        let shop = Self.shop(dice.below(2))
        switch kind {
        case .stranger:
            switch dice.below(6) {
            case ..<2: try await showOwn(for: customer, shop, &dice)
            case ..<4: try await give(to: customer, shop, &dice)
            case 4: try await probeKeys(of: customer, shop, &dice)
            default: try await probeRoutes(of: customer, shop, proof: .app, &dice)
            }
        case .impostor: try await impersonate(customer, shop, &dice)
        case .quantity: try await payAnotherQuantity(customer, shop, &dice)
        case .catalog: try await changeCredit(customer, shop, &dice)
        case .oldDocuments: try await showOldDocument(customer, shop, &dice)
        case .leaver: try await leaveOrReturn(&dice)
        }
    }

    private static func another(
        than customer: AppStoreSimulator.CustomerID,
        _ dice: inout SimulationDice
    )
        -> AppStoreSimulator.CustomerID
    {
        let others = SimulatedWorld.customers.filter { $0 != customer }
        return dice.pick(others)
    }

    /// A purchase of an account; nil when the App Store refuses it.
    private mutating func purchase(
        _ account: AppStoreSimulator.CustomerID,
        _ product: ProductID,
        quantity: Int = 1,
        token: AppAccountToken? = nil
    ) async -> TransactionPayload? {
        let options = PurchaseOptions(
            quantity: quantity,
            appAccountToken: token,
            origin: token == nil ? .settings : .app,
            simulatesAskToBuy: false
        )
        guard let outcome = try? await world.appStore.perform(.buy(account, product: product, options: options)) else {
            return nil
        }
        await world.appStore.settle()
        guard let bought = outcome.transaction else { return nil }
        lastTransaction[account] = bought.transactionId
        return bought
    }
}

extension InProcessClient.Response? {
    /// The status code; 599 when nobody could be asked.
    var code: Int { self?.status.rawValue ?? 599 }
}

// MARK: - The stranger

extension SimulationActor {
    /// Shows an own purchase, cheap or lapsed, for one customer after another, and again without naming any.
    private mutating func showOwn(
        for victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        let account = SimulatedWorld.stranger
        let me = Principal(account)
        var own = try await world.appStore.sales(of: account).filter { $0.bundleId == shop.app }
        if own.isEmpty || dice.happens(40) {
            guard let bought = await purchase(account, dice.pick([shop.beans, shop.monthly])) else { return }
            if bought.productId == shop.monthly {
                await attempt(.setRenewal(account, group: shop.group, on: false))
            }
            own.append(bought)
        }
        let document = try await world.appStore.document(of: dice.pick(own)).rawValue
        let victims = [victim, Self.another(than: victim, &dice), victim]
        for name in victims.prefix(dice.below(3) + 1) {
            let wish: [String: JSONValue] = [
                "customer": .string(name.rawValue), "signedTransaction": .string(document),
                "isRestore": .bool(dice.happens(50)),
            ]
            let first = try await send(.post, "/v1/transactions", .object(wish), shop, as: me, proof: .app)
            let before = try facts()
            let again = try await send(.post, "/v1/transactions", .object(wish), shop, as: me, proof: .app)
            if first.code < 500, again.code < 500, try facts() != before {
                wrong.append("a purchase shown twice for \(name) stored \(try facts() - before) facts the second time")
            }
        }
        let bare = JSONValue.object(["signedTransaction": .string(document)])
        _ = try await send(.post, "/v1/transactions", bare, shop, as: me, proof: .app)
    }

    private func facts() throws -> Int {
        try world.store.look { reader in
            var count = 0
            try reader.forEach("SELECT COUNT(*) FROM facts") { count = try $0.next(Int.self) }
            return count
        }
    }

    /// Orders in a customer's name and pays; the customer spends some of it, and Apple gives the money back.
    private mutating func give(
        to victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        let account = SimulatedWorld.stranger
        let me = Principal(account)
        let product = dice.happens(80) ? shop.beans : dice.pick([shop.monthly, shop.grinder])
        let quantity = product == shop.beans ? dice.below(3) + 1 : 1
        let made = try await makeOrder(product, quantity, victim.rawValue, shop, by: me, &dice)
        guard let id = made, let order = orders[id] else { return }
        guard let gift = await purchase(account, product, quantity: quantity, token: order.token) else { return }
        if let right = shop.right(of: product) {
            neighborhood.contested.insert(Neighborhood.contest(victim.rawValue, right))
            neighborhood.contested.insert(Neighborhood.contest(account.rawValue, right))
        }
        var wish: [String: JSONValue] = [
            "signedTransaction": .string(try await world.appStore.document(of: gift).rawValue)
        ]
        if dice.happens(50) { wish["customer"] = .string(victim.rawValue) }
        if dice.happens(50) {
            wish["order"] = .string(id)
            orders[id]?.shown = gift.transactionId
        }
        let answer = try await send(.post, "/v1/transactions", .object(wish), shop, as: me, proof: .app)
        if answer.code < 500 { _ = try? await world.appStore.perform(.finish(gift.transactionId)) }
        if dice.happens(60) { try await spend(victim, shop, &dice) }
        if dice.happens(60) {
            await attempt(.refund(gift.transactionId, decision: .full(.other), cancels: true))
        }
    }

    /// A customer spends some of what is there, as the team's backend books it.
    private mutating func spend(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        let wish: JSONValue = .object([
            "amount": .integer(Int64(dice.below(300) + 1)), "key": .string("spend-\(dice.next())"),
        ])
        _ = try await world.ask(.post, "/v1/customers/\(customer)/balances/\(shop.wallet)/spend", shop, wish)
    }

    /// Guesses the idempotency keys of another customer's orders, and uses an own one in another environment.
    private mutating func probeKeys(
        of victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        let me = Principal(SimulatedWorld.stranger)
        let theirs = orders.values.filter { $0.customer == victim.rawValue && $0.shop.number == shop.number }
            .sorted { $0.key < $1.key }
        if !theirs.isEmpty {
            let order = dice.pick(theirs)
            var wish: [String: JSONValue] = [
                "customer": .string(me.account), "product": .string(order.product.rawValue),
                "quantity": .integer(Int64(order.quantity)), "idempotencyKey": .string(order.key),
            ]
            _ = try await noteOwnOrder(wish, shop, me)
            wish["product"] = .string(shop.grinder.rawValue)
            _ = try await noteOwnOrder(wish, shop, me)
        }
        let key = "key-\(dice.next())"
        for environment in ["Sandbox", "Production"] {
            let wish: [String: JSONValue] = [
                "customer": .string(me.account), "product": .string(shop.beans.rawValue),
                "idempotencyKey": .string(key), "environment": .string(environment),
            ]
            guard let made = try await noteOwnOrder(wish, shop, me) else { continue }
            if let found = made["environment"]?.string, found != environment {
                wrong.append("a request for an order in \(environment) was answered with one in \(found)")
            }
        }
    }

    /// Makes an order of which the answer is the asker's own only when it is new.
    private mutating func noteOwnOrder(
        _ wish: [String: JSONValue],
        _ shop: SimulatedWorld.Shop,
        _ me: Principal
    ) async throws -> JSONValue? {
        disclosure.learn(me, sending: .object(wish))
        let answer = try await world.ask(.post, "/v1/orders", shop, .object(wish), asApp: true)
        wrong += try await disclosure.check(answer, to: me, "POST /v1/orders with another's key", rules)
        guard answer.status.rawValue < 300 else { return nil }
        return try answer.read(JSONValue.self)
    }

    /// Asks every route that tells, signs or changes something of a customer's: each must refuse.
    private mutating func probeRoutes(
        of victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        proof: Proof,
        _ dice: inout SimulationDice
    ) async throws {
        let me: Principal
        switch proof {
        case .app: me = Principal(SimulatedWorld.stranger)
        case .token(let customer): me = Principal(customer)
        }
        let base = "/v1/customers/\(victim)"
        let offer: JSONValue = .object(["product": .string("any.thing"), "offer": .string("made.up")])
        let introduction: JSONValue = .object(["transactionId": .string("1")])
        let probes: [(HTTPMethod, String, JSONValue?)] = [
            (.get, base + "/entitlements", nil), (.get, base + "/transactions", nil), (.get, base + "/orders", nil),
            (.get, base + "/balances", nil), (.get, base + "/balances/\(shop.wallet)", nil),
            (.get, base + "/snapshot", nil),
            (.get, base + "/subscriptions", nil), (.get, base + "/content", nil), (.get, base + "/export", nil),
            (.get, base + "/signals", nil), (.get, base + "/offers/\(shop.monthly)", nil),
            (.post, base + "/offers/\(shop.monthly)/signature", introduction), (.post, base + "/tokens", .object([:])),
            (.delete, base, nil), (.post, base + "/usage", .object(["accountState": .string("active")])),
            (.post, "/v1/offers/signatures", offer), (.get, "/v1/undelivered", nil), (.post, "/v1/rebuild", nil),
        ]
        let (method, target, body) = dice.pick(probes)
        let answer = try await send(method, target, body, shop, as: me, proof: proof)
        if answer.code < 300 {
            wrong.append("\(me.account) was not refused \(method) \(target) of \(victim): \(answer?.text ?? "")")
        }
        guard proof == .app else { return }
        // A failure may be reported by anybody; it changes no order of another's.
        let failure: JSONValue = .object([
            "code": .string("2"), "product": .string(shop.beans.rawValue), "customer": .string(victim.rawValue),
        ])
        _ = try await send(.post, "/v1/failures", failure, shop, as: me, proof: proof)
    }
}

// MARK: - The impostor

extension SimulationActor {
    /// A customer with a valid token uses what belongs to another customer.
    private mutating func impersonate(
        _ impostor: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        let victim = Self.another(than: impostor, &dice)
        let me = Principal(impostor)
        let theirs = orders.filter { $0.value.customer == victim.rawValue && $0.value.shop.number == shop.number }
            .sorted { $0.key < $1.key }
        switch dice.below(4) {
        case 0: try await showDocument(of: victim, as: impostor, shop, order: theirs.last?.key, &dice)
        case 1:
            try await probeRoutes(of: victim, shop, proof: .token(of: impostor.rawValue), &dice)
        case 2:
            guard !theirs.isEmpty else { return }
            let (id, order) = dice.pick(theirs)
            disclosure.learn(me, [id, "\(order.token)", order.product.rawValue])
            let failure: JSONValue = .object(["code": .string("2")])
            let probes: [(HTTPMethod, String, JSONValue?)] = [
                (.get, "/v1/orders/\(id)", nil), (.post, "/v1/orders/\(id)/finish", nil),
                (.post, "/v1/orders/\(id)/failure", failure),
            ]
            for (method, target, body) in probes {
                let answer = try await send(method, target, body, shop, as: me, proof: .token(of: impostor.rawValue))
                if answer.code < 300 {
                    wrong.append("\(impostor) was not refused \(method) \(target) of \(victim): \(answer?.text ?? "")")
                }
            }
            // Another app's key knows nothing of the order, either.
            let other = Self.shop(shop.number)
            let answer = try await send(.get, "/v1/orders/\(id)", nil, other, as: me, proof: .app)
            if answer.code < 300 { wrong.append("another app's key reads the order \(id)") }
        default:
            guard let (id, order) = theirs.last, order.product == shop.beans else { return }
            disclosure.learn(me, ["\(order.token)"])
            let bought = await purchase(impostor, order.product, quantity: order.quantity, token: order.token)
            guard let bought else { return }
            let wish: [String: JSONValue] = [
                "customer": .string(me.account), "order": .string(id),
                "signedTransaction": .string(try await world.appStore.document(of: bought).rawValue),
            ]
            disclosure.learn(me, [id])
            noteShown(bought, by: impostor)
            let answer = try await send(
                .post,
                "/v1/transactions",
                .object(wish),
                shop,
                as: me,
                proof: .token(of: impostor.rawValue)
            )
            if answer.code < 500 { _ = try? await world.appStore.perform(.finish(bought.transactionId)) }
        }
    }

    /// Shows another customer's purchase as one's own: where purchases stay with their owner it must stay.
    private mutating func showDocument(
        of victim: AppStoreSimulator.CustomerID,
        as impostor: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        order: String?,
        _ dice: inout SimulationDice
    ) async throws {
        let keeps = shop.number == 2
        let sales = try await world.appStore.sales(of: victim).filter {
            $0.bundleId == shop.app && $0.inAppOwnershipType != .familyShared
                // Goods that are used up give no access, so that the other policy lets them go at any time.
                && (keeps || $0.type == .autoRenewableSubscription)
        }
        guard !sales.isEmpty else { return }
        let sale = dice.pick(sales)
        let before = try owner(of: sale)
        var wish: [String: JSONValue] = [
            "customer": .string(impostor.rawValue),
            "signedTransaction": .string(try await world.appStore.document(of: sale).rawValue),
            "isRestore": .bool(dice.happens(50)),
        ]
        if let order, dice.happens(30) { wish["order"] = .string(order) }
        let mayMove = !keeps || before == nil
        if mayMove { noteShown(sale, by: impostor) }
        let answer = try await send(
            .post,
            "/v1/transactions",
            .object(wish),
            shop,
            as: Principal(impostor),
            proof: .token(of: impostor.rawValue)
        )
        if !mayMove, let before {
            if before != impostor.rawValue, answer.code < 300 {
                wrong.append("\(impostor) was given \(sale.transactionId) of \(before): \(answer?.text ?? "")")
            }
            if let after = try owner(of: sale), after != before {
                wrong.append("\(sale.transactionId) of \(before) went to \(after) without the owner's consent")
            }
        }
    }

    /// Notes that a customer proved to hold a purchase of another account: either may have it from now on.
    private mutating func noteShown(_ sale: TransactionPayload, by customer: AppStoreSimulator.CustomerID) {
        neighborhood.shownWithToken[sale.originalTransactionId.rawValue, default: []].insert(customer.rawValue)
        guard let right = SimulationCatalogue.shop(of: sale.productId).right(of: sale.productId) else { return }
        for account in SimulatedWorld.accounts {
            neighborhood.contested.insert(Neighborhood.contest(account.rawValue, right))
        }
    }

    /// The customer who owns a purchase by the servers' books.
    private func owner(of sale: TransactionPayload) throws -> String? {
        try world.store.look { reader in
            var owner: String?
            try reader.forEach("SELECT customer FROM claims WHERE lineage = \(sale.originalTransactionId.rawValue)") {
                owner = try $0.next(String.self)
            }
            return owner
        }
    }
}

// MARK: - Careless buyers and operators

extension SimulationActor {
    /// Orders one quantity and pays another.
    private mutating func payAnotherQuantity(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        let ordered = dice.pick([1, 2, 3, 10])
        let paid = dice.pick([1, 2, 3].filter { $0 != ordered })
        guard let id = try await makeOrder(shop.beans, ordered, customer.rawValue, shop, &dice) else { return }
        orders[id]?.isMismatched = true
        guard let bought = await purchase(customer, shop.beans, quantity: paid, token: orders[id]?.token) else {
            return
        }
        if dice.happens(70) { try await show(bought, customer, shop, order: dice.happens(50) ? id : nil, &dice) }
        try await mistakeQuantity(id, bought)
    }

    /// Changes a product's credit on one server right after another has read the catalog, and buys by the other.
    private mutating func changeCredit(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
    ) async throws {
        defer { world.servers.pin(nil) }
        let (editor, other) = dice.happens(50) ? (0, 1) : (1, 0)
        world.servers.pin(other)
        let id = try await makeOrder(shop.beans, 1, customer.rawValue, shop, &dice)
        world.servers.pin(editor)
        if let items = try? await world.ask(.get, "/v1/catalogue", shop).read(JSONValue.self)["products"],
            case .array(let products) = items,
            case .object(var beans)? = products.first(where: { $0["id"]?.string == shop.beans.rawValue })
        {
            let amount: Int64 = dice.pick([50, 100, 150, 400])
            beans["credit"] = .object(["account": .string(shop.wallet), "amount": .integer(amount)])
            let answer = try await world.ask(.put, "/v1/catalogue/products/\(shop.beans)", shop, .object(beans))
            // A change without an answer may have happened.
            neighborhood.credits.updateValue(answer.status.rawValue < 300 ? amount : nil, forKey: shop.beans)
        }
        world.clock.pause(.seconds(dice.pick([0, 1, 5, 12])))
        world.servers.pin(other)
        guard let bought = await purchase(customer, shop.beans, token: id.flatMap { orders[$0]?.token }) else { return }
        try await show(bought, customer, shop, &dice)
    }

    /// Lets a subscription's period end while nothing arrives, and shows the transaction of that period at once.
    private mutating func showOldDocument(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedWorld.Shop,
        _ dice: inout SimulationDice
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
        let wish: JSONValue = .object([
            "customer": .string(customer.rawValue), "signedTransaction": .string(document),
        ])
        let me = Principal(customer)
        _ = try await send(.post, "/v1/transactions", wish, shop, as: me, proof: .token(of: customer.rawValue))
    }

    /// What a server does that takes an old document for the answer to its question.
    func mistakeOldDocument(_ sale: TransactionPayload) async throws {
        guard world.plant == .forgetDueQuestion else { return }
        world.hidesHistory.withLock { $0 = true }
        let lineage = sale.originalTransactionId.rawValue
        _ = try? await world.store.write {
            try $0.execute("UPDATE lineage_states SET due = NULL WHERE lineage = \(lineage)")
        }
    }

    /// What a server does that looks at a payment's product only.
    private func mistakeQuantity(_ id: String, _ sale: TransactionPayload) async throws {
        guard world.plant == .ignoreQuantity else { return }
        let now = world.clock.now
        _ = try? await world.store.write { writer in
            guard var order = try writer.order(OrderID(rawValue: id)), order.transaction == nil else { return }
            order.state = "delivered"
            order.isOpen = false
            order.transaction = sale.transactionId
            try writer.update(order, step: StoredOrderStep(state: "delivered", instant: now, mover: "app"))
        }
    }

    /// Orders, pays and closes the app before it has shown anything, while no notification arrives.
    mutating func payUnheard(
        _ customer: AppStoreSimulator.CustomerID,
        _ number: Int,
        _ chance: SimulationDice
    ) async throws {
        var dice = chance
        let shop = Self.shop(number)
        let id = try await makeOrder(shop.beans, 1, customer.rawValue, shop, &dice)
        guard let id, let order = orders[id] else { return }
        world.network.lose(requests: 1000, answers: 0)
        _ = await purchase(customer, shop.beans, token: order.token)
        world.network.lose(
            requests: neighborhood.lostPerMille.requests,
            answers: neighborhood.lostPerMille.answers
        )
    }

    /// Lets a period end of whose end nothing is heard, shows the period's transaction at once, and says whose it is.
    ///
    /// - Parameter turn: Lets so much time pass with the servers at work.
    /// - Returns: The customer and the sale; nil when nobody has a subscription that ends soon enough.
    /// - Throws: What the App Store throws that cannot go on.
    mutating func showOldDocumentAlone(
        turn: (_ seconds: Int, _ step: Int) async throws -> Void
    ) async throws -> (AppStoreSimulator.CustomerID, TransactionPayload)? {
        let now = world.appStore.now
        var found: (AppStoreSimulator.CustomerID, TransactionPayload, Date)?
        for customer in SimulatedWorld.customers {
            for sale in try await world.appStore.sales(of: customer)
            where sale.type == .autoRenewableSubscription && sale.revocationDate == nil && sale.isUpgraded != true
                && sale.inAppOwnershipType != .familyShared
            {
                guard let end = sale.expiresDate, end > now.addingTimeInterval(1200), end < now.addingTimeInterval(4e6)
                else { continue }
                if found.map({ end < $0.2 }) ?? true { found = (customer, sale, end) }
            }
        }
        guard let (customer, sale, end) = found else { return nil }
        let shop = SimulationCatalogue.shop(of: sale.productId)
        // Apple charges at the end, and what it tells of that is lost.
        try await world.appStore.endFaults(lead: 0, droppedPerMille: 1000)
        try await world.appStore.pass(seconds: Int(end.timeIntervalSince(now)) - 600)
        try await turn(590, 295)
        let document = try await world.appStore.document(of: sale).rawValue
        try await world.appStore.pass(seconds: Int(end.timeIntervalSince(world.appStore.now)) + 2)
        let wish: JSONValue = .object([
            "customer": .string(customer.rawValue), "signedTransaction": .string(document),
        ])
        let proof = Proof.token(of: customer.rawValue)
        _ = try await send(.post, "/v1/transactions", wish, shop, as: Principal(customer), proof: proof)
        try await mistakeOldDocument(sale)
        try await world.appStore.endFaults(lead: 0)
        return (customer, sale)
    }
}

// MARK: - The leaver

extension SimulationActor {
    private static var leaverShop: SimulatedWorld.Shop { SimulationCatalogue.shops[0] }

    /// Buys something, is erased, or comes back and restores: whatever is next.
    private mutating func leaveOrReturn(_ dice: inout SimulationDice) async throws {
        let shop = Self.leaverShop
        guard let name = neighborhood.leaverNames.last, !neighborhood.leaverIsAway else {
            return try await returnLeaver(sameName: dice.happens(50))
        }
        let sales = try await world.appStore.sales(of: SimulatedWorld.leaver)
        guard !sales.isEmpty, dice.happens(60) else {
            let product = dice.pick([shop.monthly, shop.yearly, shop.grinder])
            let id = dice.happens(50) ? try await makeOrder(product, 1, name, shop, by: leaver, &dice) : nil
            let token = id.flatMap { orders[$0]?.token }
            guard let bought = await purchase(SimulatedWorld.leaver, product, token: token) else { return }
            _ = try await restore([bought], as: name)
            return
        }
        let token = try await world.token(of: name, shop)
        let answer = try await world.ask(.delete, "/v1/customers/\(name)", shop)
        // Without an answer it may have happened; then the person simply comes back.
        guard answer.status.rawValue < 300 || answer.status.rawValue >= 500 else { return }
        neighborhood.leaverIsAway = true
        world.forgetTokens(of: name)
        neighborhood.leaverNames += try erasedNames().subtracting(neighborhood.leaverNames).sorted()
        guard answer.status.rawValue < 300, let token else { return }
        let old = try await world.servers.ask(.get, "/v1/customers/\(name)/entitlements", key: token)
        if old.status.rawValue < 300 { wrong.append("the token of the erased customer \(name) is still good") }
    }

    private var leaver: Principal { Principal(SimulatedWorld.leaver) }

    /// Comes back under the same name or a new one, and restores everything.
    mutating func returnLeaver(sameName: Bool) async throws {
        let erased = neighborhood.leaverNames.filter { $0.hasPrefix("erased_") }.count
        let used = neighborhood.leaverNames.last { !$0.hasPrefix("erased_") }
        let name = sameName ? used ?? "leaver" : erased == 0 ? "leaver" : "leaver-\(erased)"
        neighborhood.leaverNames.removeAll { $0 == name }
        neighborhood.leaverNames.append(name)
        neighborhood.leaverIsAway = false
        let sales = try await world.appStore.sales(of: SimulatedWorld.leaver)
        _ = try await restore(sales, as: name)
    }

    /// Shows purchases as a customer who restores.
    ///
    /// - Returns: What was refused although Apple did not take it back.
    mutating func restore(_ sales: [TransactionPayload], as name: String) async throws -> [String] {
        var refused: [String] = []
        for sale in sales {
            let wish: JSONValue = .object([
                "customer": .string(name), "isRestore": .bool(true),
                "signedTransaction": .string(try await world.appStore.document(of: sale).rawValue),
            ])
            let answer = try await send(
                .post,
                "/v1/transactions",
                wish,
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

    /// The pseudonyms of erased customers: nobody but the leaver is erased.
    private func erasedNames() throws -> Set<String> {
        try world.store.look { reader in
            var names: Set<String> = []
            try reader.forEach("SELECT id FROM customers WHERE erased IS NOT NULL") { names.insert(try $0.next()) }
            return names
        }
    }
}
