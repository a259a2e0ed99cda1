// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct Version1DeliveryTests {
    @Test func `a URL set to version 1 gets the unsigned body with the receipt`() async throws {
        let simulated = try SimulatedService()
        _ = try await simulated.production.send(
            .put,
            "/simulator/v1/notifications/url",
            json: ["url": "https://example.com/old", "version": "version1"]
        )
        try await simulated.buy("silver")
        await simulated.service.runUntilIdle()
        let received = try #require(simulated.inbox.received.first)
        let body = try AppStoreJSON.decode([String: JSONValue].self, from: received.body)
        #expect(body["notification_type"] == .string("INITIAL_BUY"))
        #expect(body["environment"] == .string("PROD"))
        #expect(body["auto_renew_status"] == .string("true"))
        guard case .string(let secret)? = body["password"], case .object(let unified)? = body["unified_receipt"],
            case .string(let receipt)? = unified["latest_receipt"]
        else { throw UnexpectedAnswer(text: "no password or no receipt") }
        let answer = try await simulated.production.send(
            .post,
            "/verifyReceipt",
            json: ["receipt-data": receipt, "password": secret]
        )
        #expect(try answer.json([String: JSONValue].self)["status"] == .integer(0))
    }

    @Test func `a test notification is of version 2 all the same`() async throws {
        let simulated = try SimulatedService()
        _ = try await simulated.production.send(
            .put,
            "/simulator/v1/notifications/url",
            json: ["url": "https://example.com/old", "version": "version1"]
        )
        _ = try await simulated.production.send(.post, "/simulator/v1/notifications/test")
        await simulated.service.runUntilIdle()
        let document = try #require(try simulated.inbox.documents().first)
        let verified = try simulated.verifier().verifyNotification(document, asOf: SimulatedService.start)
        #expect(verified.notification.payload.notificationType == .test)
    }

    @Test func `a body that is cut off arrives by half`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        _ = try await simulated.production.send(
            .put,
            "/simulator/v1/faults",
            json: ["droppedConnectionsPerMille": 1000]
        )
        try await simulated.buy("coins")
        await simulated.service.runUntilIdle()
        #expect(throws: (any Error).self) { try simulated.inbox.documents() }
    }
}
