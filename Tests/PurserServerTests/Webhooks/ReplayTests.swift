// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct ReplayTests {
    private func makeEndpoint(_ shop: TestShop) async throws -> WebhookEndpointBody {
        try await shop.send(.post, "/v1/webhooks", ["url": "https://backend.example/hook"]).json()
    }

    /// Writes events as if they had happened.
    private func write(_ numbers: Range<Int>, of app: BundleID, in shop: TestShop) async throws {
        let scope = AppScope(bundleID: app, environment: .production)
        try await shop.store.write { writer in
            for number in numbers {
                let event = ServerEvent(
                    id: EventID(rawValue: "evt_\(number)"),
                    type: .test,
                    scope: scope,
                    customer: "anna",
                    occurred: TestClock.start
                )
                try writer.append(event.stored())
            }
        }
    }

    private static let noRanges: [JSONValue] = [
        ["from": .integer(.min)], ["from": .integer(-1)], ["from": 0], ["through": 0], ["from": 7, "through": 6],
        ["from": 1, "through": .integer(.min)],
    ]

    @Test(arguments: noRanges)
    func `a range that is none is refused, and the server goes on`(request: JSONValue) async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        let answer = try await shop.send(.post, "/v1/webhooks/\(endpoint.id)/replay", request)
        #expect(answer.status == 400 && answer.code == "invalid-parameter")
        #expect(try await shop.send(.get, "/healthz", key: "").status == 200)
    }

    @Test func `a long range is told whole, and of no other app`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        try await write(0..<10_100, of: "com.example.tea", in: shop)
        try await write(10_100..<20_300, of: TestShop.app, in: shop)
        let path = "/v1/webhooks/\(endpoint.id)/replay"
        let all: CountBody = try await shop.send(.post, path, ["from": 1]).json()
        #expect(all.count == 10_200)
        let counts = try await shop.store.read { try $0.webhookCounts(of: endpoint.id) }
        #expect(counts[.pending] == 10_200)
        let some: CountBody = try await shop.send(.post, path, ["from": 10_099, "through": 10_103]).json()
        #expect(some.count == 3)
        let greatest: CountBody = try await shop.send(.post, path, ["from": .integer(.max)]).json()
        #expect(greatest.count == 0)
    }

    @Test func `dead letters are told again however many there are, in their order`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        try await write(0..<2300, of: TestShop.app, in: shop)
        let path = "/v1/webhooks/\(endpoint.id)/replay"
        _ = try await shop.send(.post, path, ["from": 1])
        try await shop.store.write { try $0.execute("UPDATE webhook_deliveries SET state = 'dead'") }
        let dead: CountBody = try await shop.send(.post, path, ["deadOnly": true]).json()
        #expect(dead.count == 2300)
        #expect(try await shop.store.read { try $0.webhookCounts(of: endpoint.id) } == [.pending: 2300])
    }
}
