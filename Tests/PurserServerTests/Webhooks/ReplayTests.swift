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
    private func makeEndpoint(_ shop: TestShop, _ more: JSONValue = [:]) async throws -> WebhookEndpointBody {
        let url: JSONValue = "https://backend.example/hook"
        return try await shop.send(.post, "/v1/webhook-endpoints", more.with("url", url)).json()
    }

    /// Writes events as if they had happened.
    private func write(_ numbers: Range<Int>, of app: BundleID, in shop: TestShop) async throws {
        let scope = AppScope(bundleID: app, environment: .production)
        try await shop.database.write { writer in
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
        ["from": .integer(.min)], ["from": .integer(-1)], ["from": 0], ["to": 0], ["from": 7, "to": 6],
        ["from": 1, "to": .integer(.min)],
    ]

    @Test(arguments: noRanges)
    func `a range that is none is refused, and the server continues`(request: JSONValue) async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        let answer = try await shop.send(.post, "/v1/webhook-endpoints/\(endpoint.id)/resend", request)
        #expect(answer.status == 400 && answer.code == "invalid-parameter")
        #expect(try await shop.send(.get, "/healthz", key: "").status == 200)
    }

    @Test func `a long range is sent completely, and of no other app`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        try await write(0..<10_100, of: "com.example.tea", in: shop)
        try await write(10_100..<20_300, of: TestShop.app, in: shop)
        let path = "/v1/webhook-endpoints/\(endpoint.id)/resend"
        let all: ResendBody = try await shop.send(.post, path, ["from": 1]).json()
        #expect(all.count == 10_200)
        await shop.service.consoleState.jobs.finish()
        let counts = try await shop.database.read { try $0.webhookCounts(of: endpoint.id) }
        #expect(counts[.pending] == 10_200)
        let some: ResendBody = try await shop.send(.post, path, ["from": 10_099, "to": 10_103]).json()
        #expect(some.count == 3)
        let greatest: ResendBody = try await shop.send(.post, path, ["from": .integer(.max)]).json()
        #expect(greatest.count == 0)
    }

    @Test func `a range is sent by what the endpoint takes, also when it is switched off`() async throws {
        let shop = try await TestShop()
        let all = try await makeEndpoint(shop)
        let production = try await makeEndpoint(shop, ["environments": ["Production"]])
        let typed = try await makeEndpoint(shop, ["types": ["order.delivered"]])
        _ = try await shop.send(.patch, "/v1/webhook-endpoints/\(production.id)", ["isEnabled": false])
        for environment in [Environment.production, .sandbox] {
            let id = TransactionID(rawValue: environment == .sandbox ? "2" : "1")
            let bought = TransactionPayload.purchase(TestShop.beans, id: id, environment: environment)
            #expect(try await shop.verify(bought, customer: "anna").status == 200)
        }
        let events = try await shop.events()
        let numbers = [
            (all, events.count), (production, events.count { $0.environment == .production }),
            (typed, events.count { $0.type == .orderDelivered }),
        ]
        for (endpoint, expected) in numbers {
            let received: ResendBody = try await shop.send(
                .post,
                "/v1/webhook-endpoints/\(endpoint.id)/resend",
                ["from": 1]
            )
            .json()
            #expect(received.count == expected && expected > 0)
        }
    }

    @Test func `what RevenueCat's shape cannot carry is not told in another, also when it is named`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, ["payloadFormat": "revenuecat"])
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        let events = try await shop.events()
        let path = "/v1/webhook-endpoints/\(endpoint.id)/resend"
        for (type, expected) in [(EventType.orderDelivered, 0), (.purchaseMade, 1)] {
            let named = events.filter { $0.type == type }.map { JSONValue.string($0.id.rawValue) }
            #expect(named.count == 1)
            let received: ResendBody = try await shop.send(.post, path, ["events": .array(named)]).json()
            #expect(received.count == expected)
        }
        let range: ResendBody = try await shop.send(.post, path, ["from": 1]).json()
        #expect(range.count == 1)
    }

    @Test func `dead letters are sent again however many there are, in their order`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        try await write(0..<2300, of: TestShop.app, in: shop)
        let path = "/v1/webhook-endpoints/\(endpoint.id)/resend"
        _ = try await shop.send(.post, path, ["from": 1])
        await shop.service.consoleState.jobs.finish()
        try await shop.database.write { try $0.execute("UPDATE webhook_deliveries SET state = 'failed'") }
        let dead: ResendBody = try await shop.send(.post, path, ["failedOnly": true]).json()
        #expect(dead.count == 2300)
        let job = try #require(dead.resend)
        await shop.service.consoleState.jobs.finish()
        #expect(try await shop.database.read { try $0.webhookCounts(of: endpoint.id) } == [.pending: 2300])
        let progress: ResendProgressBody = try await shop.send(
            .get,
            "/v1/webhook-endpoints/\(endpoint.id)/resends/\(job)"
        )
        .json()
        #expect(progress.state == "completed" && progress.done == 2300 && progress.total == 2300)
        #expect(try await shop.send(.get, "/v1/webhook-endpoints/\(endpoint.id)/resends/none").status == 404)
    }

    @Test func `deliveries are resent by state, type, customer and time, and counted before`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop)
        let path = "/v1/webhook-endpoints/\(endpoint.id)/resend"
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        try await shop.database.write { writer in
            for number in 0..<12 {
                let event = ServerEvent(
                    id: EventID(rawValue: "evt_\(number)"),
                    type: number < 6 ? .test : .orderDelivered,
                    scope: scope,
                    customer: number % 2 == 0 ? "anna" : "bob",
                    occurred: TestClock.start.addingTimeInterval(Double(number) * 3600)
                )
                let stored = try writer.append(event.stored())
                try writer.enqueueDeliveries(stored, of: event.customer, to: [endpoint.id], now: TestClock.start)
            }
            try writer.execute(
                """
                UPDATE webhook_deliveries SET state = 'failed'
                WHERE event IN (SELECT number FROM events WHERE id <> 'evt_11')
                """
            )
        }
        func instant(_ hours: Int64) -> JSONValue {
            .integer(TestClock.start.millisecondsSince1970 + hours * 3_600_000)
        }
        let cases: [(request: JSONValue, count: Int)] = [
            (["state": "failed"], 11), (["failedOnly": true], 11), (["state": "pending"], 1), (["types": ["test"]], 6),
            (["customer": "anna"], 6), (["since": instant(3), "until": instant(5)], 2), (["customer": "absent"], 0),
            (["state": "failed", "customer": "bob", "types": ["order.delivered"]], 2),
        ]
        for (request, count) in cases {
            let counted: ResendBody = try await shop.send(.post, path, request.with("countOnly", true)).json()
            #expect(counted.count == count && counted.resend == nil, "\(request)")
        }
        #expect(try await shop.database.read { try $0.webhookCounts(of: endpoint.id) } == [.pending: 1, .failed: 11])
        let resent: ResendBody = try await shop.send(.post, path, ["state": "failed", "customer": "anna"]).json()
        #expect(resent.count == 6)
        #expect(try await shop.database.read { try $0.webhookCounts(of: endpoint.id) } == [.pending: 7, .failed: 5])
        let both = try await shop.send(.post, path, ["events": ["evt_1"], "customer": "anna"])
        #expect(both.status == 400 && both.code == "invalid-parameter")
    }
}
