// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Console
import Foundation

/// `purser backfill`: old customers imported from a list.
enum BackfillCommand: Command {
    static let name = "backfill"
    static let summary = "Import existing purchases from a list."
    static let operands = "FILE|-"

    static let options =
        AdministrationTarget.options + [
            Option("send-events", "Send webhook events for the imported purchases (default: no events)."),
            Option("start-line", value: "LINE", "Start at this line, to continue an earlier run."),
            Option("batch-size", value: "N", "Lines of one customer for each request (default: 50)."),
            Option("json", "Print one JSON object instead."),
            OutputLanguage.option,
        ]

    static let details = """
        Each line of FILE is a transaction ID or a receipt in base64, then, after a tab or a comma, the customer
        if known. Purser fetches the whole history of each ID from Apple, so one ID per customer is enough.
        You can repeat a file. While Apple or the server does not answer, the command waits and retries.
        Prints a tab-separated line for each rejection: line, item, code, message; exits with 1 if there is one.
        Prints a line for each purchase that moved: moved, purchase, earlier customer, new customer; and for each that stays
        with another customer than in the file: kept, purchase, its customer, the file's customer. Then the totals.

        Example:
          purser backfill old-customers.csv
        """

    private struct Report: Decodable {
        struct Failed: Decodable {
            var item: String
            var code: String
            var message: String
        }

        struct Owner: Decodable {
            var purchase: String
            var outcome: String
            var customer: String?
            var previousCustomer: String?
        }

        var checked: Int
        var missing: Int
        var failed: Int
        var failures: [Failed]?
        var owners: [Owner]?
    }

    /// What `--json` prints.
    private struct Whole: Encodable {
        struct Failed: Encodable {
            var line: Int
            var item: String
            var code: String
            var message: String
        }

        struct Owner: Encodable {
            var purchase: String
            var outcome: String
            var customer: String?
            var previousCustomer: String?
            var requestedCustomer: String?
        }

        var checked = 0
        var new = 0
        var refused = 0
        /// How many purchases had each outcome.
        var ownership: [String: Int] = [:]
        /// The purchases whose owner the backfill set, changed or left against the file.
        var owners: [Owner] = []
        var failures: [Failed] = []

        func count(_ outcome: String) -> Int { ownership[outcome] ?? 0 }
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1 else { throw UsageError("give the file of transactions or receipts") }
        let language = try OutputLanguage(arguments, terminal)
        let size = try arguments.integer("batch-size", in: 1...500) ?? 50
        let first = try arguments.integer("start-line", in: 1...Int.max) ?? 1
        let file = try BackfillFile(try terminal.read(arguments.operands[0]))
        let batches = file.batches(from: first, size: size)
        let total = batches.reduce(0) { $0 + $1.entries.count }
        guard total > 0 else { throw Failure(language("the file has no lines to import", "文件中没有可导入的行")) }
        var (done, whole) = (0, Whole())
        let began = ContinuousClock.now
        try await AdministrationTarget.with(arguments, terminal) { server in
            terminal.interruption.listen(terminal)
            for batch in batches {
                let next = batch.entries.first?.line ?? first
                try terminal.interruption.check(
                    language("continue with --start-line \(next)", "可用 --start-line \(next) 继续")
                )
                let report: Report
                do {
                    report = try await send(batch, tells: arguments.has("send-events"), to: server)
                } catch let failure as Failure {
                    let line = batch.entries.first?.line ?? first
                    throw Failure(
                        failure.message
                            + language("; continue with --start-line \(line)", "；可用 --start-line \(line) 继续")
                    )
                }
                done += batch.entries.count
                let (failures, owners) = add(report, of: batch, to: &whole)
                if !arguments.has("json") { printResult(failures, owners, language, terminal) }
                let seconds = (ContinuousClock.now - began) / .seconds(1)
                let left =
                    TimeLeft(done: done, total: total, after: seconds)
                    .map { language(", ", "，") + $0.text(in: language.console) } ?? ""
                terminal.printError(
                    language(
                        "\(done) of \(counted(total, "line")): \(counted(whole.checked, "document")) checked, "
                            + "\(whole.new) new, \(whole.refused) refused, \(whole.count("moved")) moved, "
                            + "\(whole.count("kept")) kept\(left)",
                        "\(done)/\(total) 行：查看 \(whole.checked) 份文档，新增 \(whole.new)，拒绝 \(whole.refused)，"
                            + "转移 \(whole.count("moved"))，保留 \(whole.count("kept"))\(left)"
                    )
                )
            }
        }
        if arguments.has("json") {
            terminal.print(String(decoding: try AppStoreJSON.encode(whole), as: UTF8.self))
        } else {
            terminal.print("checked\t\(whole.checked)")
            terminal.print("new\t\(whole.new)")
            terminal.print("refused\t\(whole.refused)")
            for outcome in outcomes { terminal.print("\(outcome)\t\(whole.count(outcome))") }
        }
        let refused = whole.refused
        guard refused == 0 else {
            throw Failure(
                language("\(counted(refused, "item")) could not be imported", "有 \(refused) 项未能导入")
            )
        }
    }

    /// What a backfill does about the owner of a purchase, in the order of the output.
    private static let outcomes = ["assigned", "moved", "kept", "unchanged", "unclaimed"]

    /// Adds a report to the whole; returns what is new in it.
    private static func add(
        _ report: Report,
        of batch: BackfillFile.Batch,
        to whole: inout Whole
    ) -> (failures: [Whole.Failed], owners: [Whole.Owner]) {
        whole.checked += report.checked
        whole.new += report.missing
        whole.refused += report.failed
        let failures = (report.failures ?? []).map { failed in
            Whole.Failed(
                line: line(of: failed, in: batch),
                item: failed.item,
                code: failed.code,
                message: failed.message
            )
        }
        whole.failures += failures
        var owners: [Whole.Owner] = []
        for owner in report.owners ?? [] {
            whole.ownership[owner.outcome, default: 0] += 1
            guard ["assigned", "moved", "kept"].contains(owner.outcome) else { continue }
            owners.append(
                Whole.Owner(
                    purchase: owner.purchase,
                    outcome: owner.outcome,
                    customer: owner.customer,
                    previousCustomer: owner.previousCustomer,
                    requestedCustomer: owner.outcome == "kept" ? batch.customer : nil
                )
            )
        }
        whole.owners += owners
        return (failures, owners)
    }

    private static func send(_ batch: BackfillFile.Batch, tells: Bool, to server: ServerClient) async throws -> Report {
        var input: [String: JSONValue] = [
            "transactions": .array(batch.transactions.map { .string($0.item) }),
            "receipts": .array(batch.receipts.map { .string($0.item) }), "sendsEvents": .bool(tells),
        ]
        if let customer = batch.customer { input["customer"] = .string(customer) }
        let bytes = try await server.request(
            "POST",
            "/v1/backfill",
            body: try AppStoreJSON.encode(JSONValue.object(input)),
            attempts: 20
        )
        return try AppStoreJSON.decode(Report.self, from: bytes)
    }

    private static func printResult(
        _ failures: [Whole.Failed],
        _ owners: [Whole.Owner],
        _ language: OutputLanguage,
        _ terminal: Terminal
    ) {
        for failed in failures {
            terminal.print("\(failed.line)\t\(failed.item)\t\(failed.code)\t\(failed.message)")
        }
        for owner in owners {
            let customer = owner.customer ?? ""
            if owner.outcome == "moved", let previous = owner.previousCustomer {
                terminal.print("moved\t\(owner.purchase)\t\(previous)\t\(customer)")
                terminal.printError(
                    language(
                        "purchase \(owner.purchase) moved from \(previous) to \(customer)",
                        "购买 \(owner.purchase) 已从 \(previous) 转移到 \(customer)"
                    )
                )
            } else if owner.outcome == "kept", let requested = owner.requestedCustomer {
                terminal.print("kept\t\(owner.purchase)\t\(customer)\t\(requested)")
                terminal.printError(
                    language(
                        "purchase \(owner.purchase) stays with \(customer), not \(requested): the restore policy keeps it",
                        "购买 \(owner.purchase) 仍归 \(customer)，未转移给 \(requested)：恢复策略不允许"
                    )
                )
            }
        }
    }

    private static func line(of failed: Report.Failed, in batch: BackfillFile.Batch) -> Int {
        var entry = batch.transactions.first { $0.item == failed.item }
        if entry == nil, let index = Int(failed.item.filter(\.isNumber)), index < batch.receipts.count {
            entry = batch.receipts[index]
        }
        return (entry ?? batch.entries.first)?.line ?? 0
    }
}
