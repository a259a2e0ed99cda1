// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// `purser why`: the documents, rules and instants behind an entitlement, an order or a balance.
enum WhyCommand: Command {
    static let name = "why"
    static let summary = "Explain an entitlement, an order or a balance."
    static let operands = "[CUSTOMER [ENTITLEMENT]]"

    static let options =
        AdministrationTarget.options + [
            Option(
                "at",
                value: "INSTANT",
                "Explain the state at this time, such as 2026-11-21T10:00:00Z (default: now)."
            ),
            Option("known-at", value: "INSTANT", "Use only what was known at this time."),
            Option("order", value: "ORDER", "Explain an order instead of an entitlement."),
            Option("balance", value: "CURRENCY", "Explain the customer's balance of a virtual currency."),
            Option(
                "export",
                value: "FILE",
                "Also write the explanation with its signed documents to this file, as JSON."
            ),
            Option("json", "Print the whole response as JSON instead."),
            OutputLanguage.option,
        ]

    static let details = """
        Prints whether the customer has the entitlement, then a paragraph for each reason, the deciding one first: the rule, its
        product, its period, and its documents with their SHA-256. Anyone who trusts Apple's roots can check an export:
        'purser verify transaction' reads the documents.

        For an order it prints each state, for a balance each entry, with the documents and commands that led to it.

        Examples:
          purser why anna club --at 2026-11-21 --export why.json
          purser why --order ord_0001 --at 2026-11-21
          purser why anna --balance beans
        """

    private struct Answer: Decodable {
        struct Document: Decodable {
            var kind: String
            var said: Int64
            var digest: String

            private enum CodingKeys: String, CodingKey {
                case kind
                case said = "date"
                case digest = "sha256"
            }
        }

        struct ReasonBody: Decodable {
            var rule: Rule
            var from: Int64?
            var until: Int64?
            var product: String?
            var transaction: String?
            var note: String?
            var invitation: String?
            var invitedBy: String?
            var seatClaim: String?
            var store: Store?
            var documents: [Document]

            private enum CodingKeys: String, CodingKey {
                case rule, from, until, note, invitation, invitedBy, store, documents
                case seatClaim = "seatClaimId"
                case product = "productId"
                case transaction = "transactionId"
            }
        }

        struct Reminder: Decodable {
            var about: String
            var at: Int64
            var leadTime: String
            var due: Int64
        }

        struct Alias: Decodable {
            var alias: String
            var mergedAt: Int64
        }

        var at: Int64
        var isActive: Bool
        var until: Int64?
        var reasons: [ReasonBody]
        var reminders: [Reminder]?
        var aliases: [Alias]?

        private enum CodingKeys: String, CodingKey {
            case at, isActive, reasons, reminders, aliases
            case until = "expiresDate"
        }
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        if arguments.value("order") != nil || arguments.value("balance") != nil {
            return try await WhyRecords.run(arguments, terminal)
        }
        guard arguments.operands.count == 2 else { throw UsageError("give the customer and the entitlement") }
        let (customer, entitlement) = (arguments.operands[0], arguments.operands[1])
        let language = try OutputLanguage(arguments, terminal)
        var query: [(name: String, value: String?)] = []
        for (option, name) in [("at", "at"), ("known-at", "knownAt")] {
            guard let text = arguments.value(option) else { continue }
            query.append((name, String(try Instant.read(text, option: option).millisecondsSince1970)))
        }
        try await AdministrationTarget.with(arguments, terminal) { [query] server in
            let path =
                "/v1/customers/\(ServerClient.escaped(customer))/entitlements/\(ServerClient.escaped(entitlement))/explanation"
            let bytes = try await server.request("GET", path, query: query)
            let answer = try AppStoreJSON.decode(Answer.self, from: bytes)
            if answer.reasons.allSatisfy({ $0.rule == .neverBought }) {
                try await requireKnown(entitlement, server, language)
            }
            if let file = arguments.value("export") {
                try terminal.write(bytes, to: file)
                terminal.printError(language("everything is in \(file)", "完整内容已写入 \(file)"))
            }
            guard !arguments.has("json") else { return terminal.print(String(decoding: bytes, as: UTF8.self)) }
            printReasons(answer, customer, entitlement, language, terminal)
        }
    }

    /// Refuses a name that the catalog does not have, with those that it has.
    private static func requireKnown(
        _ entitlement: String,
        _ server: ServerClient,
        _ language: OutputLanguage
    ) async throws {
        struct Products: Decodable {
            struct Product: Decodable {
                var entitlements: [String]?
            }

            var products: [Product]
        }
        let bytes = try await server.request("GET", "/v1/products", isScoped: false)
        let products = try AppStoreJSON.decode(Products.self, from: bytes).products
        let known = Set(products.flatMap { $0.entitlements ?? [] }).sorted()
        guard !known.isEmpty, !known.contains(entitlement) else { return }
        let near = Nearness.nearest(to: entitlement, among: known)
        let list = known.prefix(50).map { "'\($0)'" }.joined(separator: ", ")
        throw Failure(
            language(
                "Unknown entitlement: '\(entitlement)'. \(near.map { "Did you mean '\($0)'? " } ?? "")Known: \(list)",
                "未知权益：“\(entitlement)”。\(near.map { "是否指“\($0)”？" } ?? "")已知权益：\(list)"
            )
        )
    }

    private static func printReasons(
        _ answer: Answer,
        _ customer: String,
        _ entitlement: String,
        _ language: OutputLanguage,
        _ terminal: Terminal
    ) {
        let at = Instant.text(answer.at)
        terminal.print(
            answer.isActive
                ? language("\(customer) has '\(entitlement)' at \(at)", "\(customer) 在 \(at) 拥有“\(entitlement)”")
                : language("\(customer) has no '\(entitlement)' at \(at)", "\(customer) 在 \(at) 没有“\(entitlement)”")
        )
        if answer.isActive {
            terminal.print(
                answer.until.map { language("until \(Instant.text($0))", "至 \(Instant.text($0))") }
                    ?? language("permanently", "永久")
            )
        }
        for (number, reason) in answer.reasons.enumerated() {
            let rule = reason.rule
            terminal.print("\(number + 1). \(rule.text(in: language.code, store: reason.store)) [\(rule)]")
            let what = [reason.product, reason.transaction].compactMap(\.self).joined(separator: ", ")
            if !what.isEmpty { terminal.print("   " + what) }
            if reason.from != nil || reason.until != nil {
                let from = reason.from.map(Instant.text) ?? "…"
                terminal.print("   \(from) – \(reason.until.map(Instant.text) ?? "…")")
            }
            if let note = reason.note, !note.isEmpty { terminal.print("   " + note) }
            if let invitation = reason.invitation {
                let inviter = reason.invitedBy.map { language("invited by \($0)", "由 \($0) 邀请") }
                let claim = reason.seatClaim.map { language("seat claim \($0)", "席位认领 \($0)") }
                let parts = [invitation, inviter, claim].compactMap(\.self)
                terminal.print("   " + parts.joined(separator: ", "))
            }
            for document in reason.documents {
                terminal.print("   \(document.kind) \(Instant.text(document.said)) sha256:\(document.digest)")
            }
        }
        for alias in answer.aliases ?? [] {
            let merged = Instant.text(alias.mergedAt)
            terminal.print(language("merged with \(alias.alias) at \(merged)", "于 \(merged) 与 \(alias.alias) 合并"))
        }
        for reminder in answer.reminders ?? [] {
            let isRenewal = reminder.about == "renewal"
            let (due, target) = (Instant.text(reminder.due), Instant.text(reminder.at))
            terminal.print(
                language(
                    "reminder at \(due), \(reminder.leadTime) before the \(isRenewal ? "renewal" : "end") at \(target)",
                    "提醒：\(due)，在\(isRenewal ? "续期" : "服务结束")（\(target)）前 \(reminder.leadTime)"
                )
            )
        }
    }
}
