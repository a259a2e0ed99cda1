// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct NotificationHistoryTests {
    struct Question: Encodable {
        var startDate: Int64 = 1_750_000_000_000
        var endDate: Int64 = 1_900_000_000_000
        var notificationType: String?
        var notificationSubtype: String?
        var transactionId: String?
        var onlyFailures: Bool?
    }

    struct Answer: Decodable {
        struct Item: Decodable {
            var signedPayload: SignedPayload
        }
        var paginationToken: String?
        var hasMore: Bool
        var notificationHistory: [Item]
    }

    struct APIError: Decodable {
        var errorCode: Int64
    }

    private func ask(
        _ simulated: SimulatedService,
        _ question: Question,
        token: String? = nil
    ) async throws -> InProcessClient.Response {
        try await simulated.production.send(
            .post,
            "/inApps/v1/notifications/history" + (token.map { "?paginationToken=\($0)" } ?? ""),
            headers: try simulated.token(),
            json: question
        )
    }

    @Test func `pages of twenty follow one another by token, the last without one`() async throws {
        let simulated = try SimulatedService()
        for _ in 0..<25 { try await simulated.buy("coins") }
        let first = try await ask(simulated, Question()).json(Answer.self)
        #expect(first.notificationHistory.count == 20)
        #expect(first.hasMore)
        let second = try await ask(simulated, Question(), token: first.paginationToken).json(Answer.self)
        #expect(second.notificationHistory.count == 5)
        #expect(second.paginationToken == nil)
        #expect(!second.hasMore)
        let verified = try simulated.verifier().verifyNotification(
            second.notificationHistory[0].signedPayload,
            asOf: SimulatedService.start
        )
        #expect(verified.notification.payload.notificationType == .oneTimeCharge)
    }

    @Test func `filters choose by type, customer and failure`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        try await simulated.buy("silver")
        await simulated.service.runUntilIdle()
        simulated.inbox.answer(500)
        let coins = try await simulated.buy("coins", by: "bob").transactionId.rawValue
        await simulated.service.runUntilIdle()
        func count(_ question: Question) async throws -> Int {
            try await ask(simulated, question).json(Answer.self).notificationHistory.count
        }
        #expect(try await count(Question()) == 2)
        #expect(try await count(Question(notificationType: "SUBSCRIBED")) == 1)
        #expect(try await count(Question(notificationType: "SUBSCRIBED", notificationSubtype: "RESUBSCRIBE")) == 0)
        #expect(try await count(Question(transactionId: coins)) == 1)
        #expect(try await count(Question(onlyFailures: true)) == 1)
    }

    @Test(
        arguments: [
            (Question(startDate: 5, endDate: 4), 4_000_013), (Question(startDate: 5), 4_000_012),
            (Question(startDate: -1), 4_000_015), (Question(endDate: -1), 4_000_016),
            (Question(notificationType: "NEWS"), 4_000_018), (Question(notificationSubtype: "UPGRADE"), 4_000_018),
            (Question(notificationType: "TEST", transactionId: "1"), 4_000_019),
            (Question(transactionId: "x"), 4_000_006), (Question(transactionId: "5"), 4_040_010),
        ] as [(Question, Int64)]
    )
    func `a question that is not good has its own error`(question: Question, code: Int64) async throws {
        let simulated = try SimulatedService()
        #expect(try await ask(simulated, question).json(APIError.self).errorCode == code)
    }

    @Test func `a token of another question is refused`() async throws {
        let simulated = try SimulatedService()
        for _ in 0..<25 { try await simulated.buy("coins") }
        let token = try await ask(simulated, Question()).json(Answer.self).paginationToken
        let other = try await ask(simulated, Question(onlyFailures: true), token: token)
        #expect(try other.json(APIError.self).errorCode == 4_000_014)
    }
}
