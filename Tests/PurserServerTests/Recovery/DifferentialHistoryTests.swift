// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Random histories against the App Store's own books.
///
/// Notifications are lost, doubled and reordered, apps show old documents at any time, and nothing calls recovery.
///
/// PURSER_DIFFERENTIAL_SEEDS is how many histories, PURSER_DIFFERENTIAL_SEED the first one's seed: what a failure names
/// is repeated with that seed and one history.
@Suite struct DifferentialHistoryTests {
    @Test func `within three minutes of quiet each customer has what the App Store's own books say`() async throws {
        let count = Self.number("PURSER_DIFFERENTIAL_SEEDS", or: 3)
        let first = Self.number("PURSER_DIFFERENTIAL_SEED", or: 1)
        var compared = 0
        for seed in first..<(first + count) {
            let history = try await DifferentialHistory(seed: UInt64(seed))
            defer { history.remove() }
            let wrong = try await history.run()
            compared += history.compared
            #expect(wrong == [], "PURSER_DIFFERENTIAL_SEED=\(seed) PURSER_DIFFERENTIAL_SEEDS=1")
        }
        #expect(compared > count * 10)
        print("\(count) histories, \(compared) comparisons")
    }

    private static func number(_ name: String, or regular: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? regular
    }
}

/// One random history of four customers.
final class DifferentialHistory {
    private let shop: SimulatedShop
    private var dice: Dice
    private let seed: UInt64
    private let customers = ["ada", "ben", "cleo", "dan"]
    /// What each customer's device has seen, with the oldest first.
    private var documents: [String: [String]] = [:]
    private var transactions: [String] = []
    private var captured: [String] = []
    private var pending: [(id: String, customer: String)] = []
    private(set) var compared = 0

    init(seed: UInt64) async throws {
        self.seed = seed
        dice = Dice(seed: seed)
        shop = try await SimulatedShop(seed: seed) { configuration in
            configuration.apps[0].appStoreConnect = nil
        }
        try await shop.replaceCatalog()
        for customer in customers { _ = try await shop.control(.post, "/customers", ["id": .string(customer)]) }
        let days: JSONValue = .integer(Int64(dice.pick([3, 16])))
        guard dice.happens(50) else { return }
        let grace: JSONValue = ["grace": ["days": days, "onlyAfterPaidPeriods": false]]
        try #require(try await shop.control(.put, "/settings/production", grace)["code"] == nil)
    }

    func remove() { try? FileManager.default.removeItem(at: shop.folder) }

    /// Lives the history; answers where server and App Store differed at a quiet point.
    func run() async throws -> [String] {
        for round in 0..<5 {
            try await misbehave()
            for _ in 0..<12 {
                try await step()
                if dice.happens(60) { _ = await shop.server.runDueJobs() }
            }
            let wrong = try await differencesInQuiet()
            guard wrong.isEmpty else { return try await wrong.map { "round \(round): \($0)" } + records() }
        }
        return []
    }

    private func misbehave() async throws {
        try await shop.setFaults([
            "droppedPerMille": .integer(Int64(dice.pick([0, 150, 300, 1000]))),
            "duplicatedPerMille": 200, "reorderedPerMille": 200, "delayedPerMille": 100, "maximumDelaySeconds": 600,
        ])
        try await shop.failQuestions(perMille: dice.pick([0, 0, 300, 1000]))
    }

    private func step() async throws {
        let customer = dice.pick(customers)
        switch dice.number(16) {
        case 0, 1: try await buy(dice.pick(["club", "club", "forever", "coins"]), customer, asksToBuy: false)
        case 2: try await buy("club", customer, asksToBuy: true)
        case 3: try await decidePending()
        case 4:
            let payment: JSONValue = dice.pick(["works", "works", "fails", 1, 2])
            try await attempt(.patch, "/customers/\(customer)", ["payment": payment])
        case 5:
            let path = "/customers/\(customer)/subscriptions/club/renewal"
            try await attempt(.put, path, ["on": .bool(dice.happens(60))])
        case 6:
            let action = dice.pick(["expire", "renew"])
            try await attempt(.post, "/customers/\(customer)/subscriptions/club/\(action)", [:])
        case 7: try await refund()
        case 8: try await reverse()
        case 9: try await changeFamily(of: customer)
        default:
            let spans = ["PT1M", "PT1H", "PT13H", "P1D", "P3D", "P7D", "P16D", "P31D"]
            if try await !advanceToExpiry(of: customer) { try await shop.advance(dice.pick(spans)) }
            try await remember()
        }
        if dice.happens(50) { try await showOld(of: dice.pick(customers)) }
    }

    /// Most mistakes happen just after a period's end.
    private func advanceToExpiry(of customer: String) async throws -> Bool {
        guard dice.happens(40) else { return false }
        let truth = await shop.appStore.truth(of: AppStoreSimulator.CustomerID(rawValue: customer))
        guard let end = truth.access.compactMap(\.until).filter({ $0 > shop.appStore.now }).min() else { return false }
        let target = end.addingTimeInterval(Double(dice.number(4))).millisecondsSince1970
        try await attempt(.post, "/clock/advance", ["to": .integer(target)])
        await shop.appStore.runUntilIdle()
        try await showOld(of: customer)
        return true
    }

    private func attempt(_ method: HTTPMethod, _ path: String, _ body: JSONValue) async throws {
        // What the App Store refuses, such as a renewal of nothing, changes nothing.
        _ = try await shop.controls.send(method, "/simulator/v1" + path, json: body)
    }

    private func buy(_ product: String, _ customer: String, asksToBuy: Bool) async throws {
        let order: OrderBody = try await shop.ask(
            .post,
            "/v1/orders",
            ["customer": .string(customer), "productId": .string(product)]
        ).json()
        let purchase: JSONValue = [
            "customer": .string(customer), "product": .string(product), "simulatesAskToBuy": .bool(asksToBuy),
            "appAccountToken": .string(order.appAccountToken?.description ?? ""),
        ]
        let answer = try await shop.controls.send(.post, "/simulator/v1/purchases", json: purchase)
        guard let value = try? answer.json(JSONValue.self) else { return }
        if let id = value["pending"]?["id"]?.string { pending.append((id, customer)) }
        try await record(value, customer)
    }

    private func record(_ purchase: JSONValue, _ customer: String) async throws {
        if let id = purchase["transactionId"]?.string { transactions.append(id) }
        guard let signed = purchase["signedTransactionInfo"]?.string else { return }
        documents[customer, default: []].append(signed)
        if dice.happens(80) { try await shop.show(purchase, customer) }
    }

    private func decidePending() async throws {
        guard let (id, customer) = pending.popLast() else { return }
        let path = "/simulator/v1/pending/\(id)/\(dice.pick(["complete", "complete", "cancel"]))"
        let answer = try await shop.controls.send(.post, path, json: JSONValue.object([:]))
        if let value = try? answer.json(JSONValue.self) { try await record(value, customer) }
    }

    private func refund() async throws {
        guard !transactions.isEmpty else { return }
        let id = dice.pick(transactions)
        let part: JSONValue = dice.happens(40) ? ["percentage": 30_000] : [:]
        try await attempt(.post, "/transactions/\(id)/refund", part)
        captured.append(id)
    }

    private func reverse() async throws {
        guard !captured.isEmpty else { return }
        try await attempt(.post, "/transactions/\(dice.pick(captured))/refund-reversal", [:])
    }

    /// Whoever joins a family opens the app, which shows what is shared.
    private func changeFamily(of customer: String) async throws {
        let family: JSONValue = dice.happens(70) ? "smith" : .null
        try await attempt(.put, "/customers/\(customer)/family", ["family": family])
    }

    /// Each device sees what its customer has by now.
    private func remember() async throws {
        for customer in customers {
            let id = AppStoreSimulator.CustomerID(rawValue: customer)
            guard let newest = try await shop.appStore.sales(of: id).last else { continue }
            let name = newest.transactionId.rawValue
            if !transactions.contains(name) { transactions.append(name) }
            documents[customer, default: []].append(try await shop.appStore.document(of: newest).rawValue)
        }
    }

    /// The app shows a document that it has had for a while.
    private func showOld(of customer: String) async throws {
        guard let known = documents[customer], !known.isEmpty else { return }
        try await shop.show(["signedTransactionInfo": .string(dice.pick(known))], customer)
    }

    /// All faults end, each app is opened once, and time passes; answers what is wrong after three minutes.
    private func differencesInQuiet() async throws -> [String] {
        try await shop.setFaults([:])
        try await shop.failQuestions(perMille: 0)
        for customer in customers {
            let id = AppStoreSimulator.CustomerID(rawValue: customer)
            for sale in try await shop.appStore.sales(of: id) where sale.inAppOwnershipType == .familyShared {
                let document = try await shop.appStore.document(of: sale).rawValue
                try await shop.show(["signedTransactionInfo": .string(document)], customer)
            }
        }
        // A running server has looked at everything at least once since.
        _ = await shop.server.runDueJobs()
        try await shop.live(120, step: 20)
        var wrong = try await differences()
        for _ in 0..<6 where !wrong.isEmpty {
            try await shop.live(10, step: 10)
            wrong = try await differences()
        }
        return wrong
    }

    private func differences() async throws -> [String] {
        var wrong: [String] = []
        for customer in customers {
            let truth = await shop.appStore.truth(of: AppStoreSimulator.CustomerID(rawValue: customer))
            for (product, entitlement) in [("club", "club"), ("forever", "all")] {
                let expected = truth.access.contains { $0.product.rawValue == product }
                let actual = try await shop.isEntitled(customer, to: Commerce.EntitlementID(rawValue: entitlement))
                compared += 1
                guard actual != expected else { continue }
                wrong.append("\(customer) \(actual ? "has" : "lacks") \(product) at \(shop.appStore.now)")
            }
        }
        return wrong
    }

    /// What the App Store sold and what the server answers, so that a failure can be read without another run.
    private func records() async throws -> [String] {
        var lines: [String] = []
        for customer in customers {
            for sale in try await shop.appStore.sales(of: AppStoreSimulator.CustomerID(rawValue: customer)) {
                let end = [sale.expiresDate.map { "to \($0)" }, sale.revocationDate.map { "revoked \($0)" }]
                lines.append(
                    "\(customer): \(sale.transactionId) of \(sale.originalTransactionId), \(sale.productId), "
                        + "\(sale.transactionReason?.rawValue ?? "") \(sale.inAppOwnershipType), \(sale.purchaseDate) "
                        + end.compactMap(\.self).joined(separator: ", ")
                )
            }
            let why = try await shop.ask(.get, "/v1/customers/\(customer)/entitlements/club/explanation")
            lines.append("\(customer): the server says \(why.text)")
        }
        return lines
    }

    /// Chance by a seed.
    private struct Dice {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func number(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }

        mutating func happens(_ percent: Int) -> Bool { number(100) < percent }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }
    }
}
