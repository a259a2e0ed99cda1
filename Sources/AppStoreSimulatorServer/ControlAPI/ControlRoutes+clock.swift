// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    /// Where the clock shall go: by a length or to an instant.
    private struct AdvanceClockRequest: Decodable {
        var by: String?
        var to: Date?
    }

    private struct ClockResponse: Encodable {
        var now: Date
        var nextEventDate: Date?
    }

    private struct AdvanceClockResponse: Encodable {
        var now: Date
        var transactions: Int
        var notifications: [String]
        var notificationCount: Int
    }

    func addClock(to routes: inout Router) {
        routes.on(.get, "/clock") { _ in
            try await engine.catchUp()
            return try await .json(ClockResponse(now: engine.now, nextEventDate: engine.nextEventDate()))
        }
        routes.on(.post, "/clock/advance") { request in
            let body = try request.json(AdvanceClockRequest.self)
            try await engine.catchUp()
            let turn = try await engine.advance(to: try target(of: body, from: await engine.now))
            return try .json(
                AdvanceClockResponse(
                    now: turn.now,
                    transactions: turn.transactions,
                    notifications: turn.notifications,
                    notificationCount: turn.notificationCount
                )
            )
        }
        routes.on(.post, "/clock/run-due") { _ in
            await engine.runUntilIdle()
            return HTTPResponse(status: .noContent)
        }
    }

    private func target(of body: AdvanceClockRequest, from now: Date) throws -> Date {
        if let instant = body.to { return instant }
        guard let text = body.by, let length = TimeSpan(text) else {
            throw Problem(
                .badRequest,
                detail: "Say how far: \"by\" with an ISO 8601 duration such as P1M or PT5M, or \"to\"."
            )
        }
        return length.added(to: now)
    }
}
