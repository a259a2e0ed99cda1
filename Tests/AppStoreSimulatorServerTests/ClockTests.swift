// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Synchronization
import Testing

@Suite struct ClockTests {
    @Test func `whoever lives by the store's clock sees a refund that cancels at once, though the clock is stopped`()
        async throws
    {
        // Found by towns' years: the refund is dated a moment after the word that the renewal is off.
        let simulated = try SimulatedService()
        let bought = try await simulated.buy("silver")
        let refund = Command.refund(
            bought.transactionId,
            decision: .prorated(.other, percentage: 50_000),
            cancels: true
        )
        _ = try await simulated.service.perform(refund)
        let records = try await simulated.service.sales(of: "alice")
        let revoked = try #require(records.first?.revocationDate)
        #expect(revoked <= simulated.service.now)
    }

    @Test func `turning the clock renews, in order, and says what was sent`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        #expect(try await simulated.advance(by: "P2M10D") == ["DID_RENEW", "DID_RENEW"])
    }

    @Test func `the clock does not go back`() async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(.post, "/simulator/v1/clock/advance", json: ["to": 1000])
        #expect(answer.status == .unprocessableContent)
    }

    @Test(arguments: [["to": 4_000_000_000_000_000], ["by": "P101Y"]] as [JSONValue])
    func `an instant that is too far away is refused, not waited for`(body: JSONValue) async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(.post, "/simulator/v1/clock/advance", json: body)
        #expect(answer.status == .badRequest && answer.text.contains("100 years"))
    }

    @Test(arguments: ["", "1M", "P", "PT", "P1", "PM", "P1M2", "P1T", "P1H"])
    func `a length that is none is refused`(text: String) async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(.post, "/simulator/v1/clock/advance", json: ["by": text])
        #expect(answer.status == .badRequest)
    }

    @Test(
        arguments: [
            ("PT1M30S", 90_000), ("P1D", 86_400_000), ("P2W", 1_209_600_000), ("P1M", 2_592_000_000),
            ("P1Y", 31_536_000_000), ("P1DT1H", 90_000_000),
        ] as [(String, Int64)]
    )
    func `a length is calendar months and exact days`(text: String, milliseconds: Int64) async throws {
        // The clock begins on 15 June 2025: the month after it has 30 days, and no leap day lies in the year.
        let simulated = try SimulatedService()
        _ = try await simulated.advance(by: text)
        let clock = try await simulated.production.send(.get, "/simulator/v1/clock")
        #expect(try clock.json(TurnSeen.Now.self).now.millisecondsSince1970 == 1_750_000_000_000 + milliseconds)
    }

    @Test func `a running clock lets due events happen automatically`() async throws {
        let wall = Mutex(Date(timeIntervalSince1970: 1000))
        let simulated = try SimulatedService { configuration in
            configuration.clock = .running { wall.withLock { $0 } }
        }
        try await simulated.buy("silver", in: .sandbox)
        wall.withLock { $0 += 16 * 60 }
        let answer = try await simulated.production.send(.get, "/simulator/v1/transactions")
        #expect(answer.text.contains("\"transactions\":"))
        _ = try await simulated.production.send(.get, "/simulator/v1/clock")
        let sent = try await simulated.production.send(.get, "/simulator/v1/notifications?label=DID_RENEW")
        #expect(sent.text.components(separatedBy: "\"label\":\"DID_RENEW\"").count - 1 == 3)
    }

    @Test func `a server may ask while it takes a notification, though the clock runs on`() async throws {
        let wall = Mutex(Date(timeIntervalSince1970: 1000))
        let asking = AskingServer()
        let simulated = try SimulatedService { configuration in
            configuration.clock = .running { wall.withLock { $0 } }
            configuration.transport = asking
        }
        asking.ask(by: { [client = simulated.production] in
            wall.withLock { $0 += 1 }
            return try await client.send(.get, "/simulator/v1/status").status.rawValue
        })
        try await simulated.listen()
        try await simulated.buy("coins")
        await simulated.service.runUntilIdle()
        let sent = try await simulated.production.send(.get, "/simulator/v1/notifications")
        #expect(sent.text.contains("\"sendAttemptResult\":\"SUCCESS\""))
    }
}

/// Stands in for a server that asks the simulator before it answers a notification.
private final class AskingServer: HTTPTransport {
    typealias Ask = @Sendable () async throws -> Int

    private let question = Mutex<Ask?>(nil)

    func ask(by ask: @escaping Ask) {
        question.withLock { $0 = ask }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let ask = question.withLock { $0 }
        return HTTPClientResponse(status: try await ask?() ?? 500)
    }
}

extension TurnSeen {
    struct Now: Decodable {
        var now: Date
    }
}
