// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct WebhookConformanceTests {
    let lane = DeliveryLane(.webhooks, receiver: "backend", name: "anna")

    private func record(_ store: any Database, _ ids: [String], customer: CustomerID = "anna") async throws {
        try await store.write { writer in
            for id in ids {
                let number = try writer.append(.sample(id, customer: customer))
                try writer.enqueueDeliveries(number, of: customer, to: ["backend", "other"], now: .second(0))
            }
        }
    }

    private func lease(
        _ store: any Database,
        _ owner: String,
        second: Int,
        endpoint: String = "backend"
    ) async throws -> [DeliveryLane] {
        try await store.write { writer in
            try writer.leaseLanes(
                in: .webhooks,
                of: endpoint,
                to: owner,
                now: .second(second),
                until: .second(second + 60),
                limit: 9
            )
        }
    }

    private func pending(_ store: any Database) async throws -> [StoredWebhookDelivery] {
        try await store.read { try $0.pendingDeliveries(in: lane, limit: 9) }
    }

    @Test(arguments: StoreDriver.allCases)
    func `two workers never have the same lane`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await record(store, ["e1", "e2"])
            try await record(store, ["f1"], customer: "bob")
            let first = try await lease(store, "w1", second: 1)
            #expect(Set(first) == [lane, DeliveryLane(.webhooks, receiver: "backend", name: "bob")])
            #expect(try await lease(store, "w2", second: 2) == [])
            #expect(try await lease(store, "w2", second: 2, endpoint: "other").count == 2)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a lane is delivered in order and is gone when nothing is left`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await record(store, ["e1", "e2"])
            _ = try await lease(store, "w1", second: 1)
            let deliveries = try await pending(store)
            #expect(deliveries.map(\.event.event.id) == ["e1", "e2"])
            let isOurs = try await store.write { writer in
                try deliveries.map {
                    try writer.complete($0, as: .delivered, response: "200", owner: "w1", now: .second(2))
                }
            }
            #expect(isOurs == [true, true])
            #expect(try await store.write { try $0.release(lane, owner: "w1", due: .second(3)) })
            #expect(try await store.read { try $0.nextLaneDueDate(of: "backend") } == nil)
            #expect(try await store.read { try $0.nextLaneDueDate(of: "other") } == .second(0))
            #expect(try await store.read { try $0.webhookCounts(of: "backend") } == [.delivered: 2])
            #expect(try await store.read { try $0.webhookCounts(of: "other") } == [.pending: 2])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `after a failure the lane waits, and a new event does not hurry it`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await record(store, ["e1"])
            _ = try await lease(store, "w1", second: 1)
            let delivery = try #require(try await pending(store).first)
            try await store.write { writer in
                _ = try writer.complete(delivery, as: .pending, response: "503", owner: "w1", now: .second(2))
                try writer.release(lane, owner: "w1", due: .second(100))
            }
            try await record(store, ["e2"])
            #expect(try await lease(store, "w1", second: 99) == [])
            #expect(try await lease(store, "w1", second: 100) == [lane])
            let again = try await pending(store)
            #expect(again.map(\.attempts) == [1, 0])
            #expect(again.first?.lastResponse == "503" && again.first?.lastAttemptDate == .second(2))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a worker whose lease ended can settle nothing`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await record(store, ["e1"])
            _ = try await lease(store, "w1", second: 1)
            #expect(try await lease(store, "w2", second: 61) == [lane])
            let delivery = try #require(try await pending(store).first)
            let isOurs = try await store.write { writer in
                [
                    try writer.complete(delivery, as: .delivered, response: "200", owner: "w1", now: .second(62)),
                    try writer.release(lane, owner: "w1", due: .second(62)),
                    try writer.complete(delivery, as: .failed, response: "gone", owner: "w2", now: .second(62)),
                    try writer.release(lane, owner: "w2", due: .second(62)),
                ]
            }
            #expect(isOurs == [false, false, true, true])
            let failed = WebhookDeliveryFilter(state: .failed)
            let dead = try await store.read { try $0.webhookDeliveries(of: "backend", failed, limit: 5) }
            #expect(dead.map(\.event.event.id) == ["e1"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `what was delivered can be sent again, and the log is read in pages`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await record(store, ["e1", "e2", "e3"])
            _ = try await lease(store, "w1", second: 1)
            let all = try await pending(store)
            try await store.write { writer in
                for delivery in all {
                    _ = try writer.complete(delivery, as: .failed, response: "500", owner: "w1", now: .second(2))
                }
                try writer.release(lane, owner: "w1", due: .second(2))
                try writer.enqueueDeliveries(all[1].event.number, of: "anna", to: ["backend"], now: .second(9))
            }
            #expect(try await pending(store).map(\.event.event.id) == ["e2"])
            #expect(try await lease(store, "w1", second: 9) == [lane])
            let newest = try await store.read { try $0.webhookDeliveries(of: "backend", limit: 2) }
            let number = try #require(newest.last?.event.number)
            let older = try await store.read { try $0.webhookDeliveries(of: "backend", before: number, limit: 2) }
            #expect((newest + older).map(\.event.event.id) == ["e3", "e2", "e1"])
            #expect(try await store.write { try $0.removeCompletedDeliveries(before: .second(1)) } == 2)
            try await store.write { try $0.removeWebhookDeliveries(of: "backend") }
            #expect(try await store.read { try $0.webhookCounts(of: "backend") } == [:])
        }
    }
}
