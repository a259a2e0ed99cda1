// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Persistence
import Testing

@testable import PurserServer

@Suite struct ContractTests {
    private func document() async throws -> JSONValue {
        let shop = try await TestShop()
        return try await shop.send(.get, "/openapi.json", key: "").json()
    }

    @Test func `the document names its version and every route that the router serves`() async throws {
        let shop = try await TestShop()
        let document: JSONValue = try await shop.send(.get, "/openapi.json", key: "").json()
        #expect(document["openapi"]?.string == "3.1.0")
        for route in shop.service.routes {
            #expect(document["paths"]?[route.path]?[route.method.rawValue.lowercased()] != nil, "\(route.name)")
        }
    }

    @Test func `no two operations share a name or an address`() async throws {
        let routes = try await TestShop().service.routes
        #expect(Set(routes.map(\.name)).count == routes.count)
        #expect(Set(routes.map { "\($0.method) \($0.path)" }).count == routes.count)
    }

    @Test func `every reference in the document leads to a component`() async throws {
        let document = try await document()
        let known = Set(document["components"]?["schemas"]?.members?.keys.map { $0 } ?? [])
        for reference in references(in: document) {
            #expect(known.contains(String(reference.dropFirst("#/components/schemas/".count))), "\(reference)")
        }
    }

    private func references(in json: JSONValue) -> [String] {
        switch json {
        case .array(let elements): elements.flatMap(references)
        case .object(let members):
            members.flatMap { name, value in
                name == "$ref" ? [value.string ?? ""] : references(in: value)
            }
        default: []
        }
    }

    @Test func `every operation names what is refused before a route is looked for`() async throws {
        let shop = try await TestShop()
        let document = try await document()
        for route in shop.service.routes {
            let answers = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]?["responses"]?.members
            #expect(Set(["408", "413", "414", "431"]).isSubset(of: Set(answers?.map(\.key) ?? [])), "\(route.name)")
            for status in ["414", "431"] {
                // The library's own refusal has no type; a document that promises one would be wrong about it.
                #expect(answers?[status]?["description"]?.string != nil, "\(route.name)")
                #expect(answers?[status]?["content"] == nil, "\(route.name)")
            }
        }
    }

    @Test func `every route but the open ones refuses a stranger, with a documented answer`() async throws {
        let shop = try await TestShop()
        for route in shop.service.routes where [.app, .customer, .backend].contains(route.access) {
            let path = route.path.replacing("{", with: "").replacing("}", with: "")
            let answer = try await shop.send(route.method, path, key: "")
            #expect(answer.status == 401, "\(route.name)")
            #expect(answer.headers["WWW-Authenticate"] == "Bearer")
        }
    }

    @Test func `a publishable key opens no backend's route`() async throws {
        let shop = try await TestShop()
        for route in shop.service.routes where route.access == .backend || route.access == .customer {
            let path = route.path.replacing("{", with: "").replacing("}", with: "")
            #expect(try await shop.send(route.method, path, key: shop.publishableKey).status == 403, "\(route.name)")
        }
    }

    @Test func `a table comes in each format, of a type that the contract names`() async throws {
        let shop = try await TestShop()
        let document = try await document()
        let tables = shop.service.routes.filter { $0.query.contains { $0.name == "format" } }
        #expect(tables.count >= 2)
        for route in tables {
            let content = document["paths"]?[route.path]?["get"]?["responses"]?["200"]?["content"]?.members ?? [:]
            var seen: Set<String> = []
            for format in ["json", "csv", "jsonl"] {
                let answer = try await shop.send(route.method, route.path + "?from=2026-11-21&format=\(format)")
                #expect(answer.status == 200, "\(route.name): \(answer.text)")
                let type = answer.headers["Content-Type"]?.split(separator: ";").first.map(String.init)
                try seen.insert(#require(type))
            }
            #expect(seen == Set(content.keys), "\(route.name)")
        }
    }

    @Test func `a route that takes an age says so, and only then is one asked for`() async throws {
        let shop = try await TestShop()
        let document = try await document()
        #expect(shop.service.routes.contains { $0.acceptsCacheControl })
        for route in shop.service.routes {
            let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
            let names = operation?["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
            #expect(names.contains("Cache-Control") == route.acceptsCacheControl, "\(route.name)")
            let headers = operation?["responses"]?["200"]?["headers"]
            #expect((headers?["Age"] != nil) == route.acceptsCacheControl, "\(route.name)")
            let request = HTTPRequest(method: route.method, target: "/", headers: ["Cache-Control": "max-age=5"])
            let caller = Caller(identity: .anyone, app: nil, address: "")
            let now = Date(timeIntervalSince1970: 0)
            let call = RequestContext(
                request: request,
                caller: caller,
                now: now,
                acceptsCacheControl: route.acceptsCacheControl
            )
            #expect(call.tolerance.maximum == (route.acceptsCacheControl ? .seconds(5) : .zero), "\(route.name)")
        }
    }

    @Test func `whatever is sent to a route, the answer is a documented one and never a 5xx`() async throws {
        let shop = try await TestShop()
        let bodies = [
            "", "{}", "[]", "null", "{\"a\":1}", "\u{0}", "{\"customer\":\"\",\"productId\":\"\"}", "a=b&c=d",
        ]
        for route in shop.service.routes {
            let path = route.path.replacing("{", with: "").replacing("}", with: "")
            let documented = Set(route.answers.map(\.status)).union(route.allProblems.map(\.status))
            for body in route.body == nil ? [""] : bodies {
                for query in ["", "?limit=0", "?environment=Mars", "?at=x&after=-1&before=y", "?filter=none&state=odd"]
                {
                    let answer = try await shop.client.send(
                        route.method,
                        path + query,
                        headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": "application/json"],
                        body: Data(body.utf8),
                        writes: route.isStream ? 1 : .max
                    )
                    let status = answer.status.rawValue
                    #expect(documented.contains(status), "\(route.name) answered \(status) to \(body) \(query)")
                    #expect(status < 500, "\(route.name) \(query) \(body): \(answer.text)")
                }
            }
        }
    }
}
