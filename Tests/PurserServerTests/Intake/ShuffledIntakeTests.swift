// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// A small generator whose seed is printed when a test fails.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct ShuffledIntakeTests {
    /// A life: bought, renewed some times, perhaps failing, refunded or given back, each told by a notification.
    private func life(_ number: Int, _ dice: inout Dice) throws -> [NotificationPayload] {
        let product =
            [TestShop.monthly, TestShop.beans, TestShop.grinder].randomElement(using: &dice) ?? TestShop.beans
        let id = { (step: Int) in TransactionID(rawValue: "\(number)\(step)") }
        func uuid() -> UUID {
            let (a, b) = (dice.next(), dice.next())
            let bytes = (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? a : b) >> UInt64($0 % 8 * 8)) }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        var current = TransactionPayload.purchase(product, id: id(0))
        var received = [try NotificationPayload.about(.oneTimeCharge, nil, current, id: uuid())]
        if product == TestShop.monthly {
            received[0] = try .about(.subscribed, .initialBuy, current, renewalInfo: current.renewalInfo(), id: uuid())
            for step in 1...Int.random(in: 1...4, using: &dice) {
                current = current.renewed(id: id(step))
                received.append(
                    try .about(.didRenew, nil, current, renewalInfo: current.renewalInfo(), id: uuid())
                )
            }
            if Bool.random(using: &dice) {
                let off = current.renewalInfo(renews: false, signed: current.purchaseDate.addingTimeInterval(60))
                received.append(
                    try .about(.didChangeRenewalStatus, .autoRenewDisabled, current, renewalInfo: off, id: uuid())
                )
            }
        }
        if Bool.random(using: &dice) {
            let processed = current.refunded(at: current.purchaseDate.addingTimeInterval(3600))
            received.append(try .about(.refund, nil, processed, id: uuid()))
            if Bool.random(using: &dice) {
                var returned = current
                returned.signedDate = current.purchaseDate.addingTimeInterval(7200)
                received.append(try .about(.refundReversed, nil, returned, id: uuid()))
            }
        }
        return received
    }

    private struct State: Equatable {
        var entitlements: [String: [String]]
        var orders: [String]
        var balances: [Int64]
    }

    private func state(of shop: TestShop, customers: [CustomerID]) async throws -> State {
        var result = State(entitlements: [:], orders: [], balances: [])
        for customer in customers {
            result.entitlements[customer.rawValue] = try await shop.entitlements(customer.rawValue)
                .map { "\($0.id) \($0.isActive) \($0.rule) \(String(describing: $0.until))" }
            result.balances.append(try await shop.balance(customer))
            let orders = try await shop.database.read { try $0.orders(of: customer, limit: 500) }
            result.orders += orders.map { "\($0.transaction?.rawValue ?? "") \($0.storedState)" }.sorted()
        }
        return result
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `shuffled and repeated intake gives the same state`(seed: UInt64) async throws {
        var dice = Dice(state: seed)
        let customers: [CustomerID] = ["a", "b", "c"]
        let lives = try (0..<6).map { try life(100 + $0, &dice) }
        func play(_ order: [NotificationPayload], on shop: TestShop) async throws -> State {
            for (number, life) in lives.enumerated() {
                let owner = customers[number % customers.count]
                let lineage = life[0].data?.signedTransactionInfo
                #expect(lineage != nil)
                let signed = try #require(lineage)
                let body: JSONValue = [
                    "signedTransaction": .string(signed.rawValue), "customer": .string(owner.rawValue),
                ]
                _ = try await shop.send(.post, "/v1/transactions", body)
            }
            for notification in order { #expect(try await shop.notify(notification).status == 200) }
            try await shop.service.waiting.drainNotificationQueue()
            shop.clock.advance(days: 200)
            try await shop.service.lifecycle.advanceLifecycles()
            return try await state(of: shop, customers: customers)
        }
        let straight = lives.flatMap(\.self)
        let first = try await play(straight, on: TestShop())
        let again = try await play((straight + straight).shuffled(using: &dice), on: TestShop())
        #expect(first == again, "seed \(seed)")
        let later = try await play(straight.shuffled(using: &dice), on: TestShop { $0.notificationConcurrency = 0 })
        #expect(first == later, "seed \(seed)")
    }

    @Test(arguments: [11, 12, 13])
    func `after any intake a rebuild finds nothing, and nothing paid is undelivered`(seed: UInt64) async throws {
        var dice = Dice(state: seed)
        let shop = try await TestShop()
        let lives = try (0..<5).map { try life(100 + $0, &dice) }
        for notification in lives.flatMap(\.self).shuffled(using: &dice) { try await shop.notify(notification) }
        for life in lives {
            let signed = try #require(life[0].data?.signedTransactionInfo)
            _ = try await shop.send(
                .post,
                "/v1/transactions",
                ["signedTransaction": .string(signed.rawValue), "customer": "anna"]
            )
        }
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [], "seed \(seed)")
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let list = try await shop.service.orderReports.undelivered(in: scope, limit: 100)
        #expect(list.orders.isEmpty && list.unclaimed.isEmpty, "seed \(seed)")
    }
}
