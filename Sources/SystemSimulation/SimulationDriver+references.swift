// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Persistence

// MARK: - The team's own order numbers

extension SimulationDriver {
    /// Posts an own receipt, as an old app does, with the number that the team gave to another customer's order.
    ///
    /// Teams count their orders, so that numbers can be guessed. The number must pay nothing of another customer and be
    /// answered with nothing of the order.
    mutating func postGuessedNumber(
        as account: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let me = Principal(account)
        let theirs = orders.filter {
            $0.value.customer != me.account && $0.value.shop.number == shop.number && $0.value.product == shop.beans
                && $0.value.reference != nil
        }
        .sorted { $0.key < $1.key }
        guard !theirs.isEmpty else { return }
        let (id, order) = dice.pick(theirs)
        guard let bought = await purchase(account, order.product, quantity: order.quantity) else { return }
        let isProven = account != SimulatedSystem.stranger && dice.happens(70)
        // With a token a receipt claims all purchases of the account; those that are for others are tried by other
        // probes.
        let sales = try await world.appStore.sales(of: account)
        guard !isProven || sales.allSatisfy({ rules.lawful($0, of: me.account, among: sales) == [me.account] }) else {
            return
        }
        // A receipt has no order's token: a purchase that it is the first to bring gets an order of its own.
        guard try sales.allSatisfy({ try $0.appAccountToken == nil || isDelivered($0) }) else { return }
        var body: [String: JSONValue] = [
            "bundle_id": .string(shop.app.rawValue), "product_id": .string(order.product.rawValue),
            "transaction_id": .string(bought.transactionId.rawValue),
        ]
        body["receipt-data"] = try await world.receipt(of: account, shop)
        body["order_id"] = order.reference.map(JSONValue.string)
        if isProven {
            guard let token = try await world.token(of: me.account, shop) else { return }
            body["token"] = .string(token)
        }
        disclosure.record(me, [bought.transactionId.rawValue, bought.originalTransactionId.rawValue])
        disclosure.record(me, sending: .object(body))
        let copies = sales.filter { $0.inAppOwnershipType == .assigned && $0.bundleId == shop.app }
        neighborhood.seatsInReceipts.formUnion(copies.map(\.transactionId.rawValue))
        let entry = try newestEntry()
        let answer = try await world.postOldApp(.object(body))
        if isProven {
            // The receipt shows all of them, but the answer is about one.
            for sale in sales where sale.bundleId == shop.app {
                let isCertain = answer.status.rawValue < 300 && sale.transactionId == bought.transactionId
                record(ShownProof(entry: entry, isCertain: isCertain), of: sale, by: me.account)
            }
        }
        wrong += try await disclosure.check(answer, to: me, "POST /postPay/ios", rules)
        if !isProven, answer.status.rawValue < 300, try owner(of: bought) == nil {
            wrong.append("\(bought.transactionId) without an owner was answered as delivered: \(answer.text)")
        }
        if try owner(of: bought) == order.customer {
            wrong.append("\(account) gave \(bought.transactionId) to \(order.customer) by the number of \(id)")
        }
        if answer.status.rawValue < 300 { _ = try? await world.appStore.perform(.finish(bought.transactionId)) }
    }
}

extension SimulationDriver {
    /// Whether the servers have delivered a sale.
    private func isDelivered(_ sale: TransactionPayload) throws -> Bool {
        try world.database.check { reader in
            var found = false
            let id = sale.transactionId.rawValue
            try reader.forEach("SELECT 1 FROM deliveries WHERE transaction_id = \(id)") { _ in found = true }
            return found
        }
    }
}

extension SimulatedSystem {
    /// The receipt that an app on an account's device shows.
    func receipt(of account: AppStoreSimulator.CustomerID, _ shop: Shop) async throws -> JSONValue? {
        let path = "/simulator/v1/customers/\(account)/receipt?app=\(shop.app)"
        return try await appStoreClient.send(.get, path).read(JSONValue.self)["receipt"]
    }

    /// Posts what an app posts that is older than the server.
    func postOldApp(_ body: JSONValue) async throws -> InProcessClient.Response {
        var body = body
        if plant == .acceptNumberAsOrder, case .object(var members) = body, let number = members["order_id"]?.string {
            var found: String?
            try database.check { reader in
                try reader.forEach("SELECT id FROM orders WHERE reference = \(number)") { found = try $0.next() }
            }
            members["order_id"] = found.map(JSONValue.string)
            body = .object(members)
        }
        return try await servers.request(.post, "/postPay/ios", key: nil, body)
    }
}
