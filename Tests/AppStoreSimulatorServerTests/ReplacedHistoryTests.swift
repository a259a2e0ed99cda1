// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// A reset or a load while the app's server has not answered yet.
@Suite(.timeLimit(.minutes(1))) struct ReplacedHistoryTests {
    private struct ClockSeen: Decodable {
        var nextEventDate: Date?
    }

    private func post(
        _ simulated: SimulatedService,
        _ path: String,
        _ body: JSONValue = [:]
    ) async throws
        -> InProcessClient.Response
    {
        try await simulated.production.send(.post, "/simulator/v1" + path, json: body)
    }

    private func attempts(_ simulated: SimulatedService) async throws -> [[String]] {
        try await simulated.production.send(.get, "/simulator/v1/notifications").json(DeliveryTests.History.self)
            .notifications.map { $0.attempts.map(\.sendAttemptResult) }
    }

    @Test func `after a reset nothing that failed before is tried again, and the clock turns`() async throws {
        let server = SlowInbox()
        let simulated = try SimulatedService { $0.transport = server }
        try await simulated.listen()
        try await simulated.buy("coins")
        await server.waitForRequests(1)
        #expect(try await post(simulated, "/reset").status == .noContent)
        server.release(500)
        await simulated.service.runUntilIdle()
        let clock = try await simulated.production.send(.get, "/simulator/v1/clock").json(ClockSeen.self)
        try #require(clock.nextEventDate == nil)
        #expect(try await simulated.advance(by: "P1D").isEmpty)
        #expect(try await attempts(simulated).isEmpty)
        #expect(server.count == 1)
    }

    @Test func `an answer from before a reset is not taken for one to what came after it`() async throws {
        let server = SlowInbox()
        let simulated = try SimulatedService { $0.transport = server }
        try await simulated.listen()
        try await simulated.buy("coins")
        await server.waitForRequests(1)
        #expect(try await post(simulated, "/reset").status == .noContent)
        try await simulated.buy("lifetime")
        server.release(200)
        await simulated.service.runUntilIdle()
        #expect(server.count == 2)
        #expect(try await attempts(simulated) == [["SUCCESS"]])
    }

    @Test func `an answer from before a load changes nothing of what was loaded`() async throws {
        try await withTemporaryFolder { folder in
            let server = SlowInbox()
            let simulated = try SimulatedService(dataDirectory: folder) { $0.transport = server }
            #expect(try await post(simulated, "/save", ["name": "empty"]).status == .noContent)
            try await simulated.listen()
            try await simulated.buy("coins")
            await server.waitForRequests(1)
            #expect(try await post(simulated, "/load", ["name": "empty"]).status == .noContent)
            server.release(500)
            await simulated.service.runUntilIdle()
            let clock = try await simulated.production.send(.get, "/simulator/v1/clock").json(ClockSeen.self)
            #expect(clock.nextEventDate == nil)
        }
    }

    @Test func `while the clock is being turned neither a reset nor a load is done`() async throws {
        try await withTemporaryFolder { folder in
            let server = SlowInbox(answering: 200)
            let simulated = try SimulatedService(dataDirectory: folder) { $0.transport = server }
            try await simulated.listen()
            try await simulated.buy("silver")
            await simulated.service.runUntilIdle()
            #expect(try await post(simulated, "/save", ["name": "one"]).status == .noContent)
            server.hold()
            async let labels = simulated.advance(by: "P40D")
            await server.waitForRequests(2)
            for answer in [
                try await post(simulated, "/load", ["name": "one"]), try await post(simulated, "/reset"),
            ] {
                #expect(answer.status == .conflict)
                #expect(try answer.json(JSONValue.self)["code"]?.string == "clock-busy")
            }
            server.release(200)
            #expect(try await labels == ["DID_RENEW"])
        }
    }
}
