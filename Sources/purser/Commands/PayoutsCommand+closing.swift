// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// The closing of months, by the running server.
extension PayoutsCommand {
    static let closingOptions = [
        Option("close", "Close the month: the server keeps its figures."),
        Option("note", value: "TEXT", "A note for --close."),
        Option("reopen", value: "REASON", "Open a closed month again."),
        Option("closed", "Show the figures of a closed month that changed since, with the documents."),
    ]

    private struct ClosedMonth: Decodable {
        struct Amount: Decodable {
            var currency: String
            var revenue: Int64
            var tax: Int64
            var commission: Int64
            var proceeds: Int64

            var parts: [(name: String, value: Int64)] {
                [("revenue", revenue), ("tax", tax), ("commission", commission), ("proceeds", proceeds)]
            }
        }

        struct Change: Decodable {
            struct Document: Decodable {
                var name: String
            }

            var originalTransactionId: String
            var documents: [Document]
        }

        var month: String
        var closedAt: Date
        var author: String
        var amounts: [Amount]
        var current: [Amount]?
        var changes: [Change]?
    }

    /// Whether a command line is about closing.
    static func isAboutClosing(_ arguments: Arguments) -> Bool {
        ["close", "closed"].contains { arguments.has($0) } || arguments.value("reopen") != nil
    }

    /// Closes a month, opens it again, or shows what changed since it was closed.
    static func runClosing(_ months: [FiscalMonth], _ arguments: Arguments, _ terminal: Terminal) async throws {
        guard let month = months.first, months.count == 1 else {
            throw UsageError("--close, --reopen and --closed take one fiscal month such as 2026-11")
        }
        let client = try ServerClient(arguments, terminal)
        let path = "/v1/closed-months/\(month)"
        if let reason = arguments.value("reopen") {
            _ = try await client.request("DELETE", path, query: [("reason", reason)])
            return terminal.print("\(month) is open again")
        }
        var bytes: Data
        if arguments.has("close") {
            let body = arguments.value("note").map { ["note": JSONValue.string($0)] } ?? [:]
            bytes = try await client.request(
                "PUT",
                path,
                body: try AppStoreJSON.encode(JSONValue.object(body)),
                timeout: .seconds(90)
            )
        } else {
            guard let found = try await client.computed(path) else {
                throw Failure(
                    "the server ended the request for \(month) after a minute; try again when it is less busy"
                )
            }
            bytes = found
        }
        if arguments.has("json") { return try terminal.print(json: AppStoreJSON.decode(JSONValue.self, from: bytes)) }
        show(try AppStoreJSON.decode(ClosedMonth.self, from: bytes), terminal)
    }

    private static func show(_ closed: ClosedMonth, _ terminal: Terminal) {
        terminal.print("\(closed.month) was closed by \(closed.author) at \(closed.closedAt.formatted(.iso8601))")
        func text(_ milliunits: Int64, _ currency: String) -> String {
            let money = Money(milliunits: milliunits, currency: Currency(rawValue: currency))
            return String(money.description.prefix { $0 != " " })
        }
        guard let current = closed.current else {
            for amount in closed.amounts {
                for (name, value) in amount.parts {
                    terminal.print([amount.currency, name, text(value, amount.currency)].joined(separator: "\t"))
                }
            }
            return
        }
        var hasChanged = false
        for currency in Set((closed.amounts + current).map(\.currency)).sorted() {
            let then = closed.amounts.first { $0.currency == currency }?.parts
            let now = current.first { $0.currency == currency }?.parts
            for (place, name) in ["revenue", "tax", "commission", "proceeds"].enumerated() {
                let (old, new) = (then?[place].value ?? 0, now?[place].value ?? 0)
                guard old != new else { continue }
                hasChanged = true
                let amounts = [old, new, new - old].map { text($0, currency) }
                terminal.print(([currency, name] + amounts).joined(separator: "\t"))
            }
        }
        if !hasChanged { terminal.print("no figure has changed since") }
        for change in closed.changes ?? [] {
            let names = change.documents.map(\.name).joined(separator: " ")
            terminal.print(["late", change.originalTransactionId, names].joined(separator: "\t"))
        }
    }
}
