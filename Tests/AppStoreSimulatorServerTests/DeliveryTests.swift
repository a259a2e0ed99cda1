// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@Suite struct DeliveryTests {
    struct History: Decodable {
        struct Item: Decodable {
            struct Attempt: Decodable {
                var attemptDate: Date
                var sendAttemptResult: String
            }
            var label: String
            var attempts: [Attempt]
        }
        var notifications: [Item]
    }

    @Test func `a purchase's notification reaches the URL and verifies`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        let purchase = try await simulated.buy("silver")
        await simulated.service.runUntilIdle()
        #expect(simulated.inbox.received.map(\.url) == ["https://example.com/apple"])
        let document = try #require(try simulated.inbox.documents().first)
        let verified = try simulated.verifier().verifyNotification(document, asOf: SimulatedService.start)
        #expect(verified.notification.payload.notificationType == .subscribed)
        #expect(verified.transaction?.payload.transactionId == purchase.transactionId)
    }

    @Test func `without a URL nothing is sent, and the history says what would have been`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("coins")
        await simulated.service.runUntilIdle()
        #expect(simulated.inbox.received.isEmpty)
        #expect(try await history(of: simulated).map(\.label) == ["ONE_TIME_CHARGE"])
    }

    @Test func `production sends again after 1, 12, 24, 48 and 72 hours, then stops`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        simulated.inbox.answer(500)
        try await simulated.buy("coins")
        _ = try await simulated.advance(by: "P30D")
        let attempts = try #require(try await history(of: simulated).first).attempts
        let hours = attempts.map { $0.attemptDate.timeIntervalSince(SimulatedService.start) / 3600 }
        #expect(hours == [0, 1, 13, 37, 85, 157])
        #expect(Set(attempts.map(\.sendAttemptResult)) == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"])
        #expect(Set(try simulated.inbox.documents()).count == 1)
    }

    @Test func `a notification that is taken is not sent again`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        simulated.inbox.fail(.timedOut)
        try await simulated.buy("coins")
        await simulated.service.runUntilIdle()
        simulated.inbox.answer(206)
        _ = try await simulated.advance(by: "P30D")
        let results = try #require(try await history(of: simulated).first).attempts.map(\.sendAttemptResult)
        #expect(results == ["TIMED_OUT", "SUCCESS"])
    }

    @Test func `the sandbox tries once`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen(.sandbox)
        simulated.inbox.answer(503)
        try await simulated.buy("coins", in: .sandbox)
        _ = try await simulated.advance(by: "P30D")
        #expect(simulated.inbox.received.count == 1)
    }

    @Test(
        arguments: [
            (.timedOut, "TIMED_OUT"), (.tls, "TLS_ISSUE"), (.tooManyRedirects, "CIRCULAR_REDIRECT"),
            (.noResponse, "NO_RESPONSE"), (.cannotConnect, "SOCKET_ISSUE"), (.cannotResolve, "SOCKET_ISSUE"),
            (.connectionBroken, "SOCKET_ISSUE"), (.invalidResponse, "INVALID_RESPONSE"),
            (.prematureClose, "PREMATURE_CLOSE"), (.other, "OTHER"),
        ] as [(HTTPClientError.Code, String)]
    )
    func `a failed attempt is reported by Apple's names`(code: HTTPClientError.Code, word: String) async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        simulated.inbox.fail(code)
        try await simulated.buy("coins")
        await simulated.service.runUntilIdle()
        #expect(try await history(of: simulated).first?.attempts.first?.sendAttemptResult == word)
    }

    private func history(of simulated: SimulatedService) async throws -> [History.Item] {
        try await simulated.production.send(.get, "/simulator/v1/notifications").json(History.self).notifications
    }
}
