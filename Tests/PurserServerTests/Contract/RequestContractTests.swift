// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import SQLite
import Testing

@testable import PurserServer

/// The contract's limits on every operation, read from the operations themselves so that a new one cannot be forgotten.
@Suite struct RequestContractTests {
    private func shop() async throws -> TestShop {
        try await TestShop { configuration in
            configuration.requestsPerSecond = 1_000_000
            configuration.requestBurst = 1_000_000
        }
    }

    /// The address of an operation with a value for each name.
    private static func target(_ route: Route) -> String {
        route.path.replacing("{environment}", with: "production").replacing(/\{[^}]+\}/, with: "x")
    }

    private static func query(_ route: Route) -> [(name: String, value: String)] {
        route.query.filter(\.isRequired).map { ($0.name, ContractSample.text(of: $0.schema.json)) }
    }

    /// How many rows each table has.
    private static func rows(_ shop: TestShop) throws -> [String: Int] {
        let database = try SQLiteConnection(path: shop.folder.appending(path: "test.sqlite").path)
        let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table'", as: String.self)
        let counts = try tables.map { name in
            let count = try database.first("SELECT COUNT(*) FROM \(name: name)", as: Int.self) ?? 0
            return (name, count)
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    private func send(
        _ shop: TestShop,
        _ route: Route,
        query: [(name: String, value: String)]? = nil,
        _ body: JSONValue?
    ) async throws -> InProcessClient.Response {
        let query = HTTPQuery(query ?? Self.query(route)).rawValue
        return try await shop.send(route.method, Self.target(route) + (query.isEmpty ? "" : "?" + query), body)
    }

    @Test func `an unknown query parameter is refused by every operation of ours, with the name that was meant`()
        async throws
    {
        let shop = try await shop()
        let before = try Self.rows(shop)
        for route in shop.service.routes where !route.isOpen {
            let known = route.query.first?.name
            let name = known.map { String($0.dropLast()) + "zz" } ?? "nonsense"
            let answer = try await send(shop, route, query: Self.query(route) + [(name, "1")], nil)
            #expect(answer.status == 400 && answer.code == "invalid-parameter", "\(route.name): \(answer.text)")
            let detail = try answer.json(ProblemBody.self).detail
            #expect(detail.hasPrefix("Unknown query parameter: '\(name)'."), "\(route.name): \(detail)")
            if let known { #expect(detail.contains("'\(known)'"), "\(route.name): \(detail)") }
        }
        #expect(try Self.rows(shop) == before)
    }

    @Test func `an unknown member is refused by every operation of ours, and nothing is stored`() async throws {
        let shop = try await shop()
        let before = try Self.rows(shop)
        var checked = 0
        for route in shop.service.routes where !route.isOpen && route.method != .get && Self.hasJSON(route) {
            let sample = ContractSample(route)
            for (place, body) in sample.withUnknownMembers {
                let answer = try await send(shop, route, body)
                checked += 1
                #expect(
                    answer.status == 400 && answer.code == "malformed-body",
                    "\(route.name) \(place): \(answer.text)"
                )
                let detail = try answer.json(ProblemBody.self).detail
                #expect(detail.hasPrefix("Unknown member: '\(place)'."), "\(route.name): \(detail)")
            }
        }
        #expect(checked > 60)
        #expect(try Self.rows(shop) == before)
    }

    @Test func `what is out of its bounds is refused wherever a body or a query has them, and nothing is stored`()
        async throws
    {
        let shop = try await shop()
        let before = try Self.rows(shop)
        var checked = 0
        for route in shop.service.routes where !route.isOpen {
            for (name, value) in route.query.flatMap({ ContractSample.outside($0) }) {
                let query = Self.query(route).filter { $0.name != name } + [(name, value)]
                let answer = try await send(shop, route, query: query, nil)
                checked += 1
                #expect(answer.status == 400 && answer.code == "invalid-parameter", "\(route.name) \(name)")
                #expect(answer.text.contains(name), "\(route.name) \(name): \(answer.text)")
            }
            guard Self.hasJSON(route), route.body != nil else { continue }
            for (place, body) in ContractSample(route).outside {
                let answer = try await send(shop, route, body)
                checked += 1
                let codes = ["invalid-parameter", "malformed-body"]
                #expect(answer.status == 400 && codes.contains(answer.code ?? ""), "\(route.name) \(place)")
                #expect(answer.text.contains(place), "\(route.name) \(place): \(answer.text.prefix(300))")
                #expect(answer.text.utf8.count < 3000, "\(route.name) \(place)")
            }
        }
        #expect(checked > 250)
        #expect(try Self.rows(shop) == before)
    }

    @Test func `a sample of each operation's own description passes`() async throws {
        for route in try await shop().service.routes where Self.hasJSON(route) {
            let contract = RequestContract(route)
            for body in ContractSample(route).valid {
                let request = HTTPRequest(
                    method: route.method,
                    target: Self.target(route) + "?" + HTTPQuery(Self.query(route)).rawValue,
                    headers: ["Content-Type": "application/json"],
                    body: try ServiceJSON.encode(body)
                )
                #expect(throws: Never.self, "\(route.name)") { try contract.check(request) }
            }
        }
    }

    @Test func `every text, list and map that a caller sends has a limit`() async throws {
        // Apple's documents and its reports are bounded as whole bodies.
        for route in try await shop().service.routes where route.access != .appStore && Self.hasJSON(route) {
            for place in ContractSample(route).withoutLimit { Issue.record("\(route.name): \(place) has no limit") }
            for parameter in route.query where ContractSample.lacksLimit(parameter.schema.json) {
                Issue.record("\(route.name): \(parameter.name) has no limit")
            }
        }
    }

    @Test func `twenty failures of two megabytes each store nothing`() async throws {
        let shop = try await shop()
        let before = try Self.rows(shop)
        for _ in 0..<20 {
            let body: JSONValue = ["code": "2", "text": .string(String(repeating: "x", count: 1_900_000))]
            let answer = try await shop.send(.post, "/v1/purchase-failures", body, key: shop.publishableKey)
            #expect(answer.status == 400 && answer.code == "invalid-parameter")
            let problem: ProblemBody = try answer.json()
            let shown = String(repeating: "x", count: 40) + "…"
            let expected = "text is too long: '\(shown)' (1900000 characters). Send at most 2000 characters."
            #expect(problem.detail == expected)
        }
        #expect(try Self.rows(shop) == before)
    }

    @Test func `an order whose currency is a megabyte long is refused`() async throws {
        let shop = try await shop()
        let currency = String(repeating: "€", count: 350_000)
        let answer = try await shop.send(
            .post,
            "/v1/orders",
            [
                "customer": "anna", "productId": .string(TestShop.beans.rawValue),
                "price": ["milliunits": 1990, "currency": .string(currency)],
            ]
        )
        #expect(answer.status == 400 && answer.code == "invalid-parameter")
        #expect(try answer.json(ProblemBody.self).detail.hasPrefix("price.currency is too long: '€€€"))
        let orders: OrderList = try await shop.send(.get, "/v1/customers/anna/orders").json()
        #expect(orders.orders.isEmpty)
    }

    @Test(arguments: [
        (#"{"customer":"anna","produktId":"p"}"#, "Unknown member: 'produktId'. Did you mean 'productId'?"),
        (#"{"customer":"anna"}"#, "productId is missing. It is required."),
        (#"{"productId":null}"#, "productId must not be null. Send 1 to 200 characters."),
        (
            #"{"productId":"p","quantity":100001}"#,
            "quantity is out of range: 100001. Send a whole number from 1 to 100000."
        ),
        (
            #"{"productId":"p","quantity":"2"}"#,
            #"quantity has the wrong type: "2". Send a whole number from 1 to 100000."#
        ),
        (
            #"{"productId":"p","quantity":1.5}"#,
            "quantity has the wrong type: 1.5. Send a whole number from 1 to 100000."
        ),
        (
            #"{"productId":"p","environment":"production"}"#,
            "environment has an unknown value: 'production'. Did you mean 'Production'? "
                + "Send one of 'Production', 'Sandbox', 'Xcode', 'LocalTesting'."
        ),
        (
            #"{"productId":"p","price":{"milliunits":1,"currency":"EUR","cents":1}}"#,
            "Unknown member: 'price.cents'. The members are 'currency', 'milliunits'."
        ),
        (#"{"productId":""}"#, "productId is too short: '' (0 characters). Send 1 to 200 characters."),
        (#"[]"#, "The body has the wrong type: []. Send an object."),
        (#"{"productId":"p""#, "The body is not JSON."), (#"{"productId":"p"} x"#, "The body is not JSON."),
    ])
    func `a refusal names the member, shows the value and says what to send`(
        body: String,
        detail: String
    )
        async throws
    {
        let shop = try await shop()
        let answer = try await shop.client.send(
            .post,
            "/v1/orders",
            headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": "application/json"],
            body: Data(body.utf8)
        )
        #expect(answer.status == 400)
        #expect(try answer.json(ProblemBody.self).detail == detail)
    }

    @Test(arguments: [
        #"{"\u0070roductId":"coffee.beans.100","customer":"an\u006ea"}"#,
        "{ \"customer\" : \"😀\",\r\n\t\"productId\":\"coffee.beans.100\" , \"quantity\":1.0, \"device\":null }",
        #"{"customer":"\ud83d\ude00","productId":"coffee.beans.100","environment":"S\u0061ndbox","quantity":1e0}"#,
        "\u{FEFF}{\"customer\":\"anna\",\"productId\":\"coffee.beans.100\"}",
    ])
    func `JSON written in another way is the same JSON`(body: String) async throws {
        let shop = try await shop()
        let answer = try await shop.client.send(
            .post,
            "/v1/orders",
            headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": "application/json"],
            body: Data(body.utf8)
        )
        #expect(answer.status == 201, "\(answer.text)")
    }

    @Test func `a text of characters beyond ASCII is as long as it has characters`() async throws {
        let shop = try await shop()
        for (count, status) in [(2000, 204), (2001, 400)] {
            let body: JSONValue = ["code": "2", "text": .string(String(repeating: "付", count: count))]
            #expect(try await shop.send(.post, "/v1/purchase-failures", body).status.rawValue == status)
        }
        let escaped = #"{"code":"2","text":""# + String(repeating: #"\ud83d\ude00\n"#, count: 1000) + #""}"#
        let answer = try await shop.client.send(
            .post,
            "/v1/purchase-failures",
            headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": "application/json"],
            body: Data(escaped.utf8)
        )
        #expect(answer.status == 204)
    }

    @Test func `a secret is never shown to say what is wrong with it`() async throws {
        let shop = try await shop()
        let secret = String(repeating: "geheim", count: 400)
        let url: JSONValue = "https://backend.example/hook"
        for value in [JSONValue.string(secret), .array([.string(secret)])] {
            let answer = try await shop.send(.post, "/v1/webhook-endpoints", ["url": url, "authorization": value])
            #expect(answer.status == 400)
            #expect(answer.text.contains("authorization") && !answer.text.contains("geheim"), "\(answer.text)")
        }
    }

    @Test func `what Apple and old apps send may have unknown members and parameters, of bounded length`()
        async throws
    {
        let shop = try await shop()
        let notification = try await shop.send(
            .post,
            "/apple/notifications/production?from=apple",
            ["signedPayload": "a.b.c", "somethingNew": true],
            key: ""
        )
        #expect(notification.code != "malformed-body" && notification.code != "invalid-parameter")
        let posted = try await shop.send(.post, "/postPay/ios?v=3", ["bundle_id": "other", "new": 1], key: "")
        #expect(posted.code == "wrong-bundle-id")
        let long = String(repeating: "x", count: 201)
        for (type, body) in [
            ("application/json", #"{"bundle_id":"other","order_id":"\#(long)"}"#),
            ("application/x-www-form-urlencoded", "bundle_id=other&order_id=\(long)"),
        ] {
            let answer = try await shop.client.send(
                .post,
                "/postPay/ios",
                headers: ["Content-Type": type],
                body: Data(body.utf8)
            )
            #expect(answer.status == 400 && answer.code == "invalid-parameter", "\(type): \(answer.text)")
        }
        #expect(try await shop.send(.get, "/v1/subscribers/anna?something=1").status == 200)
    }

    @Test func `any JSON that the decoder reads, the check reads to its end`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var source = ContractSample.Source(seed: seed)
            let body = try ServiceJSON.encode(["x": source.value(depth: 4)])
            body.withUnsafeBytes { bytes in
                #expect(throws: Never.self) { try BodyScanner.check(bytes, .map(.orNull(.anything), limit: 1)) }
            }
        }
    }

    private static func hasJSON(_ route: Route) -> Bool {
        route.body.map { $0.mediaTypes.contains("application/json") && $0.schema != .any } ?? true
    }
}
