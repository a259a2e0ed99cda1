// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// A week in which nothing goes wrong.
///
/// PURSER_WEEK_CUSTOMERS is how many customers live the whole week, as in `Scripts/soak`, which takes 1,000; without it
/// a few live a day of it.
@Suite struct QuietWeekTests {
    @Test func `no one is notified of anything while ordinary customers live`() async throws {
        // How long something takes on a busy machine raises no alert here.
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let chosen = ProcessInfo.processInfo.environment["PURSER_WEEK_CUSTOMERS"].flatMap(Int.init)
        let customers = chosen ?? 20
        try await world.replaceCatalog()
        world.server.watchMachine {
            var reading = HostMetrics()
            (reading.freeBytes, reading.totalBytes) = (90 << 30, 100 << 30)
            reading.certificates = [
                .init(name: "server", date: SimulatedShop.start.addingTimeInterval(90 * 86_400))
            ]
            return reading
        }
        var raised: Set<String> = []
        var due: [String: Date] = [:]
        var next = 0
        let hours = (chosen == nil ? 1 : 7) * 24
        for hour in 0..<hours {
            while next * hours < (hour + 1) * customers, next < customers {
                try await live(next, in: world)
                next += 1
            }
            for _ in 0..<2 {
                _ = try await world.control(.post, "/clock/advance", ["by": "PT30M"])
                await world.appStore.runUntilIdle()
                // Each as often as the server does it, or at every step.
                let now = world.appStore.now
                for job in world.server.backgroundJobs where due[job.name, default: now] <= now {
                    due[job.name] = now.addingTimeInterval(Double(job.interval.components.seconds))
                    try await job.perform()
                }
            }
            let rules = world.server.alerts.alertRules.map(\.name)
            let isFiring = try await world.server.database.read { reader in
                try rules.filter { try reader.alertState(of: $0).isFiring }
            }
            raised.formUnion(isFiring)
        }
        #expect(next == customers)
        #expect(raised.isEmpty, "\(raised.sorted())")
    }

    /// One customer: looks, buys once or twice, sometimes thinks better of it, seldom wants the money back.
    private func live(_ number: Int, in world: SimulatedShop) async throws {
        let id = "customer-\(number)"
        _ = try await world.ask(.get, "/v1/products")
        _ = try await world.control(.post, "/customers", ["id": .string(id), "storefront": "USA"])
        let others = [(3, "forever"), (4, "club")].filter { number.isMultiple(of: $0.0) }.map(\.1)
        for product in ["coins"] + others {
            let order = try await world.post("/v1/orders", ["customer": .string(id), "productId": .string(product)])
            guard !number.isMultiple(of: 7) else {
                _ = try await world.post("/v1/purchase-failures", ["code": "2", "customer": .string(id)])
                continue
            }
            let token = order["appAccountToken"] ?? .null
            let paid = try await world.control(
                .post,
                "/purchases",
                ["customer": .string(id), "product": .string(product), "appAccountToken": token]
            )
            let signed = paid["signedTransactionInfo"] ?? .null
            let answer = try await world.post(
                "/v1/transactions",
                ["customer": .string(id), "order": order["id"] ?? .null, "signedTransaction": signed]
            )
            #expect(answer["state"]?.string == "delivered")
            guard number % 25 == 5, product == "coins", let transaction = paid["transactionId"]?.string else {
                continue
            }
            _ = try await world.control(.post, "/transactions/\(transaction)/refund", [:])
        }
    }
}
