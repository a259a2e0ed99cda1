// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

extension AssistantTool {
    /// Every tool.
    static let all = [customer, order, why, events, reconciliation, health, documentation]

    private static let environment = Parameter(
        name: "environment",
        summary: "Production or Sandbox (default: Production).",
        isRequired: false,
        choices: ["Production", "Sandbox"]
    )

    private static let customer = AssistantTool(
        name: "customer",
        summary: "A customer's entitlements, subscriptions, orders and balances now.",
        parameters: [Parameter(name: "customer", summary: "The customer's ID in the team's backend."), environment]
    ) { arguments, client in
        let base = "/v1/customers/" + arguments.segment("customer")
        let scope: [(name: String, value: String?)] = [("environment", arguments["environment"])]
        return [
            "entitlements": try await get(client, base + "/entitlements", scope),
            "subscriptions": try await get(client, base + "/subscriptions", scope),
            "orders": try await get(client, base + "/orders"),
            "balances": try await get(client, base + "/balances", scope),
        ]
    }

    private static let order = AssistantTool(
        name: "order",
        summary: "An order, and the facts and commands behind its state.",
        parameters: [Parameter(name: "order", summary: "The order ID, such as ord_….")]
    ) { arguments, client in
        let base = "/v1/orders/" + arguments.segment("order")
        return ["order": try await get(client, base), "explanation": try await get(client, base + "/why")]
    }

    private static let why = AssistantTool(
        name: "why",
        summary: "Why a customer has, or lacks, an entitlement: signed documents, rules and dates.",
        parameters: [
            Parameter(name: "customer", summary: "The customer's ID in the team's backend."),
            Parameter(name: "entitlement", summary: "The entitlement's ID."), environment,
            Parameter(name: "at", summary: "A date in milliseconds since 1970 (default: now).", isRequired: false),
        ]
    ) { arguments, client in
        let path =
            "/v1/customers/\(arguments.segment("customer"))/entitlements/\(arguments.segment("entitlement"))/explanation"
        return try await get(client, path, [("environment", arguments["environment"]), ("at", arguments["at"])])
    }

    private static let events = AssistantTool(
        name: "events",
        summary: "The app's events after a position, in order, as webhooks deliver them.",
        parameters: [
            Parameter(name: "after", summary: "The position of the previous page (default: 0).", isRequired: false),
            Parameter(name: "limit", summary: "How many events at most (default: 50, at most 500).", isRequired: false),
        ]
    ) { arguments, client in
        try await get(client, "/v1/events", [("after", arguments["after"]), ("limit", arguments["limit"] ?? "50")])
    }

    private static let reconciliation = AssistantTool(
        name: "reconciliation",
        summary: "A month's sales compared with Apple's reports, with the reason for each difference.",
        parameters: [Parameter(name: "month", summary: "The month, such as 2026-10."), environment]
    ) { arguments, client in
        try await get(
            client,
            "/v1/reconciliation/" + arguments.segment("month"),
            [("environment", arguments["environment"])]
        )
    }

    private static let health = AssistantTool(
        name: "health",
        summary: "Undelivered orders, alerts, background jobs and the forwarding of notifications.",
        parameters: []
    ) { _, client in
        [
            "undeliveredOrders": try await get(client, "/v1/undelivered-orders"),
            "alerts": try await get(client, "/v1/alerts"),
            "backgroundJobs": try await get(client, "/v1/background-jobs"),
            "forwarding": try await get(client, "/v1/notification-forwarding"),
        ]
    }

    private static let documentation = AssistantTool(
        name: "documentation",
        summary: "The commands and API operations whose description contains all terms of a query.",
        parameters: [Parameter(name: "query", summary: "A few terms, such as 'resend webhook'.")]
    ) { arguments, client in
        let terms = (arguments["query"] ?? "").lowercased().split(separator: " ")
        func fits(_ text: String) -> Bool { terms.allSatisfy(text.lowercased().contains) }
        let commands = Purser.program.commands.filter { fits("\($0.name) \($0.summary) \($0.details)") }
        let contract = try await get(client, "/openapi.json")
        var operations: [JSONValue] = []
        for (path, methods) in (contract["paths"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            for (method, operation) in (methods.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                let summary = operation["summary"]?.string ?? ""
                guard fits("\(path) \(summary) \(operation["operationId"]?.string ?? "")") else { continue }
                operations.append(
                    ["operation": .string("\(method.uppercased()) \(path)"), "summary": .string(summary)]
                )
            }
        }
        return [
            "commands": .array(
                commands.map { ["command": .string("purser \($0.name)"), "summary": .string($0.summary)] }
            ),
            "operations": .array(Array(operations.prefix(50))),
        ]
    }

    private static func get(
        _ client: ServerClient,
        _ path: String,
        _ query: [(name: String, value: String?)] = []
    ) async throws -> JSONValue {
        let bytes = try await client.request("GET", path, query: query, isScoped: false)
        return try AppStoreJSON.decode(JSONValue.self, from: bytes)
    }
}
