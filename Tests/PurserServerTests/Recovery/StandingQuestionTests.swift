// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

/// A scheduled question to Apple stays until Apple has answered it, whatever an app shows meanwhile.
@Suite struct StandingQuestionTests {
    /// A shop whose notifications are all lost, with one subscriber.
    private func shop() async throws -> (SimulatedShop, JSONValue) {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        try await shop.setFaults(["droppedPerMille": 1000])
        let bought = try await shop.buy("club", "anna")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled("anna", to: "club"))
        return (shop, bought)
    }

    @Test func `an old document shown just after an expiry does not cancel the question to Apple`() async throws {
        let (shop, bought) = try await shop()
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        try await shop.advance("P7D")
        try await shop.advance("PT2S")
        try await shop.show(bought, "anna")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled("anna", to: "club"))
    }

    @Test func `an old document does not postpone a question that Apple did not answer`() async throws {
        let (shop, bought) = try await shop()
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        try await shop.failQuestions(perMille: 1000)
        try await shop.advance("P7D")
        try await shop.advance("PT2S")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await !shop.isEntitled("anna", to: "club"))
        try await shop.show(bought, "anna")
        try await shop.failQuestions(perMille: 0)
        try await shop.advance("PT30S")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled("anna", to: "club"))
    }

    @Test func `a question that Apple refused is asked again`() async throws {
        let (shop, _) = try await shop()
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        try await shop.failQuestions(perMille: 1000, status: 401)
        try await shop.advance("P7D")
        try await shop.advance("PT2S")
        try await shop.server.lifecycle.advanceLifecycles()
        try await shop.failQuestions(perMille: 0)
        try await shop.advance("PT11M")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled("anna", to: "club"))
    }

    @Test func `a charge that succeeds during the retry is found although its notification is lost`() async throws {
        let (shop, bought) = try await shop()
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        _ = try await shop.control(.patch, "/customers/anna", ["payment": "fails"])
        try await shop.advance("P7D")
        try await shop.advance("PT2S")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await !shop.isEntitled("anna", to: "club"))
        _ = try await shop.control(.patch, "/customers/anna", ["payment": "works"])
        try await shop.advance("P4D")
        try await shop.show(bought, "anna")
        try await shop.server.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled("anna", to: "club"))
    }

    @Test func `one subscription that Apple cannot answer for holds up no other`() async throws {
        let (shop, _) = try await shop()
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        let second = try await shop.buy("club", "ben")
        let id = try #require(second["originalTransactionId"]?.string)
        shop.wire.alter { request, response in
            guard request.url.contains("/subscriptions/"), !request.url.contains(id) else { return response }
            var broken = response
            broken.status = 503
            return broken
        }
        try await shop.advance("P7D")
        try await shop.advance("PT2S")
        let app = try #require(shop.server.configuration.apps.first)
        let scope = AppScope(bundleID: app.bundleID, environment: .production)
        await #expect(throws: ServiceProblem.self) { try await shop.server.rounds.recover(.statuses, scope) }
        #expect(try await shop.isEntitled("ben", to: "club"))
    }
}
