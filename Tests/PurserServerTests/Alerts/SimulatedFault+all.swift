// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Synchronization

@testable import PurserServer

extension SimulatedFault {
    /// One for each rule about the App Store; a test sees to it.
    static let all: [SimulatedFault] = links + notifications + customers

    private static func api(_ rule: String, _ settings: AlertRuleSettings, _ api: JSONValue) -> SimulatedFault {
        SimulatedFault(
            rule: rule,
            settings: settings,
            begin: { try await $0.fault(["api": api]) },
            eachStep: { await $0.shop.server.monitoring.probeLinks() },
            fix: { try await $0.fault() }
        )
    }

    private static let links = [
        api("app-store-unreachable", AlertRuleSettings(), ["failedPerMille": 1000, "status": 503]),
        api("app-store-key", AlertRuleSettings(), ["failedPerMille": 1000, "status": 401]),
        // The answer is held back in earnest, so one must do and the threshold is low.
        api("app-store-latency", AlertRuleSettings(threshold: 0.8, minimumCount: 1), ["delayMilliseconds": 1000]),
        SimulatedFault(
            rule: "clock-skew",
            begin: { $0.offset.seconds = 3600 },
            eachStep: { await $0.shop.server.monitoring.probeLinks() },
            fix: { $0.offset.seconds = 0 }
        ),
    ]

    private static let notifications = [
        SimulatedFault(
            rule: "notification-rejections",
            begin: { world in
                try await world.fault(["droppedConnectionsPerMille": 1000])
                for _ in 0..<12 { try await world.buy() }
            },
            fix: { try await $0.fault() }
        ),
        SimulatedFault(
            rule: "delivery-delay",
            begin: { world in
                try await world.fault(["tlsRefusedPerMille": 1000])
                for _ in 0..<6 { try await world.buy() }
                try await world.pass(minutes: 30)
                try await world.fault()
                // Apple sends again after an hour.
                try await world.pass(minutes: 31)
            }
        ),
        SimulatedFault(
            rule: "notification-queue",
            begin: { world in
                // As many as are processed at a time never come to an end, and so the next ones wait.
                for _ in 0..<32 { _ = world.shop.server.notificationGate.enter() }
                try await world.buy()
            },
            fix: { world in
                for _ in 0..<32 { world.shop.server.notificationGate.leave() }
                try await world.shop.server.waiting.drainNotificationQueue()
            }
        ),
        SimulatedFault(
            rule: "consumption-requests",
            begin: { world in
                let (customer, paid) = try await world.buy()
                _ = try await world.shop.client.send(
                    .put,
                    "/v1/customers/\(customer)/consents/consumption-information",
                    headers: ["Authorization": "Bearer " + world.shop.key, "Content-Type": "application/json"],
                    body: Data(#"{"isGranted":true}"#.utf8)
                )
                await world.shop.appStore.runUntilIdle()
                try await world.fault(["api": ["failedPerMille": 1000, "status": 503]])
                let transaction = paid["transactionId"]?.string ?? ""
                _ = try await world.shop.control(.post, "/transactions/\(transaction)/refund-request", [:])
            },
            eachStep: { try await $0.shop.server.consumption.respondToConsumptionRequests() },
            fix: { try await $0.fault() }
        ),
    ]

    private static let customers = [
        SimulatedFault(
            rule: "seat-discrepancies",
            begin: { world in
                let seats = try await SeatShop(shop: world.shop)
                let purchase = try await seats.buy(4)
                try await seats.seat("ben", in: purchase)
                _ = try await seats.claimElsewhere(purchase)
            },
            eachStep: { try await $0.shop.server.seats.checkClaims() }
        ),
        SimulatedFault(
            rule: "verification-rejections",
            begin: { world in
                try await world.fault(["intermediate": "expired"])
                for _ in 0..<25 { try await world.show(try await world.buy(ordered: false)) }
            },
            fix: { try await $0.fault() }
        ),
        SimulatedFault(
            rule: "refunds",
            begin: { world in
                for _ in 0..<12 {
                    let (_, paid) = try await world.buy()
                    let transaction = paid["transactionId"]?.string ?? ""
                    _ = try await world.shop.control(.post, "/transactions/\(transaction)/refund", [:])
                }
            }
        ),
        SimulatedFault(
            rule: "unclaimed-purchases",
            settings: AlertRuleSettings(threshold: 2),
            begin: { world in
                for _ in 0..<3 { try await world.buy("forever", ordered: false) }
            },
            fix: { world in
                for bought in world.bought.withLock(\.self) { try await world.show(bought) }
            }
        ),
    ]
}
