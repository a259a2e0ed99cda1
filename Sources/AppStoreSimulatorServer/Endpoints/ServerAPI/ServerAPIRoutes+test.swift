// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ServerAPIRoutes {
    private struct TestAnswer: Encodable {
        var testNotificationToken: String
    }

    struct AttemptItem: Encodable {
        var attemptDate: Date
        var sendAttemptResult: SendAttemptResult
    }

    struct NotificationItem: Encodable {
        var signedPayload: SignedPayload
        var sendAttempts: [AttemptItem]

        init?(_ record: NotificationRecord) {
            guard let document = record.document else { return nil }
            signedPayload = document
            sendAttempts = record.attempts.map {
                AttemptItem(attemptDate: $0.instant, sendAttemptResult: $0.result)
            }
        }
    }

    func requestTest(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard await engine.notificationURL(in: caller.environment) != nil else {
            throw ServerAPIError.notificationURLNotFound
        }
        let outcome = try await engine.perform(
            .requestTestNotification(app: caller.app, environment: caller.environment)
        )
        guard case .testNotification(let uuid) = outcome.answer else { throw ServerAPIError.internalError }
        let stamp = await engine.now.millisecondsSince1970
        return try .apple(TestAnswer(testNotificationToken: "\(uuid)_\(stamp)"))
    }

    func testStatus(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let token = try request.parameter("token")
        let halves = token.split(separator: "_")
        guard halves.count == 2, Int64(halves[1]) != nil, let uuid = NotificationUUID(String(halves[0])) else {
            throw ServerAPIError.invalidTestNotificationToken
        }
        let records = try await engine.notifications("uuid = \(uuid.description)", limit: 1)
        guard let record = records.first, record.effect.app == caller.app,
            record.effect.environment == caller.environment, !record.attempts.isEmpty,
            let item = NotificationItem(record)
        else { throw ServerAPIError.testNotificationNotFound }
        return try .apple(item)
    }
}
