// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

@Suite struct WebhookDeliveryTests {
    /// What an endpoint took, by the identifiers of the events.
    private func captured(_ transport: RecordingTransport, at url: String) -> [String] {
        transport.requests.filter { $0.url == url }.compactMap { $0.header("Purser-Event") }
    }

    private func makeEndpoint(
        _ shop: TestShop,
        _ url: String,
        _ more: JSONValue = [:]
    ) async throws
        -> WebhookEndpointBody
    {
        let body = JSONValue.object((more.members ?? [:]).merging(["url": .string(url)]) { own, _ in own })
        return try await shop.send(.post, "/v1/webhook-endpoints", body).json()
    }

    @Test func `an event is delivered once, signed, and noted in the log`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, "https://backend.example/hook")
        _ = try await shop.verify(.purchase(TestShop.grinder), customer: "anna")
        try await shop.service.courier.round()
        try await shop.service.courier.round()
        let received = try await shop.events().filter { $0.type != .test }.map(\.id.rawValue)
        #expect(captured(shop.transport, at: "https://backend.example/hook") == received)
        let request = try #require(shop.transport.requests.first)
        let signature = try #require(request.header("Purser-Signature"))
        let expected = WebhookSignature.value(
            body: request.body ?? Data(),
            secrets: [endpoint.secret ?? ""],
            at: shop.clock.now
        )
        #expect(signature == expected)
        let log: WebhookDeliveryList = try await shop.send(.get, "/v1/webhook-endpoints/\(endpoint.id)/deliveries")
            .json()
        #expect(log.deliveries.allSatisfy { $0.state == "delivered" && $0.lastResponse == "200" })
    }

    @Test func `a secret that is rotated while deliveries continue signs the ones that come after it`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, "https://backend.example/hook")
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "anna")
        let rotated = Mutex<String?>(nil)
        shop.transport.answer { [unowned shop] _ in
            guard rotated.withLock({ $0 == nil }) else { return HTTPClientResponse(status: 200) }
            let target = "/v1/webhook-endpoints/\(endpoint.id)/rotate-secret"
            let answer: WebhookEndpointBody = try await shop.send(.post, target).json()
            rotated.withLock { $0 = answer.secret }
            // Its delivery is due before the round ends.
            _ = try await shop.verify(.purchase(TestShop.beans, id: "2"), customer: "ben")
            return HTTPClientResponse(status: 200)
        }
        try await shop.service.courier.round()
        let last = try #require(shop.transport.requests.last)
        let event = try #require(try await shop.events().last { $0.customer == "ben" })
        #expect(last.header("Purser-Event") == event.id.rawValue)
        let secrets = try [#require(rotated.withLock { $0 }), #require(endpoint.secret)]
        let body = last.body ?? Data()
        #expect(
            last.header("Purser-Signature")
                == WebhookSignature.value(body: body, secrets: secrets, at: shop.clock.now)
        )
    }

    @Test func `a receiver that is down for a day gets everything, in each customer's order`() async throws {
        let shop = try await TestShop()
        _ = try await makeEndpoint(shop, "https://backend.example/hook")
        shop.transport.answer { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        for number in 1...5 {
            for customer in ["anna", "ben"] {
                let id = TransactionID(rawValue: "\(number)\(customer)")
                _ = try await shop.verify(.purchase(TestShop.beans, id: id), customer: customer)
            }
            try await shop.service.courier.round()
            shop.clock.advance(days: 0.2)
        }
        shop.transport.forget()
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        for _ in 0..<30 {
            shop.clock.advance(days: 0.1)
            try await shop.service.courier.round()
        }
        let events = try await shop.events()
        for customer in ["anna", "ben"] {
            let received = events.filter { $0.customer?.rawValue == customer }.map(\.id.rawValue)
            let got = captured(shop.transport, at: "https://backend.example/hook").filter(received.contains)
            #expect(got == received)
        }
    }

    @Test func `a delivery rescheduled by a clock that was days ahead is sent when the clock is correct again`()
        async throws
    {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, "https://backend.example/hook")
        shop.transport.answer { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "anna")
        shop.clock.advance(days: 9)
        try await shop.service.courier.round()
        // A server that was killed keeps a customer's lane.
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2"), customer: "ben")
        let (ahead, id) = (shop.clock.now, endpoint.id)
        _ = try await shop.database.write { writer in
            try writer.leaseLanes(
                in: .webhooks,
                of: id,
                to: "dead",
                now: ahead,
                until: ahead.addingTimeInterval(120),
                limit: 9
            )
        }
        shop.clock.advance(days: -9)
        shop.transport.forget()
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        try await shop.service.courier.round()
        let got = Set(captured(shop.transport, at: "https://backend.example/hook"))
        #expect(got == Set(try await shop.events().map(\.id.rawValue)))
    }

    @Test func `a lane that a dead process held is free at the next start with SQLite`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, "https://backend.example/hook")
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        let (now, id) = (shop.clock.now, endpoint.id)
        let held = try await shop.database.write { writer in
            // As long as a server leases a lane; a longer lease would be that of a clock that was ahead.
            try writer.leaseLanes(
                in: .webhooks,
                of: id,
                to: "dead",
                now: now,
                until: now.addingTimeInterval(45),
                limit: 9
            )
        }
        #expect(held.count == 1)
        let next = try shop.anotherInstance()
        try await next.courier.round()
        #expect(captured(shop.transport, at: "https://backend.example/hook").isEmpty)
        // The clock does not move: only the start frees it.
        next.start()
        await next.stop()
        try await next.courier.round()
        #expect(
            captured(shop.transport, at: "https://backend.example/hook") == (try await shop.events().map(\.id.rawValue))
        )
    }

    @Test func `a dead endpoint holds up no one else`() async throws {
        let shop = try await TestShop()
        _ = try await makeEndpoint(shop, "https://dead.example/hook")
        _ = try await makeEndpoint(shop, "https://alive.example/hook")
        shop.transport.answer { request in
            if request.url.contains("dead") { throw HTTPClientError(code: .timedOut, message: "no answer") }
            return HTTPClientResponse(status: 204)
        }
        for number in 1...3 {
            _ = try await shop.verify(
                .purchase(TestShop.beans, id: TransactionID(rawValue: "\(number)")),
                customer: "anna"
            )
            try await shop.service.courier.round()
        }
        #expect(captured(shop.transport, at: "https://alive.example/hook").count == (try await shop.events().count))
    }

    @Test func `while one customer's event waits, the next one of that customer waits too`() async throws {
        let shop = try await TestShop()
        _ = try await makeEndpoint(shop, "https://backend.example/hook", ["types": ["purchase.completed"]])
        let failing = Mutex(true)
        shop.transport.answer { _ in HTTPClientResponse(status: failing.withLock(\.self) ? 500 : 200) }
        for number in 1...2 {
            _ = try await shop.verify(
                .purchase(TestShop.beans, id: TransactionID(rawValue: "\(number)")),
                customer: "anna"
            )
        }
        try await shop.service.courier.round()
        #expect(shop.transport.requests.count == 1)
        failing.withLock { $0 = false }
        shop.clock.advance(5)
        try await shop.service.courier.round()
        let ids = captured(shop.transport, at: "https://backend.example/hook")
        #expect(ids.count == 3)
        #expect(ids[0] == ids[1])
    }

    @Test func `after the last attempt a delivery is failed, and a resend delivers it`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, "https://backend.example/hook", ["types": ["purchase.completed"]])
        shop.transport.answer { _ in HTTPClientResponse(status: 503) }
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        for _ in 0..<12 {
            try await shop.service.courier.round()
            shop.clock.advance(days: 1.5)
        }
        #expect(shop.transport.requests.count == 10)
        let dead: WebhookDeliveryList = try await shop.send(
            .get,
            "/v1/webhook-endpoints/\(endpoint.id)/deliveries?state=failed"
        )
        .json()
        #expect(dead.deliveries.map(\.attempts) == [10])
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        let replayed = try await shop.send(.post, "/v1/webhook-endpoints/\(endpoint.id)/resend", ["failedOnly": true])
        #expect(replayed.status == 202)
        try await shop.service.courier.round()
        let log: WebhookDeliveryList = try await shop.send(.get, "/v1/webhook-endpoints/\(endpoint.id)/deliveries")
            .json()
        #expect(log.deliveries.map(\.state) == ["delivered"])
    }

    @Test func `a rotated secret signs beside the old one for a day`() async throws {
        let shop = try await TestShop()
        let endpoint = try await makeEndpoint(shop, "https://backend.example/hook")
        _ = try await shop.send(.post, "/v1/webhook-endpoints/\(endpoint.id)/rotate-secret")
        _ = try await shop.send(.post, "/v1/webhook-endpoints/\(endpoint.id)/test")
        try await shop.service.courier.round()
        #expect(shop.transport.requests.last?.header("Purser-Signature")?.split(separator: ",").count == 3)
        shop.clock.advance(days: 1.1)
        _ = try await shop.send(.post, "/v1/webhook-endpoints/\(endpoint.id)/test")
        try await shop.service.courier.round()
        #expect(shop.transport.requests.last?.header("Purser-Signature")?.split(separator: ",").count == 2)
    }

    @Test func `an endpoint may have RevenueCat's shape`() async throws {
        let shop = try await TestShop()
        _ = try await makeEndpoint(
            shop,
            "https://backend.example/hook",
            ["payloadFormat": "revenuecat", "authorization": "Bearer mine"]
        )
        _ = try await shop.verify(.purchase(), customer: "anna")
        try await shop.service.courier.round()
        let request = try #require(shop.transport.requests.first)
        #expect(request.header("Authorization") == "Bearer mine")
        let event = try ServiceJSON.decode(JSONValue.self, from: request.body ?? Data())["event"]
        #expect(event?["type"]?.string == "INITIAL_PURCHASE")
        #expect(event?["app_user_id"]?.string == "anna")
        #expect(event?["entitlement_ids"] == ["club"])
        #expect(event?["country_code"]?.string == "US")
        #expect(event?["price_in_purchased_currency"] == .decimal(Decimal(499) / 100))
    }

    @Test func `the same events are read by cursor, page by page`() async throws {
        let shop = try await TestShop()
        for number in 1...4 {
            _ = try await shop.verify(
                .purchase(TestShop.beans, id: TransactionID(rawValue: "\(number)")),
                customer: "anna"
            )
        }
        var read: [EventID] = []
        var next: Int64 = 0
        while true {
            let page: EventPage = try await shop.send(.get, "/v1/events?after=\(next)&limit=3").json()
            read += page.events.map(\.event.id)
            next = page.next
            if !page.hasMore { break }
        }
        #expect(read == (try await shop.events().map(\.id)))
    }

    @Test func `a target on a private network is refused when it is made and when its name turns to one`() async throws
    {
        let shop = try await TestShop { $0.allowsPrivateWebhookTargets = false }
        let refused = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://127.0.0.1/hook"])
        #expect(refused.status == 400)
        let guardian = WebhookTargetPolicy(allowsPrivate: false) { _ in [NetworkAddress("10.0.0.7")].compactMap(\.self)
        }
        await #expect(throws: ServiceProblem.self) {
            try await guardian.address(of: "https://backend.example/hook", attempt: 0)
        }
    }

    @Test func `the address that was looked at is the one that is connected to`() async throws {
        let changing = Mutex(0)
        let guardian = WebhookTargetPolicy(allowsPrivate: false) { _ in
            // The name means something public once, and this machine from then on.
            let times = changing.withLock { times in
                times += 1
                return times
            }
            return [NetworkAddress(times == 1 ? "93.184.216.34" : "127.0.0.1")].compactMap(\.self)
        }
        #expect(try await guardian.address(of: "https://backend.example/hook", attempt: 0) == "93.184.216.34")
        await #expect(throws: ServiceProblem.self) {
            try await guardian.address(of: "https://backend.example/hook", attempt: 1)
        }
    }

    @Test func `each further attempt takes the next of a host's addresses`() async throws {
        let guardian = WebhookTargetPolicy(allowsPrivate: false) { _ in
            ["2606:4700::1111", "93.184.216.34"].compactMap(NetworkAddress.init)
        }
        var processed: [String?] = []
        for attempt in 0..<3 {
            processed.append(try await guardian.address(of: "https://backend.example/hook", attempt: attempt))
        }
        #expect(processed == ["93.184.216.34", "2606:4700:0:0:0:0:0:1111", "93.184.216.34"])
    }
}

extension HTTPClientRequest {
    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
