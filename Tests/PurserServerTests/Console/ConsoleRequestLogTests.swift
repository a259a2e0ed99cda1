// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// The request log, by the API and in the console.
@Suite struct ConsoleRequestLogTests {
    private func send(
        _ shop: TestShop,
        _ method: HTTPMethod,
        _ path: String,
        id: String,
        key: String
    ) async throws -> HTTPStatus {
        let headers: HTTPHeaders = ["Authorization": "Bearer " + key, "X-Request-ID": id]
        return await shop.service.router().respond(
            to: HTTPRequest(id: id, method: method, target: path, headers: headers)
        ).status
    }

    @Test func `every answered request is found by its identifier, with route, status and caller`() async throws {
        let shop = try await TestShop()
        _ = try await shop.order(TestShop.beans, customer: "anna")
        let key = shop.secretKey
        #expect(try await send(shop, .get, "/v1/products?language=tlh", id: "req-1", key: key) == .ok)
        #expect(try await send(shop, .get, "/v1/orders/none", id: "req-2", key: key) == .notFound)
        #expect(try await send(shop, .get, "/v1/products", id: "req-3", key: "sk_wrong") == .unauthorized)
        #expect(try await send(shop, .get, "/v1/customers/anna/orders", id: "req-4", key: key) == .ok)
        #expect(try await send(shop, .get, "/v1/products", id: "own-request-5", key: key) == .ok)
        let expected: [(id: String, route: String, status: Int)] = [
            ("req-1", "/v1/products", 200), ("req-2", "/v1/orders/{order}", 404), ("req-3", "/v1/products", 401),
            ("req-4", "/v1/customers/{customer}/orders", 200),
        ]
        for (id, route, status) in expected {
            let page: RequestLogPage = try await shop.send(.get, "/v1/requests?request=\(id)").json()
            #expect(page.requests.map(\.route) == [route] && page.requests.map(\.status) == [status], "\(id)")
        }
        let named: RequestLogPage = try await shop.send(.get, "/v1/requests?request=req-4").json()
        #expect(named.requests.first?.customer == "anna" && named.requests.first?.caller.hasPrefix("key ") == true)
        let failed: RequestLogPage = try await shop.send(.get, "/v1/requests?status=4xx&route=/v1/products").json()
        #expect(failed.requests.map(\.request) == ["req-3"])
        #expect(try await shop.send(.get, "/v1/requests?status=9").status == 400)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let page = try await visit.get("/console/requests?request=req-2").text
        #expect(page.contains("req-2") && page.contains("404") && !page.contains("req-1"))
        let found = try await visit.get("/console/search?q=own-request-5").headers["location"]
        #expect(found?.contains("/console/requests?") == true && found?.contains("request=own-request-5") == true)
        let all = try await visit.get("/console/requests").text
        #expect(all.contains("req-1") && !all.contains("tlh"))
        #expect(try await visit.get("/console/requests?status=5xx").text.contains("No request matches these filters."))
    }

    @Test func `strangers cost a bounded number of entries a minute, and displace no one else's`() async throws {
        let shop = try await TestShop {
            $0.requestLogEntries = 100
            $0.requestsPerSecond = 10_000
            $0.requestBurst = 100_000
        }
        for number in 0..<5 {
            #expect(try await send(shop, .get, "/v1/products", id: "own-\(number)", key: shop.secretKey) == .ok)
        }
        for minute in 0..<6 {
            for number in 0..<300 {
                let path = number % 2 == 0 ? "/v1/products" : "/v1/orders/x\(number)"
                _ = try await send(shop, .get, path, id: "stranger-\(minute)-\(number)", key: "sk_wrong")
            }
            shop.clock.advance(60)
        }
        let page: RequestLogPage = try await shop.send(.get, "/v1/requests?limit=500").json()
        #expect(page.requests.filter { $0.request.hasPrefix("own-") }.count == 5)
        let strangers = page.requests.filter { $0.caller == "anyone" }
        #expect(strangers.count <= 10, "a tenth of the log: \(strangers.count)")
        let sums = strangers.filter { $0.count != nil }
        #expect(sums.allSatisfy { $0.route == "*" && $0.address == nil && $0.request.isEmpty })
        #expect(sums.first?.count == 290 && sums.first?.status == 401, "10 of 300 are listed one by one")
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        #expect(try await visit.get("/console/requests").text.contains("290 requests without a valid key"))
    }

    @Test func `a refused notification counts as a request of a stranger`() async throws {
        let shop = try await TestShop {
            $0.requestsPerSecond = 10_000
            $0.requestBurst = 100_000
        }
        for _ in 0..<30 {
            let answer = try await shop.send(.post, "/apple/notifications/production", ["signedPayload": "x"], key: "")
            #expect(answer.status.rawValue / 100 == 4)
        }
        shop.clock.advance(60)
        let page: RequestLogPage = try await shop.send(.get, "/v1/requests?limit=500").json()
        let refused = page.requests.filter { $0.caller == "anyone" }
        #expect(refused.count == 11 && refused.reduce(0) { $0 + ($1.count ?? 1) } == 30)
    }

    @Test func `an erased customer's requests leave the log`() async throws {
        let shop = try await TestShop()
        _ = try await shop.order(TestShop.beans, customer: "anna")
        #expect(try await shop.send(.get, "/v1/customers/anna/orders").status == 200)
        let before: RequestLogPage = try await shop.send(.get, "/v1/requests?limit=500").json()
        #expect(before.requests.contains { $0.customer == "anna" })
        #expect(try await shop.send(.delete, "/v1/customers/anna").status == 200)
        let after = try await shop.send(.get, "/v1/requests?limit=500").text
        #expect(!after.contains("anna") && after.contains("/v1/customers/{customer}"))
    }

    @Test func `nothing is logged where the log is off`() async throws {
        let shop = try await TestShop { $0.requestLogEntries = 0 }
        #expect(try await shop.send(.get, "/v1/products").status == 200)
        let page: RequestLogPage = try await shop.send(.get, "/v1/requests").json()
        #expect(page.requests.isEmpty && page.next == nil)
    }
}
