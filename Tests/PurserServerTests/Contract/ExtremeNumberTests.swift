// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Numbers at the ends of what can be written, in every place where the contract takes one.
@Suite struct ExtremeNumberTests {
    /// Makes bodies and queries of a contract's schemas with one number in every place.
    private struct Sampler {
        var schemas: [String: JSONValue]
        var number: Int64
        /// Whether a number keeps the bounds that the contract names.
        var respectsBounds: Bool

        func value(_ schema: JSONValue, depth: Int = 0) -> JSONValue {
            guard depth < 8 else { return .null }
            if let name = schema["$ref"]?.string?.split(separator: "/").last {
                return value(schemas[String(name)] ?? .null, depth: depth + 1)
            }
            if let first = schema["enum"]?.array?.first ?? nil { return first }
            if let first = schema["anyOf"]?.array?.first ?? nil { return value(first, depth: depth + 1) }
            switch schema["type"]?.string {
            case "integer", "number": return .integer(bounded(schema))
            case "boolean": return true
            case "string": return .string(text(schema))
            case "array": return [value(schema["items"] ?? .null, depth: depth + 1)]
            case "object":
                if let each = schema["additionalProperties"] { return ["x": value(each, depth: depth + 1)] }
                return .object((schema["properties"]?.members ?? [:]).mapValues { value($0, depth: depth + 1) })
            default: return .integer(number)
            }
        }

        /// A parameter of the query that is a number.
        func item(_ parameter: JSONValue) -> (name: String, value: String)? {
            guard parameter["in"]?.string == "query", let name = parameter["name"]?.string,
                let schema = parameter["schema"], schema["type"]?.string == "integer"
            else { return nil }
            return (name, String(bounded(schema)))
        }

        private func bounded(_ schema: JSONValue) -> Int64 {
            guard self.respectsBounds else { return number }
            return min(max(number, schema["minimum"]?.integer ?? .min), schema["maximum"]?.integer ?? .max)
        }

        private func text(_ schema: JSONValue) -> String {
            if schema["pattern"]?.string?.hasPrefix("^P") == true { return "P9999Y" }
            return switch schema["format"]?.string {
            case "date": number < 0 ? "0001-01-01" : "9999-12-31"
            case "uuid": "00000000-0000-4000-8000-000000000001"
            default: schema["maxLength"]?.integer == 3 ? "USA" : "anna"
            }
        }
    }

    /// A shop in which the names of the paths mean something.
    private func shop() async throws -> (TestShop, names: [String: String]) {
        let shop = try await TestShop { configuration in
            configuration.apps[0].forwardNotificationsTo = [NotificationForwarding(url: "https://present.example")]
        }
        let order = try await shop.order(TestShop.beans)
        _ = try await shop.verify(.purchase(TestShop.beans, token: order.appAccountToken), order: order.id)
        _ = try await shop.verify(.purchase(id: "2000"), customer: "anna")
        let made = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.example/hook"])
        let endpoint: WebhookEndpointBody = try made.json()
        _ = try await shop.send(.patch, "/v1/shadow", ["url": "https://provider.example/{customer}"])
        return (
            shop,
            [
                "endpoint": endpoint.id, "customer": "anna", "order": order.id.rawValue, "currency": "beans",
                "product": TestShop.season.rawValue, "entitlement": "club", "environment": "production",
                "rule": "webhook-backlog", "transaction": "2000", "target": shop.service.forwarder.source.targets[0].id,
            ]
        )
    }

    @Test(arguments: [Int64.min, -1, 0, .max], [true, false])
    func `no number that a caller sends ends the server or fails it`(number: Int64, respectsBounds: Bool) async throws {
        let (shop, names) = try await shop()
        let contract: JSONValue = try await shop.send(.get, "/openapi.json").json()
        let sampler = Sampler(
            schemas: contract["components"]?["schemas"]?.members ?? [:],
            number: number,
            respectsBounds: respectsBounds
        )
        var sent = 0
        // What removes something comes last.
        for method in [HTTPMethod.get, .post, .put, .patch, .delete] {
            for (path, operations) in (contract["paths"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let operation = operations[method.rawValue.lowercased()],
                    operation["responses"]?["200"]?["content"]?["text/event-stream"] == nil
                else { continue }
                let query = (operation["parameters"]?.array ?? []).compactMap(sampler.item)
                let target = path.split(separator: "/").map { part in
                    part.hasPrefix("{") ? names[String(part.dropFirst().dropLast())] ?? "1" : String(part)
                }.joined(separator: "/")
                let content = operation["requestBody"]?["content"]?["application/json"]
                let body = content?["schema"].map { sampler.value($0) }
                let answer = try await shop.send(method, "/\(target)?" + HTTPQuery(query).rawValue, body)
                #expect(answer.status != 500, "\(method) \(path) fails: \(answer.text)")
                sent += 1
            }
        }
        #expect(sent > 80)
        #expect(try await shop.send(.get, "/healthz", key: "").status == 200)
    }

    @Test(arguments: ["P9999Y", "P9999D", "P0D"])
    func `a length of time beyond the calendar ends nothing`(period: String) async throws {
        let (shop, _) = try await shop()
        let body: JSONValue = [
            "id": .string(TestShop.season.rawValue), "type": "Non-Renewing Subscription",
            "serviceDuration": .string(period), "entitlements": ["season"],
        ]
        let put = try await shop.send(.put, "/v1/catalog/products/\(TestShop.season)", body)
        #expect(put.status.rawValue < 500)
        _ = try await shop.verify(.purchase(TestShop.season, id: "3000"), customer: "anna")
        #expect(try await shop.send(.get, "/v1/customers/anna/entitlements").status == 200)
        try await shop.service.lifecycle.advanceLifecycles()
    }
}
