// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// The trace of an app's request passes from the order through Apple's notification to the webhook.
@Suite struct TracePropagationTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let parent = "00-\(trace)-b7ad6b7169203331-01"

    private func order(_ shop: TestShop, _ headers: [String: String]) async throws -> OrderBody {
        let body: JSONValue = ["customer": "anna", "productId": .string(TestShop.grinder.rawValue)]
        return try await shop.send(.post, "/v1/orders", body, headers: headers).json()
    }

    private func paid(_ order: OrderBody) -> TransactionPayload {
        .purchase(TestShop.grinder, token: order.appAccountToken)
    }

    @Test func `an order's trace is in the events that Apple's notifications lead to, and in their webhooks`()
        async throws
    {
        let shop = try await TestShop()
        _ = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.example/hook"])
        let payment = paid(try await order(shop, ["traceparent": Self.parent]))
        try await shop.notify(.about(.oneTimeCharge, nil, payment))
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.refund, nil, payment.refunded(at: shop.clock.now)))
        try await shop.service.courier.round()
        let events = try await shop.events()
        for type in [EventType.orderDelivered, .purchaseMade, .orderRefunded, .purchaseRefunded] {
            let event = try #require(events.first { $0.type == type }, "\(type)")
            #expect(event.traceParent?.rawValue == Self.parent, "\(type)")
            let request = shop.transport.requests.first { $0.header("Purser-Event") == event.id.rawValue }
            #expect(request?.header("traceparent") == Self.parent, "\(type)")
        }
    }

    @Test func `an event in CloudEvents' form has the trace as its extension`() async throws {
        let shop = try await TestShop()
        let payment = paid(try await order(shop, ["traceparent": Self.parent]))
        _ = try await shop.verify(payment, customer: "anna")
        let event = try #require(try await shop.events().first { $0.type == .orderDelivered })
        #expect(try CloudEvent(event).body()["traceparent"]?.string == Self.parent)
    }

    @Test func `orders without a trace, and with an invalid one, have events and webhooks without one`() async throws {
        let shop = try await TestShop()
        _ = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.example/hook"])
        for headers in [[:], ["traceparent": Self.parent + "-more"]] {
            let created = try await order(shop, headers)
            let transaction = TransactionID(rawValue: "\(created.id)")
            let payment = TransactionPayload.purchase(TestShop.grinder, id: transaction, token: created.appAccountToken)
            _ = try await shop.verify(payment, customer: "anna")
        }
        try await shop.service.courier.round()
        #expect(try await shop.events().allSatisfy { $0.traceParent == nil })
        #expect(!shop.transport.requests.isEmpty)
        #expect(shop.transport.requests.allSatisfy { $0.header("traceparent") == nil })
    }

    @Test func `a header that comes twice is not a trace`() {
        let once: HTTPHeaders = ["traceparent": Self.parent]
        let twice: HTTPHeaders = ["traceparent": Self.parent, "Traceparent": Self.parent]
        #expect(HTTPRequest(method: .get, target: "/", headers: once).traceParent?.trace == Self.trace)
        #expect(HTTPRequest(method: .get, target: "/", headers: twice).traceParent == nil)
    }

    @Test func `a recomputed order keeps its trace`() async throws {
        let shop = try await TestShop()
        let created = try await order(shop, ["traceparent": Self.parent])
        _ = try await shop.verify(paid(created), customer: "anna")
        let report: JSONValue = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report["differences"] == [])
        let stored = try await shop.database.read { try $0.order(created.id) }
        #expect(stored?.details.traceParent?.rawValue == Self.parent)
    }

    @Test func `the request log shows the trace of a request and finds requests by it`() async throws {
        let shop = try await TestShop()
        _ = try await order(shop, ["traceparent": Self.parent])
        _ = try await order(shop, [:])
        let page: RequestLogPage = try await shop.send(.get, "/v1/requests?trace=\(Self.trace)").json()
        #expect(page.requests.map(\.route) == ["/v1/orders"] && page.requests.map(\.trace) == [Self.trace])
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let shown = try await visit.get("/console/requests").text
        #expect(shown.contains("Trace ID") && shown.contains(Self.trace))
    }
}
