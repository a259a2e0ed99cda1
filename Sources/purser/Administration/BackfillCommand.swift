// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser backfill`: old customers brought in from a list.
enum BackfillCommand: Command {
    static let name = "backfill"
    static let summary = "Bring old purchases in from a list of transactions or receipts, with all that came of them."
    static let operands = "FILE|-"

    static let options =
        AdministeredServer.options + [
            Option("tell", "Tell the backend's webhooks of what is brought in; without it they hear nothing."),
            Option("from", value: "LINE", "Begin at this line, to go on where a run ended."),
            Option("batch", value: "N", "How many lines of one customer go together; without it 50."),
            Tongue.option,
        ]

    static let details = """
        Each line of FILE is a transaction identifier or a receipt in base64, then, behind a tab or a comma, the customer whose
        it is when that is known. Apple is asked for the whole history behind each identifier, so one per customer is enough.
        The same file again does no harm. While Apple or the server cannot answer, it waits and tries again.
        Prints a line for each that was refused: line, item, code, message, with tabs between; exits with 1 when there are any.

        Example:
          purser backfill old-customers.csv
        """

    private struct Report: Decodable {
        struct Failed: Decodable {
            var item: String
            var code: String
            var message: String
        }

        var checked: Int
        var missing: Int
        var failed: Int
        var failures: [Failed]?
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1 else { throw UsageError("give the file of transactions or receipts") }
        let tongue = try Tongue(arguments, terminal)
        let size = try arguments.integer("batch", in: 1...500) ?? 50
        let first = try arguments.integer("from", in: 1...Int.max) ?? 1
        let file = try BackfillFile(try terminal.read(arguments.operands[0]))
        let batches = file.batches(from: first, size: size)
        let total = batches.reduce(0) { $0 + $1.entries.count }
        guard total > 0 else { throw Failure(tongue("the file has no lines to bring in", "文件中没有可导入的行")) }
        var (done, checked, new, refused) = (0, 0, 0, 0)
        try await AdministeredServer.with(arguments, terminal) { server in
            for batch in batches {
                let report: Report
                do {
                    report = try await send(batch, tells: arguments.has("tell"), to: server)
                } catch let failure as Failure {
                    let line = batch.entries.first?.line ?? first
                    throw Failure(failure.message + tongue("; go on with --from \(line)", "；可用 --from \(line) 继续"))
                }
                (done, checked, new) = (done + batch.entries.count, checked + report.checked, new + report.missing)
                refused += report.failed
                for failed in report.failures ?? [] { tell(failed, of: batch, terminal) }
                terminal.note(
                    tongue(
                        "\(done) of \(total) lines: \(checked) purchases looked at, \(new) new, \(refused) refused",
                        "\(done)/\(total) 行：查看 \(checked) 笔购买，新增 \(new)，拒绝 \(refused)"
                    )
                )
            }
        }
        terminal.print("checked\t\(checked)")
        terminal.print("new\t\(new)")
        terminal.print("refused\t\(refused)")
        guard refused == 0 else {
            throw Failure(tongue("\(refused) could not be brought in", "有 \(refused) 项未能导入"))
        }
    }

    private static func send(_ batch: BackfillFile.Batch, tells: Bool, to server: ServerClient) async throws -> Report {
        var wish: [String: JSONValue] = [
            "transactions": .array(batch.transactions.map { .string($0.item) }),
            "receipts": .array(batch.receipts.map { .string($0.item) }), "tellsEvents": .bool(tells),
        ]
        if let customer = batch.customer { wish["customer"] = .string(customer) }
        let bytes = try await server.ask(
            "POST",
            "/v1/backfill",
            body: try AppStoreJSON.encode(JSONValue.object(wish)),
            attempts: 20
        )
        return try AppStoreJSON.decode(Report.self, from: bytes)
    }

    private static func tell(_ failed: Report.Failed, of batch: BackfillFile.Batch, _ terminal: Terminal) {
        var entry = batch.transactions.first { $0.item == failed.item }
        if entry == nil, let index = Int(failed.item.filter(\.isNumber)), index < batch.receipts.count {
            entry = batch.receipts[index]
        }
        let line = (entry ?? batch.entries.first)?.line ?? 0
        terminal.print("\(line)\t\(failed.item)\t\(failed.code)\t\(failed.message)")
    }
}
