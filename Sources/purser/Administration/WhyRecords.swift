// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser why --order` and `--balance`: the documents and commands behind an order or a balance.
enum WhyRecords {
    private struct Cause: Decodable {
        var kind: String
        var said: Int64
        var digest: String
        var by: String
    }

    private struct OrderAnswer: Decodable {
        struct Moment: Decodable {
            var state: String
            var at: Int64
            var causes: [Cause]
        }

        var at: Int64
        var state: String?
        var moments: [Moment]
    }

    private struct BalanceAnswer: Decodable {
        struct Entry: Decodable {
            var amount: Int64
            var reason: String
            var at: Int64
            var transaction: String?
            var causes: [Cause]
        }

        var at: Int64
        var balance: Int64
        var entries: [Entry]
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let language = try OutputLanguage(arguments, terminal)
        let path: String
        if let order = arguments.value("order") {
            guard arguments.operands.isEmpty, arguments.value("balance") == nil else {
                throw UsageError("--order cannot be used with a customer, an entitlement or a balance")
            }
            path = "/v1/orders/\(ServerClient.escaped(order))/why"
        } else {
            guard arguments.operands.count == 1, let customer = arguments.operands.first,
                let currency = arguments.value("balance")
            else { throw UsageError("give the customer whose balance it is") }
            path = "/v1/customers/\(ServerClient.escaped(customer))/balances/\(ServerClient.escaped(currency))/why"
        }
        guard arguments.value("known-at") == nil else {
            throw UsageError("--known-at is not available for orders and balances; use --at")
        }
        var query: [(name: String, value: String?)] = []
        if let text = arguments.value("at") {
            query.append(("at", String(try Instant.read(text, option: "at").millisecondsSince1970)))
        }
        try await AdministrationTarget.with(arguments, terminal) { [query] server in
            let bytes = try await server.request("GET", path, query: query)
            if let file = arguments.value("export") { try terminal.write(bytes, to: file) }
            guard !arguments.has("json") else { return terminal.print(String(decoding: bytes, as: UTF8.self)) }
            if arguments.value("order") != nil {
                printOrder(try AppStoreJSON.decode(OrderAnswer.self, from: bytes), language, terminal)
            } else {
                printBalance(try AppStoreJSON.decode(BalanceAnswer.self, from: bytes), language, terminal)
            }
        }
    }

    private static func printOrder(_ answer: OrderAnswer, _ language: OutputLanguage, _ terminal: Terminal) {
        let at = Instant.text(answer.at)
        terminal.print(
            answer.state.map { language("\($0) at \(at)", "\(at) 的状态：\($0)") }
                ?? language("not created yet at \(at)", "\(at) 时尚未创建")
        )
        for (number, moment) in answer.moments.enumerated() {
            terminal.print("\(number + 1). \(moment.state) \(Instant.text(moment.at))")
            print(moment.causes, terminal)
        }
    }

    private static func printBalance(_ answer: BalanceAnswer, _ language: OutputLanguage, _ terminal: Terminal) {
        let at = Instant.text(answer.at)
        terminal.print(language("\(answer.balance) at \(at)", "\(at) 的余额：\(answer.balance)"))
        for (number, entry) in answer.entries.enumerated() {
            let what = [entry.reason, entry.transaction].compactMap(\.self).joined(separator: ", ")
            terminal.print("\(number + 1). \(entry.amount) \(what) \(Instant.text(entry.at))")
            print(entry.causes, terminal)
        }
    }

    private static func print(_ causes: [Cause], _ terminal: Terminal) {
        for cause in causes {
            terminal.print("   \(cause.kind) \(Instant.text(cause.said)) \(cause.by) sha256:\(cause.digest)")
        }
    }
}
