// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence

extension SimulationDriver {
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
        _ shop: SimulatedSystem.Shop,
        as principal: Principal,
        proof: Proof
    ) async throws -> InProcessClient.Response? {
        if let body { disclosure.record(principal, sending: body) }
        let answer: InProcessClient.Response
        switch proof {
        case .app: answer = try await world.request(method, target, shop, body, asApp: true)
        case .token(let customer):
            guard let token = try await world.token(of: customer, shop) else {
                return nil
            }
            let entry = try newestEntry()
            answer = try await world.servers.request(method, target, key: token, body)
            if target == "/v1/transactions", let document = body?["signedTransaction"]?.string,
                let sale = Self.content(of: SignedPayload(rawValue: document))
            {
                // A refusal can be of the order that the request names, and an answer without success can come too
                // late.
                record(ShownProof(entry: entry, isCertain: answer.status.rawValue < 300), of: sale, by: customer)
            }
        }
        wrong += try await disclosure.check(answer, to: principal, "\(method) \(target)", rules)
        return answer
    }

    /// The newest entry of the ledger; zero in a world whose credits are not compared.
    func newestEntry() throws -> Int64 {
        world.neighbors.isEmpty ? 0 : try world.database.check { try $0.newestEntry() }
    }

    /// Notes that a customer's token showed a purchase.
    mutating func record(_ proof: ShownProof, of sale: TransactionPayload, by customer: String) {
        let name = ShownProof.name(sale.originalTransactionId.rawValue, customer)
        neighborhood.proofs[name, default: []].append(proof)
    }

    /// Does one thing that neighbors of a kind do to a customer.
    mutating func perform(
        _ kind: SimulatedNeighbor,
        against customer: AppStoreSimulator.CustomerID,
        _ dice: SimulationRandom
    ) async throws {
        var dice = dice
        let shop = Self.shop(dice.below(2))
        switch kind {
        case .stranger:
            switch dice.below(7) {
            case ..<2: try await showOwn(for: customer, shop, &dice)
            case ..<4: try await transfer(to: customer, shop, &dice)
            case 5: try await postGuessedNumber(as: SimulatedSystem.stranger, shop, &dice)
            case 4: try await probeKeys(of: customer, shop, &dice)
            default: try await probeRoutes(of: customer, shop, proof: .app, &dice)
            }
        case .impostor: try await impersonate(customer, shop, &dice)
        case .attacker: try await attack(as: customer, shop, &dice)
        case .quantity: try await payAnotherQuantity(customer, shop, &dice)
        case .catalog: try await changeCredit(customer, shop, &dice)
        case .oldDocuments: try await showOldDocument(customer, shop, &dice)
        case .leaver: try await leaveOrReturn(&dice)
        case .visitor: try await visit(&dice)
        }
    }

    static func another(
        than customer: AppStoreSimulator.CustomerID,
        _ dice: inout SimulationRandom
    )
        -> AppStoreSimulator.CustomerID
    {
        let others = SimulatedSystem.customers.filter { $0 != customer }
        return dice.pick(others)
    }

    /// A purchase of an account; nil when the App Store refuses it.
    mutating func purchase(
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
        await world.appStore.runUntilIdle()
        guard let bought = outcome.transaction else { return nil }
        lastTransaction[account] = bought.transactionId
        return bought
    }
}

extension InProcessClient.Response? {
    /// The status code; 599 when no one could be asked.
    var code: Int { self?.status.rawValue ?? 599 }
}

// MARK: - The stranger

extension SimulationDriver {
    /// Shows an own purchase, cheap or lapsed, for one customer after another, and again without naming any.
    mutating func showOwn(
        for victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let account = SimulatedSystem.stranger
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
            let input: [String: JSONValue] = [
                "customer": .string(name.rawValue), "signedTransaction": .string(document),
                "isRestore": .bool(dice.happens(50)),
            ]
            let first = try await send(.post, "/v1/transactions", .object(input), shop, as: me, proof: .app)
            let before = try facts()
            let again = try await send(.post, "/v1/transactions", .object(input), shop, as: me, proof: .app)
            if first.code < 500, again.code < 500, try facts() != before {
                wrong.append("a purchase shown twice for \(name) stored \(try facts() - before) facts the second time")
            }
        }
        let bare = JSONValue.object(["signedTransaction": .string(document)])
        _ = try await send(.post, "/v1/transactions", bare, shop, as: me, proof: .app)
    }

    func facts() throws -> Int {
        try world.database.check { reader in
            var count = 0
            try reader.forEach("SELECT COUNT(*) FROM facts") { count = try $0.next(Int.self) }
            return count
        }
    }

    /// Orders in a customer's name and pays; the customer spends some of it, and Apple gives the money back.
    mutating func transfer(
        to victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let account = SimulatedSystem.stranger
        let me = Principal(account)
        let product = dice.happens(80) ? shop.beans : dice.pick([shop.monthly, shop.grinder])
        let quantity = product == shop.beans ? dice.below(3) + 1 : 1
        let made = try await createOrder(product, quantity, victim.rawValue, shop, by: me, &dice)
        guard let id = made, let order = orders[id] else { return }
        guard let gift = await purchase(account, product, quantity: quantity, token: order.token) else { return }
        if let derived = shop.entitlement(of: product) {
            neighborhood.contested.insert(Neighborhood.contest(victim.rawValue, derived))
            neighborhood.contested.insert(Neighborhood.contest(account.rawValue, derived))
        }
        var input: [String: JSONValue] = [
            "signedTransaction": .string(try await world.appStore.document(of: gift).rawValue)
        ]
        if dice.happens(50) { input["customer"] = .string(victim.rawValue) }
        if dice.happens(50) {
            input["order"] = .string(id)
            orders[id]?.shown = gift.transactionId
        }
        let answer = try await send(.post, "/v1/transactions", .object(input), shop, as: me, proof: .app)
        if answer.code < 500 { _ = try? await world.appStore.perform(.finish(gift.transactionId)) }
        if dice.happens(60) { try await spend(victim, shop, &dice) }
        if dice.happens(60) {
            await attempt(.refund(gift.transactionId, decision: .full(.other), cancels: true))
        }
    }

    /// A customer spends some of what is there, as the team's backend books it.
    mutating func spend(
        _ customer: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let input: JSONValue = .object([
            "amount": .integer(Int64(dice.below(300) + 1)), "key": .string("spend-\(dice.next())"),
        ])
        _ = try await world.request(.post, "/v1/customers/\(customer)/balances/\(shop.wallet)/spend", shop, input)
    }

    /// Guesses the idempotency keys of another customer's orders, and uses an own one in another environment.
    mutating func probeKeys(
        of victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let me = Principal(SimulatedSystem.stranger)
        let theirs = orders.values.filter { $0.customer == victim.rawValue && $0.shop.number == shop.number }
            .sorted { $0.key < $1.key }
        if !theirs.isEmpty {
            let order = dice.pick(theirs)
            var input: [String: JSONValue] = [
                "customer": .string(me.account), "productId": .string(order.product.rawValue),
                "quantity": .integer(Int64(order.quantity)), "idempotencyKey": .string(order.key),
            ]
            _ = try await recordOwnOrder(input, shop, me)
            input["productId"] = .string(shop.grinder.rawValue)
            _ = try await recordOwnOrder(input, shop, me)
        }
        let key = "key-\(dice.next())"
        for environment in ["Sandbox", "Production"] {
            let input: [String: JSONValue] = [
                "customer": .string(me.account), "productId": .string(shop.beans.rawValue),
                "idempotencyKey": .string(key), "environment": .string(environment),
            ]
            guard let made = try await recordOwnOrder(input, shop, me) else { continue }
            if let found = made["environment"]?.string, found != environment {
                wrong.append("a request for an order in \(environment) was answered with one in \(found)")
            }
        }
    }

    /// Makes an order of which the answer is the asker's own only when it is new.
    mutating func recordOwnOrder(
        _ input: [String: JSONValue],
        _ shop: SimulatedSystem.Shop,
        _ me: Principal
    ) async throws -> JSONValue? {
        disclosure.record(me, sending: .object(input))
        let answer = try await world.request(.post, "/v1/orders", shop, .object(input), asApp: true)
        wrong += try await disclosure.check(answer, to: me, "POST /v1/orders with another's key", rules)
        guard answer.status.rawValue < 300 else { return nil }
        return try answer.read(JSONValue.self)
    }

    /// Asks every route that tells, signs or changes something of a customer's: each must refuse.
    mutating func probeRoutes(
        of victim: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        proof: Proof,
        _ dice: inout SimulationRandom
    ) async throws {
        let me: Principal
        switch proof {
        case .app: me = Principal(SimulatedSystem.stranger)
        case .token(let customer): me = Principal(customer)
        }
        let base = "/v1/customers/\(victim)"
        let offer: JSONValue = .object(["productId": .string("any.thing"), "offer": .string("made.up")])
        let introduction: JSONValue = .object(["transactionId": .string("1")])
        let consent: JSONValue = .object(["isGranted": .bool(dice.happens(50))])
        let spending: JSONValue = .object(["amount": .integer(1), "key": .string("probe")])
        let conversion: JSONValue = .object(["productId": .string(shop.yearly.rawValue)])
        let probes: [(HTTPMethod, String, JSONValue?)] = [
            (.get, base + "/entitlements", nil), (.get, base + "/transactions", nil), (.get, base + "/orders", nil),
            (.get, base + "/balances", nil), (.get, base + "/balances/\(shop.wallet)", nil),
            (.get, base + "/snapshot", nil),
            (.get, base + "/subscriptions", nil), (.get, base + "/content", nil), (.get, base + "/export", nil),
            (.get, base + "/fraud-signals", nil), (.get, base + "/offers/\(shop.monthly)", nil),
            (.post, base + "/offers/\(shop.monthly)/signature", introduction), (.post, base + "/tokens", .object([:])),
            (.delete, base, nil), (.post, base + "/usage", .object(["accountState": .string("active")])),
            (.post, "/v1/offers/signatures", offer), (.get, "/v1/undelivered-orders", nil), (.post, "/v1/rebuild", nil),
            (.get, base + "/consents", nil), (.put, base + "/consents/consumption-information", consent),
            (.put, base + "/devices/phone", nil), (.delete, base + "/devices/phone", nil),
            (.post, base + "/conversions/preview", conversion), (.post, base + "/conversions", conversion),
            (.get, base + "/deletion-check", nil), (.get, base + "/conflicts", nil),
            (.get, base + "/refund-guidance", nil),
            (.get, base + "/conflicts/\(shop.monthly)", nil), (.get, "/v1/subscribers/\(victim)", nil),
            (.get, base + "/balances/\(shop.wallet)/entries", nil), (.post, base + "/grants", .object([:])),
            (.post, base + "/balances/\(shop.wallet)/spend", spending),
        ]
        let (method, target, body) = dice.pick(probes)
        let answer = try await send(method, target, body, shop, as: me, proof: proof)
        if answer.code < 300 {
            wrong.append("\(me.account) was not refused \(method) \(target) of \(victim): \(answer?.text ?? "")")
        }
        guard proof == .app else { return }
        // A failure may be reported by anybody; it changes no order of another's.
        let failure: JSONValue = .object([
            "code": .string("2"), "productId": .string(shop.beans.rawValue), "customer": .string(victim.rawValue),
        ])
        _ = try await send(.post, "/v1/purchase-failures", failure, shop, as: me, proof: proof)
    }
}

// MARK: - The impostor

extension SimulationDriver {
    /// A customer with a valid token uses what belongs to another customer.
    mutating func impersonate(
        _ impostor: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let victim = Self.another(than: impostor, &dice)
        let me = Principal(impostor)
        let theirs = orders.filter { $0.value.customer == victim.rawValue && $0.value.shop.number == shop.number }
            .sorted { $0.key < $1.key }
        switch dice.below(5) {
        case 4: try await postGuessedNumber(as: impostor, shop, &dice)
        case 0: try await showDocument(of: victim, as: impostor, shop, order: theirs.last?.key, &dice)
        case 1:
            try await probeRoutes(of: victim, shop, proof: .token(of: impostor.rawValue), &dice)
        case 2:
            guard !theirs.isEmpty else { return }
            let (id, order) = dice.pick(theirs)
            disclosure.record(me, [id, "\(order.token)", order.product.rawValue])
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
            disclosure.record(me, ["\(order.token)"])
            let bought = await purchase(impostor, order.product, quantity: order.quantity, token: order.token)
            guard let bought else { return }
            let input: [String: JSONValue] = [
                "customer": .string(me.account), "order": .string(id),
                "signedTransaction": .string(try await world.appStore.document(of: bought).rawValue),
            ]
            disclosure.record(me, [id])
            recordShown(bought, by: impostor)
            let answer = try await send(
                .post,
                "/v1/transactions",
                .object(input),
                shop,
                as: me,
                proof: .token(of: impostor.rawValue)
            )
            if answer.code < 500 { _ = try? await world.appStore.perform(.finish(bought.transactionId)) }
        }
    }

    /// Shows another customer's purchase as one's own: where purchases stay with their owner it must stay.
    mutating func showDocument(
        of victim: AppStoreSimulator.CustomerID,
        as impostor: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        order: String?,
        _ dice: inout SimulationRandom
    ) async throws {
        let isKeeping = shop.number == 2
        let sales = try await world.appStore.sales(of: victim).filter {
            $0.bundleId == shop.app && $0.inAppOwnershipType.isSale
                // Goods that are used up give no access, so that the other policy lets them go at any time.
                && (isKeeping || $0.type == .autoRenewableSubscription)
        }
        guard !sales.isEmpty else { return }
        let sale = dice.pick(sales)
        let before = try owner(of: sale)
        var input: [String: JSONValue] = [
            "customer": .string(impostor.rawValue),
            "signedTransaction": .string(try await world.appStore.document(of: sale).rawValue),
            "isRestore": .bool(dice.happens(50)),
        ]
        if let order, dice.happens(30) { input["order"] = .string(order) }
        let mayMove = !isKeeping || before == nil
        if mayMove { recordShown(sale, by: impostor) }
        let answer = try await send(
            .post,
            "/v1/transactions",
            .object(input),
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
    mutating func recordShown(_ sale: TransactionPayload, by customer: AppStoreSimulator.CustomerID) {
        neighborhood.shownWithToken[sale.originalTransactionId.rawValue, default: []].insert(customer.rawValue)
        guard let derived = SimulationCatalog.shop(of: sale.productId).entitlement(of: sale.productId) else { return }
        for account in SimulatedSystem.accounts {
            neighborhood.contested.insert(Neighborhood.contest(account.rawValue, derived))
        }
    }

    /// The customer who owns a purchase by the servers' books.
    func owner(of sale: TransactionPayload) throws -> String? {
        try world.database.check { reader in
            var owner: String?
            try reader.forEach("SELECT customer FROM claims WHERE lineage = \(sale.originalTransactionId.rawValue)") {
                owner = try $0.next(String.self)
            }
            return owner
        }
    }
}
