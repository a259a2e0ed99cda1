// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// What a customer sees before canceling, and how fast the app's server must be.
@Suite struct RetentionTests {
    private struct Sheet: Decodable {
        var source: String
        var messageIdentifier: String?
        var sendAttemptResult: String?
    }

    private static let url = "https://example.com/now"
    private let message = UUID()

    private func client() async throws -> (SimulatedClients, Purchase) {
        let clients = try SimulatedClients()
        let silver = try await clients.simulated.buy("silver", in: .sandbox)
        try await clients.sandbox.uploadMessage(
            UploadMessageRequestBody(header: "Stay", body: "There is more."),
            as: message
        )
        return (clients, silver)
    }

    private func sheet(_ clients: SimulatedClients) async throws -> Sheet {
        let answer = try await clients.simulated.sandbox.send(
            .post,
            "/simulator/v1/customers/alice/subscriptions/group/cancel-sheet"
        )
        return try answer.json()
    }

    @Test func `before canceling the app's server is asked, and the customer sees its message`() async throws {
        let (clients, silver) = try await client()
        try await clients.sandbox.setRealtimeURL(RealtimeURL(realtimeURL: Self.url))
        clients.simulated.inbox.answer(200, #"{"message":{"messageIdentifier":"\#(message)"}}"#)
        let sheet = try await sheet(clients)
        #expect(sheet.source == "realtime")
        #expect(sheet.messageIdentifier == message.uuidString.lowercased())
        let question = try clients.simulated.verifier(.sandbox).verify(
            try #require(try clients.simulated.inbox.documents().first),
            as: RealtimeRequestPayload.self,
            asOf: SimulatedService.start
        )
        #expect(question.payload.originalTransactionId == silver.originalTransactionId)
        #expect(question.payload.productId == "silver")
        #expect(question.payload.userLocale == "en-US")
        #expect(question.payload.appAppleId == nil)
    }

    @Test(
        arguments: [
            (500, "", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"), (200, "{}", "INVALID_RESPONSE"),
            (200, #"{"message":{"messageIdentifier":"5d7a4e0e-3c1f-4a63-9b6a-1f0a2f3b4c5d"}}"#, "SUCCESS"),
        ]
    )
    func `without a usable answer the message set beforehand stands`(
        status: Int,
        body: String,
        result: String
    ) async throws {
        let (clients, _) = try await client()
        #expect(try await sheet(clients).source == "none")
        try await clients.sandbox.setDefaultMessage(
            DefaultConfiguration(messageIdentifier: message),
            for: "silver",
            locale: "en-US"
        )
        #expect(try await sheet(clients).source == "standard")
        try await clients.sandbox.setRealtimeURL(RealtimeURL(realtimeURL: Self.url))
        clients.simulated.inbox.answer(status, body)
        let sheet = try await sheet(clients)
        #expect(sheet.source == "standard")
        #expect(sheet.sendAttemptResult == result)
    }

    /// Runs a test to its end.
    private func run(
        _ clients: SimulatedClients,
        of id: OriginalTransactionID
    ) async throws
        -> PerformanceTestResultResponse
    {
        let started = try await clients.sandbox.startPerformanceTest(
            PerformanceTestRequest(originalTransactionId: id)
        )
        while true {
            let result = try await clients.sandbox.performanceTestResult(started.requestId)
            if result.result != .pending { return result.body }
            await Task.yield()
        }
    }

    @Test func `a fast server passes the performance test, which production asks for`() async throws {
        let (clients, silver) = try await client()
        let url = RealtimeURL(realtimeURL: Self.url)
        let early = await #expect(throws: AppStoreAPIError.self) { try await clients.production.setRealtimeURL(url) }
        #expect(early?.apiErrorCode == .forbiddenNoPassingTest)
        try await clients.sandbox.setRealtimeURL(url)
        clients.simulated.inbox.answer(200, #"{"message":{"messageIdentifier":"\#(message)"}}"#)
        let result = try await run(clients, of: silver.originalTransactionId)
        #expect(result.result == .pass)
        #expect(result.successRate == 100 && result.numPending == 0)
        #expect(result.target == Self.url)
        #expect(result.config.responseTimeThreshold == 700)
        #expect(result.responseTimes.p99 != nil)
        #expect(clients.simulated.inbox.received.count == result.config.totalRequests)
        try await clients.production.setRealtimeURL(url)
    }

    @Test func `a server that fails does not pass, and the failures are counted`() async throws {
        let (clients, silver) = try await client()
        try await clients.sandbox.setRealtimeURL(RealtimeURL(realtimeURL: Self.url))
        clients.simulated.inbox.answer(500)
        let result = try await run(clients, of: silver.originalTransactionId)
        #expect(result.result == .fail)
        #expect(result.failures == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE": 50])
    }

    @Test func `a performance test that a stop interrupted has failed, and another can be started`() async throws {
        try await withTemporaryFolder { folder in
            let server = SlowInbox()
            let first = try SimulatedClients(SimulatedService(dataDirectory: folder) { $0.transport = server })
            let silver = try await first.simulated.buy("silver", in: .sandbox).originalTransactionId
            try await first.sandbox.setRealtimeURL(RealtimeURL(realtimeURL: Self.url))
            let request = PerformanceTestRequest(originalTransactionId: silver)
            let started = try await first.sandbox.startPerformanceTest(request)
            await server.waitForRequests(1)
            let second = try SimulatedClients(SimulatedService(dataDirectory: folder))
            let interrupted = try await second.sandbox.performanceTestResult(started.requestId)
            #expect(interrupted.result == .fail && interrupted.numPending == 0)
            #expect(interrupted.failures == ["OTHER": 50])
            second.simulated.inbox.answer(500)
            #expect(try await run(second, of: silver).failures == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE": 50])
        }
    }

    @Test func `a reset takes the real-time URL away`() async throws {
        let (clients, _) = try await client()
        try await clients.sandbox.setRealtimeURL(RealtimeURL(realtimeURL: Self.url))
        _ = try await clients.simulated.sandbox.send(.post, "/simulator/v1/reset")
        let error = await #expect(throws: AppStoreAPIError.self) { try await clients.sandbox.realtimeURL() }
        #expect(error?.apiErrorCode == .realtimeUrlNotFound)
    }

    @Test func `a performance test without a URL, in production or of nothing is refused`() async throws {
        let (clients, silver) = try await client()
        let request = PerformanceTestRequest(originalTransactionId: silver.originalTransactionId)
        let homeless = await #expect(throws: AppStoreAPIError.self) {
            try await clients.sandbox.startPerformanceTest(request)
        }
        #expect(homeless?.apiErrorCode == .realtimeUrlNotFound)
        let production = await #expect(throws: AppStoreAPIError.self) {
            try await clients.production.startPerformanceTest(request)
        }
        #expect(production?.apiErrorCode == .invalidPerformanceTestRequest)
        let unknown = await #expect(throws: AppStoreAPIError.self) {
            try await clients.sandbox.performanceTestResult(UUID().uuidString)
        }
        #expect(unknown?.apiErrorCode == .performanceTestRunNotFound)
    }
}
