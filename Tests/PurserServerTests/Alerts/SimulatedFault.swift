// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Synchronization
import Testing

@testable import PurserServer

/// A fault of the App Store or of those who buy there, made by the simulator's own switches.
struct SimulatedFault: Sendable, CustomTestStringConvertible {
    var rule: String
    var settings = AlertRuleSettings()
    var begin: @Sendable (SimulatedFaultWorld) async throws -> Void
    var eachStep: @Sendable (SimulatedFaultWorld) async throws -> Void = { _ in }
    var fix: @Sendable (SimulatedFaultWorld) async throws -> Void = { _ in }

    var testDescription: String { rule }
}

/// A shop beside the simulated App Store that sends its alerts to a channel.
final class SimulatedFaultWorld: Sendable {
    let shop: SimulatedShop
    let offset = TimeOffset()
    private let received: Messages
    /// What was bought, with the App Store's answers.
    let bought = Mutex<[(customer: String, paid: JSONValue)]>([])

    private final class Messages: Sendable {
        let bodies = Mutex<[JSONValue]>([])
    }

    init(_ rule: String, _ settings: AlertRuleSettings) async throws {
        let reported = Messages()
        self.received = reported
        shop = try await SimulatedShop(
            clockOffset: offset,
            catalog: SeatShop.catalog(),
            configure: { configuration in
                configuration.alerts = AlertConfiguration(
                    channels: [AlertChannel(name: "ops", kind: .webhook, url: "https://alerts.test/hook")],
                    rules: [rule: settings],
                    reminderIntervalHours: 1000
                )
            },
            // A fault of the App Store's delays its answers in real time.
            stopwatch: PurserService.monotonicTime
        )
        var alerts = Router()
        alerts.on(.post, "/hook") { request in
            let body = try request.json(JSONValue.self)
            reported.bodies.withLock { $0.append(body) }
            return HTTPResponse(status: .ok)
        }
        shop.wire.serve(alerts, at: "https://alerts.test")
        try await shop.replaceCatalog()
    }

    deinit {
        try? FileManager.default.removeItem(at: shop.folder)
    }

    /// What was sent to the channel about a rule, in order.
    func transitions(of rule: String) -> [String] {
        received.bodies.withLock(\.self).flatMap { $0["alerts"]?.array ?? [] }
            .filter { $0["rule"]?.string == rule }.compactMap { $0["state"]?.string }
    }

    /// Sets the faults of the App Store's interfaces; nothing fixes them all.
    func fault(_ faults: JSONValue = [:]) async throws {
        _ = try await shop.control(.put, "/faults", faults)
    }

    /// Lets time pass, and everything that is due with it.
    func pass(minutes: Int) async throws {
        _ = try await shop.control(.post, "/clock/advance", ["by": .string("PT\(minutes)M")])
        await shop.appStore.runUntilIdle()
    }

    /// A customer's app shows what was bought.
    func show(_ bought: (customer: String, paid: JSONValue)) async throws {
        let signed = bought.paid["signedTransactionInfo"] ?? .null
        _ = try await shop.post(
            "/v1/transactions",
            ["signedTransaction": signed, "customer": .string(bought.customer)]
        )
    }

    /// A customer of their own buys, for an order or out of the blue; answers the App Store's answer.
    @discardableResult
    func buy(_ product: String = "coins", ordered: Bool = true) async throws -> (customer: String, paid: JSONValue) {
        let id = "customer-\(bought.withLock { $0.count })"
        var input: JSONValue = ["customer": .string(id), "product": .string(product)]
        if ordered {
            let order = try await shop.post("/v1/orders", ["customer": .string(id), "productId": .string(product)])
            input = input.with("appAccountToken", order["appAccountToken"] ?? .null)
        }
        let paid = try await shop.control(.post, "/purchases", input)
        bought.withLock { $0.append((id, paid)) }
        return (id, paid)
    }
}
