// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// What is paid is delivered within two minutes after all faults end, and no one calls recovery.
@Suite struct LivenessTests {
    @Test(arguments: TestDatabase.allCases)
    func `what was paid while the server was down is delivered within two minutes after Apple answers`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let shop = try await SimulatedShop(store: store)
            defer { try? FileManager.default.removeItem(at: shop.folder) }
            try await shop.replaceCatalog()
            let orders = try await orders(in: shop)
            // The server is down: nothing arrives, and nothing continues automatically.
            try await shop.setFaults(["droppedPerMille": 1000])
            try await pay(orders, in: shop)
            try await shop.advance("PT3H")
            // It starts; Apple's interface fails for the first 25 seconds.
            try await shop.failQuestions(perMille: 1000)
            try await shop.live(25)
            try await expectFailures(in: shop)
            try await shop.failQuestions(perMille: 0)
            try await shop.live(120)
            try await expectDelivered(orders, in: shop)
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `what was paid while nothing reached the running server is delivered within two minutes`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let shop = try await SimulatedShop(store: store)
            defer { try? FileManager.default.removeItem(at: shop.folder) }
            try await shop.replaceCatalog()
            try await shop.live(60)
            try await shop.setFaults(["droppedPerMille": 1000])
            try await shop.failQuestions(perMille: 1000)
            try await shop.live(60)
            let orders = try await orders(in: shop)
            try await pay(orders, in: shop)
            try await shop.live(600, step: 20)
            try await expectFailures(in: shop)
            try await shop.setFaults([:])
            try await shop.failQuestions(perMille: 0)
            try await shop.live(120)
            try await expectDelivered(orders, in: shop)
        }
    }

    @Test func `a scope that fails is tried again within a minute, and the others are not asked for the same again`()
        async throws
    {
        let shop = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        try await shop.replaceCatalog()
        let asked = Asked()
        shop.wire.alter { request, response in
            guard request.url.contains("/notifications/history") else { return response }
            asked.record(request.url)
            guard request.url.hasPrefix("http://sandbox") else { return response }
            var broken = response
            broken.status = 503
            return broken
        }
        _ = await shop.server.runDueJobs()
        let jobs: BackgroundJobList = try await shop.ask(.get, "/v1/background-jobs").json()
        let job = try #require(jobs.jobs.first { $0.name == "recovery of notifications" })
        #expect(job.failures == 1 && job.failuresInARow == 1 && job.error?.contains("Sandbox") == true)
        #expect(try #require(job.nextAttempt).timeIntervalSince(shop.appStore.now) == 5)
        #expect(asked.count("http://app-store") == 1)
        try await shop.live(1200, step: 20)
        let later: BackgroundJobList = try await shop.ask(.get, "/v1/background-jobs").json()
        let last = try #require(later.jobs.first { $0.name == "recovery of notifications" })
        #expect(last.failures > 15 && last.failuresInARow == last.failures)
        #expect(try #require(last.nextAttempt).timeIntervalSince(shop.appStore.now) <= 60)
    }

    private func orders(in shop: SimulatedShop) async throws -> [OrderBody] {
        var orders: [OrderBody] = []
        for number in 0..<3 {
            orders.append(
                try await shop.ask(
                    .post,
                    "/v1/orders",
                    ["customer": .string("customer-\(number)"), "productId": "coins"]
                ).json()
            )
        }
        return orders
    }

    private func pay(_ orders: [OrderBody], in shop: SimulatedShop) async throws {
        for (number, order) in orders.enumerated() {
            _ = try await shop.control(
                .post,
                "/purchases",
                [
                    "customer": .string("customer-\(number)"), "product": "coins",
                    "appAccountToken": .string(order.appAccountToken?.description ?? ""),
                ]
            )
        }
    }

    private func expectDelivered(_ orders: [OrderBody], in shop: SimulatedShop) async throws {
        for order in orders {
            let now: OrderBody = try await shop.ask(.get, "/v1/orders/\(order.id)").json()
            #expect(now.state == "delivered", "\(now)")
        }
    }

    private func expectFailures(in shop: SimulatedShop) async throws {
        let list: BackgroundJobList = try await shop.ask(.get, "/v1/background-jobs").json()
        let job = try #require(list.jobs.first { $0.name == "recovery of notifications" })
        #expect(job.failures > 1 && job.error != nil, "\(job)")
    }
}
