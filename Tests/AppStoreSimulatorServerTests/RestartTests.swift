// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct RestartTests {
    @Test func `after a restart everything continues as if there had been none`() async throws {
        let uninterrupted = try SimulatedService()
        try await uninterrupted.buy("silver")
        _ = try await uninterrupted.advance(by: "P40D")
        let expected = try await uninterrupted.buy("coins")
        try await withTemporaryFolder { folder in
            let first = try SimulatedService(dataDirectory: folder)
            try await first.buy("silver")
            _ = try await first.advance(by: "P40D")
            // Nothing was asked to stop: what is on disk has to be enough.
            let second = try SimulatedService(dataDirectory: folder)
            let purchase = try await second.buy("coins")
            #expect(purchase.transactionId == expected.transactionId)
            let list = try await second.production.send(.get, "/simulator/v1/transactions")
            let all = try await uninterrupted.production.send(.get, "/simulator/v1/transactions")
            #expect(list.text == all.text)
        }
    }

    @Test func `a bundle that was defined is still sold after a restart`() async throws {
        try await withTemporaryFolder { folder in
            let first = try SimulatedService(dataDirectory: folder)
            let partner: JSONValue = ["product": "maps", "developer": "Maps Ltd", "displayName": "Maps", "price": 4990]
            let body: JSONValue = [
                "product": "pair", "referenceName": "A pair", "price": 9990, "group": "pairs", "members": ["silver"],
                "partners": [partner],
            ]
            let defined = try await first.production.send(.post, "/simulator/v1/bundles", json: body)
            #expect(defined.status == .noContent, "\(defined.text)")
            let second = try SimulatedService(dataDirectory: folder)
            try await second.buy("pair")
            let bundles = try await second.production.send(.get, "/simulator/v1/customers/alice/bundles").text
            for part in [#""product":"pair""#, #""group":"pairs""#, #""developer":"Maps Ltd""#] {
                #expect(bundles.contains(part), "\(bundles)")
            }
            let again = try await second.production.send(.post, "/simulator/v1/bundles", json: body)
            #expect(again.status == .badRequest, "\(again.text)")
        }
    }

    @Test func `a notification that was not sent yet is sent after a restart`() async throws {
        try await withTemporaryFolder { folder in
            let first = try SimulatedService(dataDirectory: folder)
            try await first.listen()
            first.inbox.answer(500)
            try await first.buy("coins")
            await first.service.runUntilIdle()
            let second = try SimulatedService(dataDirectory: folder)
            _ = try await second.advance(by: "PT2H")
            #expect(try second.inbox.documents() == first.inbox.documents())
        }
    }

    @Test func `keys and certificates are stored, readable by their owner alone`() async throws {
        try await withTemporaryFolder { folder in
            let first = try SimulatedService(dataDirectory: folder) { $0.authority = nil }
            let second = try SimulatedService(dataDirectory: folder) { $0.authority = nil }
            #expect(first.service.rootCertificate == second.service.rootCertificate)
            #expect(first.service.apiKeys == second.service.apiKeys)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/authority.json")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `a save can be gone back to`() async throws {
        try await withTemporaryFolder { folder in
            let simulated = try SimulatedService(dataDirectory: folder)
            try await simulated.buy("coins")
            let saved = try await simulated.production.send(.post, "/simulator/v1/save", json: ["name": "one"])
            #expect(saved.status == .noContent)
            let before = try await simulated.production.send(.get, "/simulator/v1/transactions").text
            let next = try await simulated.buy("lifetime").transactionId
            _ = try await simulated.production.send(.post, "/simulator/v1/load", json: ["name": "one"])
            #expect(try await simulated.production.send(.get, "/simulator/v1/transactions").text == before)
            #expect(try await simulated.buy("lifetime").transactionId == next)
        }
    }

    @Test func `a save whose numbers make no sense is not gone back to`() async throws {
        try await withTemporaryFolder { folder in
            let simulated = try SimulatedService(dataDirectory: folder) {
                $0.settings.production.grace = GracePeriod(days: .max)
            }
            _ = try await simulated.production.send(.post, "/simulator/v1/save", json: ["name": "one"])
            let good: JSONValue = ["grace": ["days": 16]]
            _ = try await simulated.production.send(.put, "/simulator/v1/settings/production", json: good)
            let id = try await simulated.buy("coins").transactionId
            let loaded = try await simulated.production.send(.post, "/simulator/v1/load", json: ["name": "one"])
            #expect(loaded.status == .badRequest && loaded.text.contains("grace.days"))
            let stored = try SimulatedService(dataDirectory: folder)
            for service in [simulated, stored] {
                let list = try await service.production.send(.get, "/simulator/v1/transactions")
                #expect(list.text.contains(id.rawValue))
            }
        }
    }

    private struct History: Decodable {
        var revision: String
        var signedTransactions: [SignedPayload]
    }

    private func history(
        _ simulated: SimulatedService,
        of id: TransactionID,
        after revision: String? = nil
    ) async throws -> History {
        let query = revision.map { "?revision=\($0)" } ?? ""
        let answer = try await simulated.sandbox.send(
            .get,
            "/inApps/v2/history/\(id)\(query)",
            headers: try simulated.token()
        )
        guard answer.status == .ok else { throw UnexpectedAnswer(text: answer.text) }
        return try answer.json()
    }

    @Test func `a revision stays good when the history was cleared and the simulator started again`() async throws {
        try await withTemporaryFolder { folder in
            let first = try SimulatedService(dataDirectory: folder)
            for _ in 0..<2 { try await first.buy("coins", in: .sandbox) }
            let third = try await first.buy("coins", in: .sandbox)
            let revision = try await history(first, of: third.transactionId).revision
            _ = try await first.sandbox.send(.delete, "/simulator/v1/customers/alice/history")
            let second = try SimulatedService(dataDirectory: folder)
            let fourth = try await second.buy("coins", in: .sandbox)
            let changes = try await history(second, of: fourth.transactionId, after: revision)
            #expect(changes.signedTransactions.count == 1)
        }
    }

    @Test(arguments: [true, false])
    func `a revision stays good when an older save is gone back to`(restarts: Bool) async throws {
        try await withTemporaryFolder { folder in
            let first = try SimulatedService(dataDirectory: folder)
            try await first.buy("coins", in: .sandbox)
            _ = try await first.sandbox.send(.post, "/simulator/v1/save", json: ["name": "one"])
            for _ in 0..<2 { try await first.buy("coins", in: .sandbox) }
            let last = try await first.buy("coins", in: .sandbox)
            let revision = try await history(first, of: last.transactionId).revision
            _ = try await first.sandbox.send(.post, "/simulator/v1/load", json: ["name": "one"])
            let second = restarts ? try SimulatedService(dataDirectory: folder) : first
            let next = try await second.buy("lifetime", in: .sandbox)
            let changes = try await history(second, of: next.transactionId, after: revision)
            #expect(changes.signedTransactions.count == 1)
        }
    }

    @Test(arguments: ["", "../x", "a/b", "ü"])
    func `a save's name cannot lead out of the folder`(name: String) async throws {
        try await withTemporaryFolder { folder in
            let simulated = try SimulatedService(dataDirectory: folder)
            let answer = try await simulated.production.send(.post, "/simulator/v1/save", json: ["name": name])
            #expect(answer.status == .notFound)
        }
    }

    @Test func `a reset begins again`() async throws {
        let simulated = try SimulatedService()
        let first = try await simulated.buy("silver").transactionId
        _ = try await simulated.advance(by: "P3M")
        _ = try await simulated.production.send(.post, "/simulator/v1/reset")
        #expect(
            try await simulated.production.send(.get, "/simulator/v1/transactions").text == #"{"transactions":[]}"#
        )
        #expect(try await simulated.buy("silver").transactionId == first)
    }
}
