// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// Customers with the app, who buy, pay, forget, ask for refunds and lose their connection; the same seed does the
/// same.
struct Townsfolk {
    let town: Town
    let names: [AppStoreSimulator.CustomerID]
    var dice: Dice

    /// The tokens of the orders that were made, by order.
    private(set) var orders: [String: String] = [:]

    private var lastTransaction: [AppStoreSimulator.CustomerID: TransactionID] = [:]
    private var spacing: Int
    private let products: [ProductID]
    private var groups: [SubscriptionGroupID]

    init(seed: UInt64, count: Int, in town: Town, actionsPerYear: Int = 16) async throws {
        self.town = town
        dice = Dice(seed: seed)
        names = (1...count).map { AppStoreSimulator.CustomerID(rawValue: "customer-\($0)") }
        let catalog = try PopulationCatalog.sold()
        products = catalog.products.map(\.id)
        groups = catalog.groups.map(\.id)
        spacing = 365 * 86_400 / (count * actionsPerYear)
        for name in names { _ = try await town.appStore.perform(.addCustomer(CustomerProfile(id: name))) }
    }

    /// Lives for some days.
    mutating func live(days: Int) async throws {
        let end = town.appStore.now.addingTimeInterval(Double(days) * 86_400)
        var nextWork = town.appStore.now
        while town.appStore.now < end {
            let wait = Int.random(in: 1...(2 * spacing), using: &dice)
            let left = Int(end.timeIntervalSince(town.appStore.now).rounded(.up))
            try await town.advance(by: max(1, min(wait, left)))
            if town.appStore.now >= nextWork {
                try await town.server.doDueWork()
                nextWork = town.appStore.now.addingTimeInterval(Double(Int.random(in: 1...20, using: &dice)) * 86_400)
            }
            if dice.happens(3) { try await TownFaults.misbehave(town, &dice) }
            try await perform()
        }
    }

    private mutating func perform() async throws {
        let customer = dice.pick(names)
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<40: try await buy(customer)
        case ..<50: try await launch(customer)
        case ..<70: await attempt(.aboutSubscription(of: customer, groups: groups, &dice))
        case ..<80: await attempt(.aboutAccount(customer, among: names.count, &dice))
        case ..<95: await attempt(lastTransaction[customer].map { .aboutTransaction($0, &dice) })
        default: await attempt(.byOperator(products: products, &dice))
        }
    }

    /// The store refuses much of what a careless crowd wants.
    private mutating func attempt(_ command: Command?) async {
        guard let command, let outcome = try? await town.appStore.perform(command) else { return }
        for change in outcome.effects.transactions {
            lastTransaction[change.customer] = change.transaction.transactionId
        }
    }
}

extension Townsfolk {
    /// Buys as the app does: an order first, then the payment, then the server; anything can break in between.
    private mutating func buy(_ customer: AppStoreSimulator.CustomerID) async throws {
        let product = dice.pick(products)
        var order: (id: String, token: AppAccountToken)?
        let quantity = product.rawValue.contains("beans") ? Int.random(in: 1...3, using: &dice) : 1
        if dice.happens(75) { order = try await makeOrder(product, quantity, customer) }
        if dice.happens(10) { return }
        let options = PurchaseOptions(
            quantity: quantity,
            appAccountToken: order?.token,
            origin: order == nil ? .settings : .app,
            simulatesAskToBuy: dice.happens(5)
        )
        guard let outcome = try? await town.appStore.perform(.buy(customer, product: product, options: options))
        else { return }
        if case .pending(let pending) = outcome.answer {
            let decision: Command = dice.happens(70) ? .completePending(pending.id) : .cancelPending(pending.id)
            return await attempt(decision)
        }
        guard let bought = outcome.transaction else { return }
        lastTransaction[customer] = bought.transactionId
        // The app was closed, or had no connection.
        if dice.happens(40) { return }
        try await show(
            town.signing.sign(bought),
            bought.transactionId,
            customer,
            order: dice.happens(50) ? order?.id : nil
        )
    }

    /// Makes an order, sometimes twice with one key as an app does that got no answer.
    private mutating func makeOrder(
        _ product: ProductID,
        _ quantity: Int,
        _ customer: AppStoreSimulator.CustomerID
    ) async throws -> (id: String, token: AppAccountToken)? {
        let key = "key-\(dice.next())"
        let request: JSONValue = .object([
            "customer": .string(customer.rawValue), "productId": .string(product.rawValue),
            "quantity": .integer(Int64(quantity)), "idempotencyKey": .string(key),
        ])
        var made: (id: String, token: AppAccountToken)?
        for _ in 0..<(dice.happens(20) ? 2 : 1) {
            let answer = try await town.ask(.post, "/v1/orders", request)
            guard answer.status.rawValue < 300 else { throw Unexpected("an order", answer) }
            let body = try answer.json(OrderSeen.self)
            guard let token = AppAccountToken(body.appAccountToken) else {
                throw Unexpected("an order's token", answer)
            }
            if let made, made.id != body.id { throw Unexpected("the same order for the same key", answer) }
            made = (body.id, token)
            orders[body.id] = body.appAccountToken.lowercased()
        }
        return made
    }

    /// Shows a purchase to the server, sometimes twice, and finishes it when the server has answered for good.
    private mutating func show(
        _ document: SignedPayload,
        _ id: TransactionID,
        _ customer: AppStoreSimulator.CustomerID,
        order: String? = nil
    ) async throws {
        if dice.happens(15), try await showReceipt(id, customer, order: order) { return }
        var request: [String: JSONValue] = [
            "customer": .string(customer.rawValue), "signedTransaction": .string(document.rawValue),
        ]
        if let order { request["order"] = .string(order) }
        for _ in 0..<(dice.happens(20) ? 2 : 1) {
            let answer = try await town.ask(.post, "/v1/transactions", .object(request))
            guard answer.status.rawValue < 500 else { throw Unexpected("an answer", answer) }
        }
        _ = try? await town.appStore.perform(.finish(id))
    }

    /// Shows a purchase as apps from before StoreKit 2 do, by the receipt of all purchases.
    ///
    /// - Returns: Whether the server has answered for good; a receipt may lack what was just bought.
    private func showReceipt(
        _ id: TransactionID,
        _ customer: AppStoreSimulator.CustomerID,
        order: String?
    ) async throws -> Bool {
        let path = "/customers/\(customer)/receipt?app=\(PopulationCatalog.app)"
        let receipt = try await town.control(.get, path).json(ReceiptOnDevice.self).receipt
        var request: [String: JSONValue] = [
            "customer": .string(customer.rawValue), "receipt": .string(receipt), "transactionId": .string(id.rawValue),
        ]
        if let order { request["order"] = .string(order) }
        guard try await town.ask(.post, "/v1/transactions", .object(request)).status == .ok else { return false }
        _ = try? await town.appStore.perform(.finish(id))
        return true
    }

    /// Opens the app: it shows the server every transaction that it is not done with.
    mutating func launch(_ customer: AppStoreSimulator.CustomerID) async throws {
        let answer = try await town.control(.get, "/devices/\(customer)?app=\(PopulationCatalog.app)")
        guard answer.status == .ok else { throw Unexpected("a device", answer) }
        for purchase in try answer.json(DeviceSeen.self).transactions where !purchase.isFinished {
            guard let id = Self.transaction(in: purchase.signedTransactionInfo) else { continue }
            try await show(purchase.signedTransactionInfo, id, customer)
        }
    }

    /// Everybody opens the app.
    mutating func launchAll() async throws {
        for name in names { try await launch(name) }
    }

    /// The identifier in a document that the App Store itself has just given.
    static func transaction(in document: SignedPayload) -> TransactionID? {
        let parts = document.rawValue.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        while !text.count.isMultiple(of: 4) { text += "=" }
        guard let bytes = Data(base64Encoded: text) else { return nil }
        return try? AppStoreJSON.decode(TransactionPayload.self, from: bytes).transactionId
    }
}

/// An answer that should not have come.
struct Unexpected: Error, CustomStringConvertible {
    var description: String

    init(_ wanted: String, _ answer: InProcessClient.Response) {
        description = "wanted \(wanted), got \(answer.status.rawValue) \(answer.text)"
    }
}

struct ReceiptOnDevice: Decodable {
    var receipt: String
}

struct OrderSeen: Decodable {
    var id: String
    var state: String
    var appAccountToken: String
}

struct DeviceSeen: Decodable {
    struct Purchase: Decodable {
        var isFinished: Bool
        var signedTransactionInfo: SignedPayload
    }

    var transactions: [Purchase]
}
