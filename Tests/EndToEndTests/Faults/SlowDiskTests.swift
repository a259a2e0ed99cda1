// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import Synchronization
import TestSupport
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// A disk whose syncs take as long as the test wants.
@Suite struct SlowDiskTests {
    @Test func `reads continue while a sync hangs, and what waited is acknowledged once it ends`() async throws {
        let disk = FaultyDisk(seed: 1)
        let town = try await Town(seed: 1, fileSystem: disk.name)
        let customer = try await town.welcome("anna")
        let first = try await Self.buy(as: customer, in: town)
        let hung = Hang()
        disk.slow { call, _ in if call == .sync { hung.pass() } }
        let isAcknowledged = Mutex(false)
        async let second: TransactionPayload = {
            let bought = try await Self.buy(as: customer, in: town)
            isAcknowledged.withLock { $0 = true }
            return bought
        }()
        await hung.begun()
        // The writer hangs; whoever reads sees what was there before.
        let entitlements = try await town.ask(.get, "/v1/customers/anna/entitlements", asBackend: true)
        #expect(entitlements.status == .ok)
        let page = try await town.ask(.get, "/v1/events?limit=500", asBackend: true)
        #expect(try page.json(EventPage.self).events.contains { $0.event.transaction == first.transactionId })
        #expect(isAcknowledged.withLock { $0 } == false)
        hung.end()
        let bought = try await second
        let later = try await town.ask(.get, "/v1/events?limit=500", asBackend: true)
        let delivered = try later.json(EventPage.self).events.map(\.event).filter { $0.type == .orderDelivered }
        #expect(delivered.map(\.transaction) == [first.transactionId, bought.transactionId])
    }

    @Test func `purchases that wait for a slow disk are each delivered once`() async throws {
        let disk = FaultyDisk(seed: 2)
        let town = try await Town(seed: 2, fileSystem: disk.name)
        let customers = try await ["anna", "ben", "cora", "dora", "emil", "fred"].asyncMap {
            try await town.welcome($0)
        }
        disk.slow { call, _ in if call == .sync { usleep(20_000) } }
        let bought = try await withThrowingTaskGroup(of: [TransactionPayload].self) { group in
            for customer in customers {
                group.addTask {
                    var bought: [TransactionPayload] = []
                    for _ in 1...3 { bought.append(try await Self.buy(as: customer, in: town)) }
                    return bought
                }
            }
            return try await group.reduce([], +)
        }
        disk.slow { _, _ in }
        #expect(bought.count == 18)
        let page = try await town.ask(.get, "/v1/events?limit=500", asBackend: true)
        let delivered = try page.json(EventPage.self).events.map(\.event).filter { $0.type == .orderDelivered }
        #expect(delivered.count == bought.count)
        #expect(Set(delivered.compactMap(\.transaction)) == Set(bought.map(\.transactionId)))
    }

    private static func buy(
        as customer: AppStoreSimulator.CustomerID,
        in town: Town
    ) async throws -> TransactionPayload {
        let order = try await town.order(Town.beans, for: customer.rawValue)
        let options = PurchaseOptions(appAccountToken: AppAccountToken(order.appAccountToken))
        let outcome = try await town.appStore.perform(.buy(customer, product: Town.beans, options: options))
        let bought = try #require(outcome.transaction)
        let answer = try await town.show(bought, by: customer.rawValue)
        guard answer.status == .ok else { throw Unexpected("delivered", answer) }
        return bought
    }
}

/// Holds up the first call that passes, until it is instructed to end.
private final class Hang: Sendable {
    private let isHeld = Mutex(true)
    private let ended = DispatchSemaphore(value: 0)
    private let arrival = AsyncStream.makeStream(of: Void.self)

    func pass() {
        let isFirst = isHeld.withLock { held in
            defer { held = false }
            return held
        }
        guard isFirst else { return }
        arrival.continuation.finish()
        ended.wait()
    }

    /// Returns once a call is held up.
    func begun() async {
        for await _ in arrival.stream {}
    }

    func end() { ended.signal() }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
