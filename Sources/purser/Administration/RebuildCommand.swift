// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Console
import Foundation
import PurserServer

/// `purser rebuild`: everything derived again from the facts, and what differs.
enum RebuildCommand: Command {
    static let name = "rebuild"
    static let summary = "Recompute derived state and report differences."

    static let options =
        AdministrationTarget.options + [
            Option("repair", "Repair the differences from the facts."),
            Option("page-size", value: "N", "Purchases or customers compared at a time (default: 500)."),
            Option("json", "Print one JSON object instead."),
            OutputLanguage.option,
        ]

    static let details = """
        Compares entitlements, owners, orders, deliveries and ledgers with the facts. A running server does this
        page by page, beside its requests. Prints the counts, then a tab-separated line for each difference: kind, name, message.
        Exits with 1 if a difference is not repaired.

        Example:
          purser rebuild
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("rebuild takes options only") }
        let language = try OutputLanguage(arguments, terminal)
        let size = try arguments.integer("page-size", in: 1...10_000) ?? 500
        var whole = RebuildReport()
        let began = ContinuousClock.now
        try await AdministrationTarget.with(arguments, terminal) { server in
            terminal.interruption.listen(terminal)
            var next: String? = "p:"
            while let place = next {
                let bytes = try await server.request(
                    "POST",
                    "/v1/rebuild",
                    query: [
                        ("limit", String(size)), ("after", place), ("repair", arguments.has("repair") ? "true" : nil),
                    ],
                    attempts: 10
                )
                let page = try AppStoreJSON.decode(RebuildReport.self, from: bytes)
                whole.add(page)
                next = page.next
                if next != nil {
                    try terminal.interruption.check(
                        "\(whole.purchases) purchases were compared; run it again to compare all"
                    )
                    let total = page.total.map { language(" of \($0)", "/\($0)") } ?? ""
                    let seconds = (ContinuousClock.now - began) / .seconds(1)
                    let left =
                        TimeLeft(done: whole.purchases, total: page.total, after: seconds)
                        .map { language(", ", "，") + $0.text(in: language.console) } ?? ""
                    terminal.printError(
                        language(
                            "compared \(whole.purchases)\(total) purchases and \(counted(whole.customers, "customer"))\(left)",
                            "已比对 \(whole.purchases)\(total) 笔购买、\(whole.customers) 位用户\(left)"
                        )
                    )
                }
            }
        }
        try printDifferences(whole, arguments, terminal)
        guard whole.differences.isEmpty else {
            let count = whole.differences.count
            throw Failure(
                language(
                    "\(counted(count, "difference")); look at \(count == 1 ? "it" : "them") before you repair with --repair",
                    "有 \(count) 处不一致；请先查看，再用 --repair 修复"
                )
            )
        }
    }

    private static func printDifferences(_ whole: RebuildReport, _ arguments: Arguments, _ terminal: Terminal) throws {
        guard !arguments.has("json") else {
            return terminal.print(String(decoding: try AppStoreJSON.encode(whole), as: UTF8.self))
        }
        terminal.print("purchases\t\(whole.purchases)")
        terminal.print("orders\t\(whole.orders)")
        terminal.print("customers\t\(whole.customers)")
        terminal.print("repaired\t\(whole.repaired ?? 0)")
        terminal.print("differences\t\(whole.differences.count)")
        for found in whole.differences { terminal.print("\(found.what)\t\(found.name)\t\(found.message)") }
    }
}
