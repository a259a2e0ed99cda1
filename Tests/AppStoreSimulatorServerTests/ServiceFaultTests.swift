// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// The faults of what is signed, sent and kept, each switched on over HTTP.
@Suite struct ServiceFaultTests {
    private func set(_ simulated: SimulatedService, _ faults: String, _ path: String = "/faults") async throws {
        let answer = try await simulated.production.send(
            .put,
            "/simulator/v1\(path)",
            headers: ["Content-Type": "application/json"],
            body: Data(faults.utf8)
        )
        guard answer.status == .ok else { throw UnexpectedAnswer(text: answer.text) }
    }

    private struct Notifications: Decodable {
        struct Item: Decodable {
            struct Attempt: Decodable { var sendAttemptResult: String }
            var label: String
            var signedDate: Date
            var attempts: [Attempt]
        }
        var notifications: [Item]
    }

    private func notifications(_ simulated: SimulatedService) async throws -> [Notifications.Item] {
        try await simulated.production.send(.get, "/simulator/v1/notifications")
            .json(Notifications.self).notifications
    }

    @Test(arguments: ["expired", "wrong"])
    func `documents with a faulty intermediate are refused until the fault is gone`(fault: String) async throws {
        let simulated = try SimulatedService()
        let verifier = try simulated.verifier()
        try await set(simulated, #"{"intermediate": "\#(fault)"}"#)
        let faulty = try await simulated.buy("coins").signedTransactionInfo
        #expect(throws: VerificationError.self) {
            try verifier.verify(faulty, as: TransactionPayload.self, asOf: SimulatedService.start)
        }
        try await set(simulated, "{}")
        let good = try await simulated.buy("coins").signedTransactionInfo
        _ = try verifier.verify(good, as: TransactionPayload.self, asOf: SimulatedService.start)
    }

    @Test func `an address whose TLS Apple would refuse gets nothing, and the attempts say why`() async throws {
        let simulated = try SimulatedService()
        try await simulated.listen()
        try await set(simulated, #"{"tlsRefusedPerMille": 1000}"#)
        try await simulated.buy("coins")
        await simulated.service.runUntilIdle()
        #expect(simulated.inbox.received.isEmpty)
        #expect(try await notifications(simulated).first?.attempts.map(\.sendAttemptResult) == ["TLS_ISSUE"])
        try await set(simulated, "{}")
        _ = try await simulated.advance(by: "PT1H")
        #expect(simulated.inbox.received.count == 1)
    }

    @Test func `a clock that is ahead signs ahead`() async throws {
        let simulated = try SimulatedService()
        try await set(simulated, #"{"production": {"faults": {"clockSkewSeconds": 120}}}"#, "/settings")
        try await simulated.buy("coins")
        let date = try await notifications(simulated).first?.signedDate
        #expect(date == SimulatedService.start.addingTimeInterval(120))
    }

    @Test func `settings change only where a request says so`() async throws {
        let simulated = try SimulatedService()
        try await set(simulated, #"{"grace": {"days": 16, "onlyAfterPaidPeriods": false}}"#, "/settings/production")
        try await set(simulated, #"{"production": {"proceedsBasisPoints": 8500}, "sandbox": {}}"#, "/settings")
        let all = try await simulated.production.send(.get, "/simulator/v1/settings").json(SimulatorSettings.self)
        #expect(all.production.grace?.days == 16)
        #expect(all.production.proceedsBasisPoints == 8500)
        #expect(all.sandbox == .sandbox)
        try await set(simulated, #"{"grace": null}"#, "/settings/production")
        let one = try await simulated.production.send(.get, "/simulator/v1/settings/production")
        #expect(try one.json(EnvironmentSettings.self).grace == nil)
        let wrong = try await simulated.production.send(
            .put,
            "/simulator/v1/settings",
            json: ["production": ["proceedsBasisPoints": "much"]]
        )
        #expect(wrong.status == .badRequest)
    }

    @Test func `the same seed fails the same requests`() async throws {
        func statuses(seed: UInt64) async throws -> [Int] {
            let simulated = try SimulatedService { $0.seed = seed }
            let id = try await simulated.buy("coins").transactionId
            try await set(simulated, #"{"api": {"failedPerMille": 400, "status": 503}}"#)
            var statuses: [Int] = []
            for _ in 0..<30 {
                let answer = try await simulated.production.send(
                    .get,
                    "/inApps/v1/transactions/\(id)",
                    headers: try simulated.token()
                )
                statuses.append(answer.status.rawValue)
            }
            return statuses
        }
        let first = try await statuses(seed: 3)
        #expect(Set(first) == [200, 503])
        #expect(try await statuses(seed: 3) == first)
        #expect(try await statuses(seed: 4) != first)
    }

    @Test func `more transactions than fit on a page are sent page by page`() async throws {
        struct Page: Decodable {
            struct Item: Decodable { var transaction: TransactionPayload }
            var transactions: [Item]
            var next: String?
        }
        let simulated = try SimulatedService()
        for _ in 1...7 { try await simulated.buy("coins") }
        var ids: [TransactionID] = []
        var path = "/simulator/v1/transactions?customer=alice&limit=3"
        var sizes: [Int] = []
        while true {
            let page = try await simulated.production.send(.get, path).json(Page.self)
            ids += page.transactions.map(\.transaction.transactionId)
            sizes.append(page.transactions.count)
            guard let next = page.next else { break }
            path = "/simulator/v1/transactions?customer=alice&limit=3&before=\(next)"
        }
        #expect(sizes == [3, 3, 1])
        #expect(Set(ids).count == 7)
        let wrong = try await simulated.production.send(.get, "/simulator/v1/transactions?limit=0")
        #expect(wrong.status == .badRequest)
    }
}
