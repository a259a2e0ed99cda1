// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser shadow`: this server beside another provider, and whether a team may switch.
enum ShadowCommand: Command {
    static let name = "shadow"
    static let summary = "Compare Purser with another provider before you switch."
    static let operands = "report | status | start FILE | end | differences | show ID | check CUSTOMER…"

    static let options =
        ServerClient.options.filter { $0.name != "environment" } + [
            Option("class", value: "CLASS", "With 'differences': only this class, such as missed-refund."),
            Option(
                "state",
                value: "STATE",
                choices: ["pending", "confirmed", "resolved"],
                "With 'differences': only differences in this state."
            ),
            Option("customer", value: "CUSTOMER", "With 'differences': only this customer."),
            Option("limit", value: "N", "With 'differences': how many at most (default: 100, at most 500)."),
            Option(
                "language",
                value: "LANGUAGE",
                choices: ["en", "zh-Hans"],
                "The language of the texts (default: en)."
            ),
            Option("json", "Print the server's response as JSON."),
        ]

    static let details = """
        'start' sends the settings of a JSON file; '-' is the standard input. 'check' compares customers at once, 20 in a request; they
        need not be known to Purser. 'show' prints a difference with the rules behind Purser's answer.
        'report' prints the verdict, what stands against switching, and a tab-separated line for each class: class, party that must act,
        confirmed, pending, resolved, customers, amounts at stake. Exits with 0 for a go and with 1 for a no-go.

        Example:
          purser shadow report
        """

    private static let checkedAtOnce = 20

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let client = try ServerClient(arguments, terminal)
        try await run(arguments, terminal, client)
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal, _ client: ServerClient) async throws {
        let operands = arguments.operands
        let caller = Caller(client: client, arguments: arguments, terminal: terminal)
        switch (operands.first ?? "report", operands.count) {
        case ("report", 0...1): try await caller.report()
        case ("status", 1): try await caller.status()
        case ("start", 2): try await caller.start(operands[1])
        case ("end", 1): try await caller.end()
        case ("differences", 1): try await caller.differences()
        case ("show", 2): try await caller.show(operands[1])
        case ("check", 2...): try await caller.check(Array(operands.dropFirst()))
        default: throw UsageError("'\(operands[0])' is not understood: \(Self.operands)")
        }
    }

    private struct Caller {
        var client: ServerClient
        var arguments: Arguments
        var terminal: Terminal

        private var language: [(name: String, value: String?)] { [("language", arguments.value("language"))] }

        private func ask(
            _ method: String,
            _ path: String,
            query: [(name: String, value: String?)] = [],
            body: Data? = nil,
            timeout: Duration = .seconds(30)
        ) async throws -> JSONValue {
            let bytes = try await client.request(
                method,
                "/v1/shadow" + path,
                query: query,
                body: body,
                timeout: timeout,
                isScoped: false
            )
            return bytes.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: bytes)
        }

        func report() async throws {
            let answer = try await ask("GET", "/report", query: language)
            let isGo = answer["verdict"]?.string == "go"
            if arguments.has("json") {
                try terminal.print(json: answer)
            } else {
                terminal.print(isGo ? "GO" : "NO-GO")
                let compared = Int(answer["compared"]?.integer ?? 0)
                terminal.print(
                    "\(counted(compared, "comparison")) since \(Instant.text(answer["startedAt"]?.integer ?? 0)), "
                        + "\(counted(Int(answer["customers"]?.integer ?? 0), "customer")) in the last complete round"
                )
                for obstacle in answer["obstacles"]?.array ?? [] {
                    terminal.print("- \(obstacle["text"]?.string ?? "")")
                }
                for item in answer["classes"]?.array ?? [] { terminal.print(Self.line(of: item)) }
            }
            guard isGo else {
                let count = answer["obstacles"]?.array?.count ?? 0
                throw Failure("no-go: \(counted(count, "obstacle"))")
            }
        }

        private static func line(of item: JSONValue) -> String {
            let amounts = (item["atStake"]?.array ?? []).map { amount in
                Money(
                    milliunits: amount["milliunits"]?.integer ?? 0,
                    currency: Currency(rawValue: amount["currency"]?.string ?? "")
                ).description
            }
            let isAccepted = item["isAccepted"]?.bool == true
            let numbers = ["confirmed", "pending", "resolved", "customers"].map { String(item[$0]?.integer ?? 0) }
            let cells =
                [(item["class"]?.string ?? "") + (isAccepted ? " (accepted)" : ""), item["cause"]?.string ?? ""]
                + numbers + [amounts.isEmpty ? "-" : amounts.joined(separator: ", ")]
            return cells.joined(separator: "\t")
        }

        func status() async throws { try show(status: try await ask("GET", "")) }

        func start(_ path: String) async throws {
            let settings = try terminal.read(path)
            try show(status: try await ask("PATCH", "", body: settings))
        }

        private func show(status: JSONValue) throws {
            if arguments.has("json") { return try terminal.print(json: status) }
            func number(_ name: String) -> Int64 { status[name]?.integer ?? 0 }
            terminal.print("\(status["url"]?.string ?? "")  \(status["environment"]?.string ?? "")")
            terminal.print(status["isEnabled"]?.bool == true ? "running" : "paused")
            terminal.print("compared\t\(number("compared"))\tdelays\t\(number("delays"))")
            terminal.print(
                "pending\t\(number("pending"))\tconfirmed\t\(number("confirmed"))\tresolved\t\(number("resolved"))"
            )
            terminal.print("last round\t\(status["lastRoundAt"]?.integer.map(Instant.text) ?? "-")")
            if let failure = status["lastFailure"]?.string {
                let date = status["lastFailureAt"]?.integer.map(Instant.text) ?? ""
                terminal.print("last failure\t\(date)\t\(failure)")
            }
        }

        func end() async throws {
            _ = try await ask("DELETE", "")
            terminal.print("shadow mode is over")
        }

        func differences() async throws {
            let limit = try arguments.integer("limit", in: 1...500).map(String.init)
            let names = ["class", "state", "customer"].map { (name: $0, value: arguments.value($0)) }
            let answer = try await ask("GET", "/differences", query: names + [("limit", limit)] + language)
            if arguments.has("json") { return try terminal.print(json: answer) }
            for difference in answer["differences"]?.array ?? [] { terminal.print(Self.line(ofDifference: difference)) }
        }

        private static func line(ofDifference difference: JSONValue) -> String {
            func side(_ name: String) -> String {
                guard let side = difference[name] else { return "-" }
                guard side["isEntitled"]?.bool == true else { return "no access" }
                return side["expiresDate"]?.integer.map { "until \(Instant.text($0))" } ?? "access"
            }
            return [
                difference["id"]?.string ?? "", difference["state"]?.string ?? "", difference["class"]?.string ?? "",
                difference["customer"]?.string ?? "", difference["entitlement"]?.string ?? "",
                "purser: \(side("purser"))", "provider: \(side("provider"))",
            ].joined(separator: "\t")
        }

        func show(_ id: String) async throws {
            let answer = try await ask("GET", "/differences/" + ServerClient.escaped(id), query: language)
            if arguments.has("json") { return try terminal.print(json: answer) }
            terminal.print(Self.line(ofDifference: answer))
            terminal.print("\(answer["title"]?.string ?? ""): \(answer["explanation"]?.string ?? "")")
            for reason in answer["why"]?["reasons"]?.array ?? [] {
                let documents = reason["documents"]?.array?.count ?? 0
                terminal.print(
                    "\(reason["rule"]?.string ?? "")\t\(reason["productId"]?.string ?? "-")\t"
                        + "\(reason["transactionId"]?.string ?? "-")\t\(counted(documents, "document"))"
                )
            }
        }

        func check(_ customers: [String]) async throws {
            var (compared, found) = (Int64(0), [JSONValue]())
            for start in stride(from: 0, to: customers.count, by: ShadowCommand.checkedAtOnce) {
                let some = customers[start..<min(start + ShadowCommand.checkedAtOnce, customers.count)]
                let body: JSONValue = ["customers": .array(some.map { .string($0) })]
                let answer = try await ask(
                    "POST",
                    "/check",
                    query: language,
                    body: try AppStoreJSON.encode(body),
                    timeout: ServerClient.computationTimeout
                )
                compared += answer["compared"]?.integer ?? 0
                found += answer["differences"]?.array ?? []
                if let failure = answer["failure"]?.string {
                    throw Failure("\(counted(Int(compared), "customer")) compared; \(failure)")
                }
            }
            if arguments.has("json") {
                return try terminal.print(json: ["compared": .integer(compared), "differences": .array(found)])
            }
            terminal.print("\(counted(Int(compared), "customer")) compared, \(counted(found.count, "difference"))")
            for difference in found { terminal.print(Self.line(ofDifference: difference)) }
        }
    }
}
