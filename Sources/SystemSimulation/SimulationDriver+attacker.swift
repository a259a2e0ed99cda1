// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService

// MARK: - The attacker

extension SimulationDriver {
    /// A customer with purchases of their own uses another customer's orders, or takes what is one app's to the other.
    mutating func attack(
        as attacker: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        switch dice.below(5) {
        case 4: try await postGuessedNumber(as: attacker, shop, &dice)
        case ..<2: try await payForAnother(as: attacker, shop, &dice)
        case 2: try await showToAnotherApp(as: attacker, shop, &dice)
        default: try await probeWithAnotherAppsToken(as: attacker, shop, &dice)
        }
    }

    /// Shows an own purchase without a token for another customer's order, in the own name: it must not pay the order.
    private mutating func payForAnother(
        as attacker: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let victim = Self.another(than: attacker, &dice)
        let me = Principal(attacker)
        let theirs = orders.filter { $0.value.customer == victim.rawValue && $0.value.shop.number == shop.number }
            .sorted { $0.key < $1.key }
        guard !theirs.isEmpty else { return }
        let (id, order) = dice.pick(theirs)
        guard let bought = await purchase(attacker, order.product, quantity: order.quantity) else { return }
        disclosure.record(me, [id])
        let request: [String: JSONValue] = [
            "customer": .string(attacker.rawValue), "order": .string(id),
            "signedTransaction": .string(try await world.appStore.document(of: bought).rawValue),
        ]
        let proof = dice.happens(70) ? Proof.token(of: attacker.rawValue) : .app
        let answer = try await send(.post, "/v1/transactions", .object(request), shop, as: me, proof: proof)
        if answer.code < 300 {
            wrong.append("\(attacker) was not refused the order \(id) of \(victim): \(answer?.text ?? "")")
        }
        guard dice.happens(50) else { return }
        let failure: JSONValue = .object(["code": .string("2")])
        let failed = try await send(.post, "/v1/orders/\(id)/failure", failure, shop, as: me, proof: proof)
        // The app's key alone moves what it made, whoever knows the identifier, and learns nothing by it.
        if failed.code < 300, proof != .app {
            wrong.append("\(attacker) was not refused a failure of the order \(id) of \(victim)")
        }
    }

    /// Shows a purchase of one app to the other.
    private mutating func showToAnotherApp(
        as attacker: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let other = Self.shop(shop.number)
        let sales = try await world.appStore.sales(of: attacker).filter { $0.bundleId == other.app }
        guard !sales.isEmpty else { return }
        let sale = dice.pick(sales)
        let request: JSONValue = .object([
            "customer": .string(attacker.rawValue), "isRestore": .bool(dice.happens(50)),
            "signedTransaction": .string(try await world.appStore.document(of: sale).rawValue),
        ])
        let proof = dice.happens(70) ? Proof.token(of: attacker.rawValue) : .app
        let me = Principal(attacker)
        let answer = try await send(.post, "/v1/transactions", request, shop, as: me, proof: proof)
        if answer.code < 300 {
            let text = answer?.text ?? ""
            wrong.append("shop \(shop.number) took \(sale.transactionId) of shop \(other.number): \(text)")
        }
    }

    /// Uses the token that one app's backend made where the other app's is needed.
    private mutating func probeWithAnotherAppsToken(
        as attacker: AppStoreSimulator.CustomerID,
        _ shop: SimulatedSystem.Shop,
        _ dice: inout SimulationRandom
    ) async throws {
        let me = Principal(attacker)
        let own = orders.filter { $0.value.customer == me.account && $0.value.shop.number == shop.number }
            .sorted { $0.key < $1.key }
        guard !own.isEmpty else { return }
        let (id, _) = dice.pick(own)
        let failure: JSONValue = .object(["code": .string("2")])
        let probes: [(HTTPMethod, String, JSONValue?)] = [
            (.get, "/v1/orders/\(id)", nil), (.post, "/v1/orders/\(id)/finish", nil),
            (.post, "/v1/orders/\(id)/failure", failure),
        ]
        let (method, target, body) = dice.pick(probes)
        let other = Self.shop(shop.number)
        let proof = Proof.token(of: attacker.rawValue)
        let answer = try await send(method, target, body, other, as: me, proof: proof)
        if answer.code < 300 { wrong.append("a token of shop \(other.number) was good for \(method) \(target)") }
    }
}
