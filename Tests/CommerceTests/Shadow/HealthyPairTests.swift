// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// Purser beside a provider that is right: random lives, documents that come late and in any order, and a provider that
/// is behind, too.
///
/// The provider's answers come from the simulator's own books, and Purser's from the documents alone.
/// PURSER_SHADOW_COMPARISONS is how many comparisons are made.
@Suite struct HealthyPairTests {
    private static let wanted =
        ProcessInfo.processInfo.environment["PURSER_SHADOW_COMPARISONS"].flatMap(Int.init) ?? 20_000

    @Test func `a healthy pair raises no false alarm`() throws {
        var (compared, delays, seed) = (0, 0, UInt64(1))
        while compared < Self.wanted {
            var pair = try HealthyPair(seed: seed, grace: seed % 3 == 0 ? nil : GracePeriod(days: 16))
            try pair.live(until: { $0.compared >= Self.wanted - compared })
            #expect(pair.alarms == [], "seed \(seed)")
            compared += pair.compared
            delays += pair.vanished
            seed += 1
        }
        // The pair is healthy, but it is not trivial: the comparison saw many delays and dropped each.
        #expect(delays > Self.wanted / 1000)
        print("\(compared) comparisons, \(delays) delays, no false alarm")
    }

    @Test func `a provider that loses one customer's changes is found in the same lives`() throws {
        var pair = try HealthyPair(seed: 5, grace: GracePeriod(days: 16))
        pair.frozen = ["customer-3", "customer-4", "customer-5", "customer-6"]
        try pair.live(until: { !$0.alarms.isEmpty || $0.compared > 60_000 })
        #expect(pair.alarms.contains { $0.contains("customer-") })
        #expect(pair.alarms.allSatisfy { alarm in pair.frozen.contains { alarm.hasPrefix($0.rawValue + ":") } })
    }
}

/// A crowd that both sides serve.
private struct HealthyPair {
    private var crowd: SimulatorAgreementTests.Crowd
    private var dice: SeededGenerator
    private var accounts: [Commerce.CustomerID: CustomerAccount] = [:]
    private var delivered: [Commerce.CustomerID: Int] = [:]
    private var waiting: [(customer: Commerce.CustomerID, fact: Fact, arrival: Date)] = []
    private var open: [Commerce.CustomerID: [ObservedDivergence]] = [:]
    private var changed: [Commerce.CustomerID: Date] = [:]
    private var now = Date.utc("2025-01-01")
    /// The customers whose changes the provider lost, since the beginning.
    var frozen: [Commerce.CustomerID] = []
    private(set) var compared = 0
    private(set) var vanished = 0
    private(set) var alarms: [String] = []

    private static let policy = ShadowPolicy()
    private static let step: TimeInterval = 1800
    private static let customers = 40
    /// The provider is behind by up to an hour, and Apple's notifications by up to half an hour.
    private static let providerDelay = 3600
    private static let notificationDelay = 1800

    /// The plans of the group give one entitlement, as a team's would.
    private static let catalog: Commerce.Catalog = {
        var catalog = SimulatorAgreementTests.catalog
        for place in catalog.products.indices where catalog.products[place].groupID == "g" {
            catalog.products[place].entitlements = ["club"]
        }
        return catalog
    }()

    init(seed: UInt64, grace: GracePeriod?) throws {
        crowd = try SimulatorAgreementTests.Crowd(seed: 70_000 + seed, count: Self.customers, grace: grace)
        dice = SeededGenerator(seed: seed)
        for number in 0..<Self.customers {
            let customer = Commerce.CustomerID(rawValue: "customer-\(number)")
            accounts[customer] = CustomerAccount(customer: customer, catalogs: [Self.catalog], ownsUnclaimed: true)
        }
    }

    mutating func live(until isDone: (HealthyPair) -> Bool) throws {
        let end = Date.utc("2026-06-01")
        while now < end, !isDone(self) {
            now = now.addingTimeInterval(Self.step)
            crowd.play(until: now)
            receive()
            for customer in accounts.keys.sorted() where isDue(customer) { try compare(customer) }
        }
    }

    /// The documents that are new are sent, each with a delay of its own; those whose time has come are processed.
    private mutating func receive() {
        for (customer, facts) in crowd.facts.sorted(by: { $0.key < $1.key }) {
            let known = delivered[customer] ?? 0
            guard facts.count > known else { continue }
            for fact in facts[known...] {
                let delay = Double(Int.random(in: 0...Self.notificationDelay, using: &dice))
                waiting.append((customer, fact, fact.order.instant.addingTimeInterval(delay)))
            }
            delivered[customer] = facts.count
            changed[customer] = now
        }
        for item in waiting where item.arrival <= now { accounts[item.customer]?.add(item.fact) }
        waiting.removeAll { $0.arrival <= now }
    }

    /// A customer with a fresh change is looked at as often as can be, any other one now and then.
    private mutating func isDue(_ customer: Commerce.CustomerID) -> Bool {
        if open[customer]?.isEmpty == false { return true }
        if let date = changed[customer], now.timeIntervalSince(date) < 4 * 3600 { return true }
        return Int.random(in: 0..<8, using: &dice) == 0
    }

    private mutating func compare(_ customer: Commerce.CustomerID) throws {
        guard let account = accounts[customer] else { return }
        let delay = Double(Int.random(in: 0...Self.providerDelay, using: &dice))
        let seen = frozen.contains(customer) ? Date.utc("2025-02-15") : now.addingTimeInterval(-delay)
        let answer = try RevenueCatReader().answer(subscriber(customer, min(seen, now)), asOf: now)
        let found = ShadowComparison(accounts: [account], policy: Self.policy).divergences(from: answer, asOf: now)
        let change = ObservedDivergence.observe(
            found,
            previous: open[customer] ?? [],
            at: now,
            under: Self.policy
        )
        open[customer] = change.open
        compared += 1
        vanished += change.vanished
        alarms += change.confirmed.map { "\(customer): \($0.divergence.kind) at \(now), \($0)" }
    }

    /// The customer as the provider answers, from the simulator's books as they were at an instant.
    private func subscriber(_ customer: Commerce.CustomerID, _ instant: Date) -> JSONValue {
        let truth = crowd.record.truth(of: AppStoreSimulator.CustomerID(rawValue: customer.rawValue), at: instant)
        var entitlements: [String: (end: Date, product: ProductID)] = [:]
        var subscriptions: [String: JSONValue] = [:]
        for access in truth.access {
            let name = Self.catalog[access.product]?.entitlements.first?.rawValue ?? access.product.rawValue
            let end = access.until ?? .distantFuture
            if let best = entitlements[name], best.end >= end { continue }
            entitlements[name] = (end, access.product)
            subscriptions[access.product.rawValue] = [
                "is_sandbox": false, "store": "app_store", "store_transaction_id": .string(access.transaction.rawValue),
            ]
        }
        let values = entitlements.mapValues { value -> JSONValue in
            let end: JSONValue = value.end == .distantFuture ? .null : .string(value.end.formatted(.iso8601))
            return ["expires_date": end, "product_identifier": .string(value.product.rawValue)]
        }
        return [
            "subscriber": [
                "original_app_user_id": .string(customer.rawValue), "entitlements": .object(values),
                "subscriptions": .object(subscriptions),
            ]
        ]
    }
}
