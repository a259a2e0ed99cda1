// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

@Suite struct ControlOpenAPIDocumentTests {
    @Test func `every control is described in words`() async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(.get, "/simulator/v1/openapi.json")
        guard case .object(let document) = try answer.json(JSONValue.self), case .object(let paths)? = document["paths"]
        else { throw UnexpectedAnswer(text: answer.text) }
        let controls = simulated.service.router(for: .production).routes.filter {
            $0.pattern.hasPrefix("/simulator/v1/")
        }
        #expect(controls.count > 50)
        for route in controls {
            let path = String(route.pattern.dropFirst("/simulator/v1".count))
            guard case .object(let operations)? = paths[path],
                case .object(let operation)? = operations[route.method.rawValue.lowercased()],
                case .string(let summary)? = operation["summary"]
            else {
                Issue.record("\(route.method) \(path) is not described")
                continue
            }
            #expect(!summary.isEmpty, "\(route.method) \(path)")
        }
    }

    /// A simulator in which every example has something to be about.
    private func world(for path: String) async throws -> (SimulatedService, [String: String]) {
        var folder: String?
        if path == "/save" || path == "/load" {
            let name = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
            folder = name
        }
        let simulated = try SimulatedService(dataDirectory: folder) { configuration in
            configuration.catalog = .withOffers
            if path.contains("/bundles") { configuration.catalog.products += Catalog.withBundle.products.suffix(1) }
            guard Self.isAboutSeats(path) else { return }
            for place in configuration.catalog.products.indices {
                configuration.catalog.products[place].subscription?.multiSeat = MultiSeatTerms(
                    invitationManagement: .apple
                )
            }
        }
        let coins = try await simulated.buy("coins")
        try await simulated.buy("silver")
        _ = try await simulated.service.perform(
            .addOfferCode("WELCOME", product: "silver", offer: "half-price", redemptions: 1)
        )
        if Self.isAboutSeats(path) {
            _ = try await simulated.service.perform(
                .buy("alice", product: "silver", options: PurchaseOptions(seats: 8))
            )
        }
        if path.contains("{member}") {
            _ = try await simulated.service.perform(.addCustomer(CustomerProfile(id: "carol")))
            _ = try await simulated.service.perform(
                .inviteMember("alice", group: "group", member: "carol", role: nil)
            )
        }
        if path.contains("/bundles") {
            _ = try await simulated.service.perform(
                .buy("alice", product: "news.bundle", options: PurchaseOptions())
            )
        }
        if path.contains("refund-decision") {
            _ = try await simulated.service.perform(.requestRefund(coins.transactionId, reason: .other, inApp: true))
        }
        if path == "/load" {
            _ = try await simulated.production.send(.post, "/simulator/v1/save", json: ["name": "monday"])
        }
        if path == "/customers/{id}/history" { try await simulated.buy("coins", by: "tester", in: .sandbox) }
        let pending = try await simulated.production.send(
            .post,
            "/simulator/v1/purchases",
            json: ["customer": JSONValue.string("alice"), "product": "coins", "simulatesAskToBuy": true]
        ).json(JSONValue.self)["pending"]?["id"]?.string
        let values = [
            "id": path == "/customers/{id}/history" ? "tester" : "alice", "customer": "alice", "group": "group",
            "environment": "production",
            "transaction": coins.transactionId.rawValue,
            "product": path.contains("/bundles") ? "news.bundle" : "silver",
            "pending": pending ?? "", "member": "carol", "scenario": "first-month",
        ]
        return (simulated, values)
    }

    private static func isAboutSeats(_ path: String) -> Bool {
        path.hasSuffix("/seats") || path.contains("/members") || path == "/organizations"
    }

    /// A path with its parameters filled in.
    private func filled(_ path: String, _ values: [String: String]) -> String {
        let kind = path.split(separator: "/").first ?? ""
        let ids = ["transactions": "transaction", "products": "product", "pending": "pending"]
        var path = path
        for (name, value) in values where name != "id" { path = path.replacing("{\(name)}", with: value) }
        return path.replacing("{id}", with: values[ids[String(kind)] ?? "id"] ?? "")
    }

    @Test func `every example is taken, and what comes back has the documented form`() async throws {
        let document = try await SimulatedService().production.send(.get, "/simulator/v1/openapi.json")
            .json(JSONValue.self)
        guard case .object(let paths)? = document["paths"] else { throw UnexpectedAnswer(text: "no paths") }
        var tried = 0
        for (path, operations) in paths.sorted(by: { $0.key < $1.key }) where !path.hasPrefix("/certificates/") {
            guard case .object(let operations) = operations else { continue }
            for (method, operation) in operations.sorted(by: { $0.key < $1.key }) {
                let (simulated, values) = try await world(for: path)
                if path == "/pending/{id}/complete" || path.contains("refund-reversal") || path.contains("consent") {
                    try await prepare(path, simulated, values)
                }
                let content = operation["requestBody"]?["content"]?["application/json"]
                let body = try content?["example"].map { try AppStoreJSON.encode($0) }
                let answer = try await simulated.production.send(
                    HTTPMethod(rawValue: method.uppercased()),
                    "/simulator/v1" + filled(path, values),
                    headers: body == nil ? [:] : ["Content-Type": "application/json"],
                    body: body ?? Data()
                )
                tried += 1
                let name = "\(method) \(path)"
                let response = operation["responses"]?[String(answer.status.rawValue)]
                #expect(response != nil, "\(name): \(answer.status) \(answer.text)")
                #expect(["get", "delete"].contains(method) || body != nil || Self.bodiless.contains(path), "\(name)")
                if let example = response?["content"]?["application/json"]?["example"] {
                    try expect(answer.json(JSONValue.self), has: example, name)
                }
            }
        }
        #expect(tried > 55)
    }

    /// What is done without a body.
    private static let bodiless: Set<String> = [
        "/customers/{id}/subscriptions/{group}/renew", "/customers/{id}/subscriptions/{group}/expire",
        "/customers/{id}/subscriptions/{group}/members/{member}/accept",
        "/pending/{id}/complete", "/pending/{id}/cancel", "/transactions/{id}/finish",
        "/transactions/{id}/refund-reversal", "/clock/run-due", "/notifications/test", "/reset",
    ]

    private func prepare(_ path: String, _ simulated: SimulatedService, _ values: [String: String]) async throws {
        let id = TransactionID(rawValue: values["transaction"] ?? "")
        switch path {
        case "/transactions/{id}/refund-reversal":
            _ = try await simulated.service.perform(.refund(id, decision: .full(.other), cancels: false))
        case "/customers/{id}/subscriptions/{group}/consent":
            _ = try await simulated.service.perform(
                .changePrice("silver", PriceList(base: 29_990), preservesExisting: false)
            )
        default: break
        }
    }

    /// Expects that a value has every member of an example, each of the same kind.
    private func expect(_ value: JSONValue, has example: JSONValue, _ name: String) throws {
        switch (value, example) {
        case (.object(let fields), .object(let wanted)):
            for (key, item) in wanted {
                guard let field = fields[key] else {
                    Issue.record("\(name) lacks \(key)")
                    continue
                }
                try expect(field, has: item, "\(name).\(key)")
            }
        case (.array(let items), .array(let wanted)):
            if let first = items.first, let item = wanted.first { try expect(first, has: item, name) }
        case (.string, .string), (.integer, .integer), (.bool, .bool), (.null, .null): break
        default: Issue.record("\(name) is \(value), not such as \(example)")
        }
    }
}
