// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import SQLite
import Synchronization
import Testing

@testable import PurserServer

/// A fault that a rule is for: how it comes, what continues each minute, and how it is fixed.
struct Fault: Sendable, CustomTestStringConvertible {
    var rule: String
    var settings = AlertRuleSettings()
    var begin: @Sendable (FaultyWorld) async throws -> Void = { _ in }
    var eachMinute: @Sendable (FaultyWorld) async throws -> Void = { _ in }
    var fix: @Sendable (FaultyWorld) async throws -> Void = { _ in }

    var testDescription: String { rule }
}

/// A shop whose network, machine and database a test can break.
final class FaultyWorld: Sendable {
    struct State: Sendable {
        var isBroken = false
        var machine = HostMetrics()
        var providerAnswer = ""
    }

    let shop: TestShop
    let state = Mutex(State())
    private let received: RecordingTransport

    init(_ rule: String, _ settings: AlertRuleSettings) async throws {
        received = RecordingTransport()
        shop = try await TestShop(transport: received, busyMilliseconds: 20) { configuration in
            configuration.apps[0].sharedSecret = "0123456789abcdef"
            configuration.alerts = AlertConfiguration(
                channels: [AlertChannel(name: "ops", kind: .webhook, url: "https://alerts.test/hook")],
                rules: [rule: settings],
                reminderIntervalHours: 1000
            )
        }
        received.answer { [weak self] request in
            guard let self else { return HTTPClientResponse(status: 200) }
            return try await answer(request)
        }
        shop.service.watchMachine { [weak self] in self?.state.withLock { $0.machine } ?? HostMetrics() }
    }

    private func answer(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        if request.url.hasPrefix("https://alerts.test") { return HTTPClientResponse(status: 200) }
        if request.url.hasPrefix("https://provider.test") {
            return HTTPClientResponse(status: 200, body: Data(state.withLock(\.providerAnswer).utf8))
        }
        guard !state.withLock(\.isBroken) else { throw HTTPClientError(code: .cannotConnect, message: "down") }
        return HTTPClientResponse(status: 200)
    }

    func breakNetwork(_ isBroken: Bool) {
        state.withLock { $0.isBroken = isBroken }
    }

    /// What another provider answers about everyone.
    func answerProvider(_ text: String) {
        state.withLock { $0.providerAnswer = text }
    }

    /// What was sent to the channel about a rule, in order.
    func transitions(of rule: String) throws -> [String] {
        try received.requests.filter { $0.url == "https://alerts.test/hook" }.flatMap { request in
            let body = try ServiceJSON.decode(JSONValue.self, from: request.body ?? Data())
            return (body["alerts"]?.array ?? []).filter { $0["rule"]?.string == rule }.compactMap {
                $0["state"]?.string
            }
        }
    }

    /// How many messages the channel got.
    var messages: Int { received.requests.count { $0.url == "https://alerts.test/hook" } }

    /// Breaks or fixes the catalog: without it products, orders, purchases and notifications fail.
    func damageCatalog(_ isDamaged: Bool) async throws {
        let now = shop.clock.now
        try await shop.database.write { writer in
            try writer.execute("DELETE FROM records WHERE collection = 'products' AND name = 'damaged'")
            if isDamaged {
                try writer.execute(
                    """
                    INSERT INTO records (collection, owner, name, updated, body)
                    VALUES ('products', \(TestShop.app), 'damaged', \(now), \(Data("{".utf8)))
                    """
                )
            }
            try writer.recordCatalogChange(of: TestShop.app, now: now)
        }
        shop.clock.advance(61)
    }

    /// Does something while another process keeps the database locked.
    func withLockedDatabase(_ work: () async throws -> Void) async throws {
        let other = try SQLiteConnection(path: shop.folder.appending(path: "test.sqlite").path)
        try other.executeScript("BEGIN IMMEDIATE")
        try await work()
        try other.executeScript("ROLLBACK")
    }

    /// Some ordinary business of a minute.
    func trade() async throws {
        let number = Int(shop.clock.now.timeIntervalSince1970)
        for index in 0..<12 {
            _ = try await shop.send(.get, "/v1/products", key: shop.publishableKey)
            _ = try await shop.send(
                .post,
                "/v1/orders",
                ["customer": .string("c\(number)-\(index)"), "productId": .string(TestShop.beans.rawValue)],
                key: shop.publishableKey
            )
            let id = TransactionID(rawValue: "\(number)\(index)")
            _ = try await shop.verify(
                .purchase(TestShop.beans, id: id, bought: shop.clock.now),
                customer: "c\(index)",
                by: shop.secretKey
            )
        }
    }
}
