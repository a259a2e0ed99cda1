// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser forwarding`: lists forwarded notifications and forwards them again.
enum ForwardingCommand: Command {
    static let name = "forwarding"
    static let summary = "List forwarded App Store notifications, or forward them again."
    static let operands = "list | deliveries TARGET | resend TARGET [NOTIFICATION]…"

    static let options =
        ServerClient.options.filter { $0.name != "environment" } + [
            Option(
                "state",
                value: "STATE",
                choices: ["pending", "delivered", "failed"],
                "Only deliveries in this state."
            ),
            Option("limit", value: "N", "How many deliveries at most (default: 100, at most 500)."),
            Option("failed", "With 'resend': every notification whose attempts ran out."),
            Option("json", "Print the server's response as JSON."),
        ]

    static let details = """
        'list' shows the URLs of the configuration key 'forwardNotificationsTo' with their identifiers and backlogs, 'deliveries' the
        notifications of the last seven days with the responses, the newest first. 'resend' forwards notifications again, in order.

        Example:
          purser forwarding resend fwd_0123456789abcdef --failed
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let client = try ServerClient(arguments, terminal)
        let operands = arguments.operands
        switch (operands.first ?? "list", operands.count) {
        case ("list", 0...1): try await list(client, arguments, terminal)
        case ("deliveries", 2): try await deliveries(of: operands[1], client, arguments, terminal)
        case ("resend", 2...): try await resend(to: operands[1], Array(operands[2...]), client, arguments, terminal)
        case ("deliveries", _), ("resend", _): throw UsageError("give a target; 'purser forwarding list' shows them")
        default: throw UsageError("'\(operands[0])' is not understood: \(Self.operands)")
        }
    }

    private static func list(_ client: ServerClient, _ arguments: Arguments, _ terminal: Terminal) async throws {
        let answer = try await value(client.request("GET", "/v1/notification-forwarding", isScoped: false))
        if arguments.has("json") { return try terminal.print(json: answer) }
        let targets = answer["targets"]?.array ?? []
        if targets.isEmpty { terminal.print("no URLs; set 'forwardNotificationsTo' of the app in the configuration") }
        for target in targets {
            let environments = (target["environments"]?.array ?? []).compactMap(\.string)
            let parts = [
                target["id"]?.string ?? "", target["url"]?.string ?? "",
                environments.isEmpty ? "all environments" : environments.joined(separator: ", "),
                "\(target["pending"]?.integer ?? 0) pending", "\(target["failed"]?.integer ?? 0) failed",
            ]
            terminal.print(parts.joined(separator: "  "))
        }
    }

    private static func deliveries(
        of target: String,
        _ client: ServerClient,
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws {
        let limit = try arguments.integer("limit", in: 1...500).map(String.init)
        let answer = try await value(
            client.request(
                "GET",
                path(target) + "/deliveries",
                query: [("state", arguments.value("state")), ("limit", limit)],
                isScoped: false
            )
        )
        if arguments.has("json") { return try terminal.print(json: answer) }
        for delivery in answer["deliveries"]?.array ?? [] {
            let parts = [
                Instant.text(delivery["receivedAt"]?.integer ?? 0), delivery["state"]?.string ?? "",
                delivery["type"]?.string ?? "", "\(delivery["attempts"]?.integer ?? 0) attempts",
                delivery["lastResponse"]?.string ?? "-", delivery["notification"]?.string ?? "",
            ]
            terminal.print(parts.joined(separator: "  "))
        }
    }

    private static func resend(
        to target: String,
        _ notifications: [String],
        _ client: ServerClient,
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws {
        let isFailed = arguments.has("failed")
        guard notifications.isEmpty == isFailed else { throw UsageError("give notifications or --failed") }
        let body: JSONValue =
            isFailed ? ["failedOnly": true] : ["notifications": .array(notifications.map { .string($0) })]
        let answer = try await value(
            client.request("POST", path(target) + "/resend", body: try AppStoreJSON.encode(body), isScoped: false)
        )
        if arguments.has("json") { return try terminal.print(json: answer) }
        terminal.print("\(counted(Int(answer["count"]?.integer ?? 0), "notification")) enqueued")
    }

    private static func path(_ target: String) -> String {
        "/v1/notification-forwarding/" + ServerClient.escaped(target)
    }

    private static func value(_ bytes: Data) throws -> JSONValue {
        try AppStoreJSON.decode(JSONValue.self, from: bytes)
    }
}
