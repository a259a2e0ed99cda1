// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

enum ReconcileCommand: Command {
    static let name = "reconcile"
    static let summary = "Compare recorded sales with Apple's reports."
    static let operands = "DAY [DAY] | YYYY-MM"

    static let options =
        ServerClient.options + [
            Option("json", "Print the whole response as JSON."),
            Option(
                "threshold",
                value: "MILLIUNITS",
                "The unexplained amount that fails the command (default: the app's threshold)."
            ),
            Option("limit", value: "N", "The maximum number of listed differences (default: 1000)."),
        ]

    static let details = """
        DAY is a Pacific day such as 2026-11-21; two days are a range. YYYY-MM is a fiscal month, compared with the
        financial report. The running server must have fetched or imported the reports.
        Prints the totals of each currency, the count of each explanation, and a tab-separated line for each unexplained difference:
        finding, day, product, storefront, currency, amount, candidate transactions. Amounts are exact.
        Exits with 1 if the unexplained amount exceeds the threshold.

        Example:
          purser reconcile 2026-10-01 2026-10-31
        """

    private struct Answer: Decodable {
        struct Totals: Decodable {
            var currency: String
            var ours: Int64
            var reported: Int64
            var matched: Int64
            var explained: Int64
            var unexplained: Int64

            private enum CodingKeys: String, CodingKey {
                case currency, reported, matched, explained, unexplained
                case ours = "recorded"
            }
        }

        struct Count: Decodable {
            var explanation: String
            var count: Int
        }

        struct Sale: Decodable {
            var transaction: String

            private enum CodingKeys: String, CodingKey {
                case transaction = "transactionId"
            }
        }

        struct Unexplained: Decodable {
            var product: String
            var storefront: String
            var currency: String
            var day: String
            var finding: String
            var difference: Int64
            var suspects: [Sale]

            private enum CodingKeys: String, CodingKey {
                case storefront, currency, day, finding, difference
                case product = "productId"
                case suspects = "candidates"
            }
        }

        var matched: Int
        var totals: [Totals]
        var explanations: [Count]
        var unexplained: [Unexplained]
        var exceedsThreshold: Bool
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let client = try ServerClient(arguments, terminal)
        var query: [(name: String, value: String?)] = [
            ("threshold", arguments.value("threshold")), ("limit", arguments.value("limit")),
        ]
        var path = "/v1/reconciliation"
        switch arguments.operands.count {
        case 1 where FiscalMonth(arguments.operands[0]) != nil: path += "/" + arguments.operands[0]
        case 1...2 where arguments.operands.allSatisfy({ CivilDay($0) != nil }):
            query += [("from", arguments.operands.first), ("until", arguments.operands.last)]
        default: throw UsageError("give one or two days such as 2026-11-21, or a fiscal month such as 2026-11")
        }
        guard let bytes = try await client.computed(path, query: query) else {
            throw Failure("the server ended the request after a minute; compare fewer days at a time")
        }
        let answer = try AppStoreJSON.decode(Answer.self, from: bytes)
        if arguments.has("json") {
            terminal.print(String(decoding: bytes, as: UTF8.self))
        } else {
            printReport(answer, terminal)
        }
        guard !answer.exceedsThreshold else {
            let count = answer.unexplained.count
            throw Failure("\(counted(count, "difference")) \(count == 1 ? "is" : "are") unexplained")
        }
    }

    private static func printReport(_ answer: Answer, _ terminal: Terminal) {
        terminal.print("matched\t\(answer.matched)")
        for count in answer.explanations { terminal.print("\(count.explanation)\t\(count.count)") }
        for total in answer.totals {
            let amounts = [total.ours, total.reported, total.explained, total.unexplained].map {
                amount($0, total.currency)
            }
            terminal.print(
                "ours \(amounts[0])\treported \(amounts[1])\texplained \(amounts[2])\tunexplained \(amounts[3])"
            )
        }
        for item in answer.unexplained {
            let suspects = item.suspects.prefix(20).map(\.transaction).joined(separator: " ")
            let cells = [
                item.finding, item.day, item.product, item.storefront, amount(item.difference, item.currency), suspects,
            ]
            terminal.print(cells.joined(separator: "\t"))
        }
    }

    private static func amount(_ milliunits: Int64, _ currency: String) -> String {
        Money(milliunits: milliunits, currency: Currency(rawValue: currency)).description
    }
}

enum ReportCommand: Command {
    static let name = "report"
    static let summary = "Print, import or fetch Apple's sales and financial reports."
    static let operands = "DAY [DAY] | YYYY-MM | import FILE | fetch"

    static let options =
        ServerClient.options + [
            Option(
                "kind",
                value: "KIND",
                choices: ["SALES", "SUBSCRIPTION", "SUBSCRIPTION_EVENT", "SUBSCRIBER", "FINANCIAL"],
                "SALES, SUBSCRIPTION, SUBSCRIPTION_EVENT, SUBSCRIBER or FINANCIAL."
            ),
            Option("period", value: "DAY|YYYY-MM", "The report's day or fiscal month, if its rows do not have it."),
            Option("vendor", value: "N", "The vendor number (default: the app's)."),
            Option("region", value: "CODE", "The report's region, ZZ for all (default: from its rows)."),
        ]

    static let details = """
        DAY is a Pacific day; Apple's reports come two days late. YYYY-MM is a fiscal month and prints its financial report,
        or with --kind the daily reports of its days. Rows are printed as a JSON array under Apple's column names in
        lower case with underscores: provider, sku, units, developer_proceeds, customer_price and so on.
        'import FILE' imports a report from App Store Connect, as text or gzip. You can repeat an import.
        'fetch' fetches all missing reports from App Store Connect now, and prints its progress.

        Example:
          purser report 2026-11-19
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let client = try ServerClient(arguments, terminal)
        let kind = arguments.value("kind")
        let answer: Data
        switch arguments.operands.first {
        case "import" where arguments.operands.count == 2:
            let file = try terminal.read(arguments.operands[1])
            answer = try await client.request(
                "POST",
                "/v1/reports",
                query: [
                    ("kind", kind ?? "SALES"), ("period", arguments.value("period")),
                    ("vendor", arguments.value("vendor")), ("region", arguments.value("region")),
                ],
                body: file,
                type: file.starts(with: [0x1F, 0x8B]) ? "application/gzip" : "text/tab-separated-values"
            )
        case "fetch" where arguments.operands.count == 1:
            answer = try await fetch(client, terminal)
        case .some(let piece) where arguments.operands.count == 1 && FiscalMonth(piece) != nil:
            let month = FiscalMonth(piece)
            answer = try await client.request(
                "GET",
                "/v1/sales-reports",
                query: [
                    ("from", month?.firstDay.description), ("until", month?.lastDay.description),
                    ("kind", kind ?? "FINANCIAL"),
                ]
            )
        case .some where (1...2).contains(arguments.operands.count):
            guard arguments.operands.allSatisfy({ CivilDay($0) != nil }) else {
                throw UsageError("a day looks like 2026-11-21")
            }
            answer = try await client.request(
                "GET",
                "/v1/sales-reports",
                query: [("from", arguments.operands.first), ("until", arguments.operands.last), ("kind", kind)]
            )
        default:
            throw UsageError("give a day such as 2026-11-21, a fiscal month such as 2026-11, 'import FILE' or 'fetch'")
        }
        terminal.print(String(decoding: answer, as: UTF8.self))
    }

    /// What one fetch did, and the sum of those before it.
    private struct Fetch: Codable {
        var requested = 0
        var imported = 0
        var empty = 0
        var notYetAvailable: [String] = []
        var failures: [String] = []
        var isComplete = false
    }

    /// Fetches until nothing is missing: each request ends within its time limit, and the next continues.
    private static func fetch(_ client: ServerClient, _ terminal: Terminal) async throws -> Data {
        var sum = Fetch()
        while !sum.isComplete {
            let answer = try await client.request("POST", "/v1/reports/fetch", timeout: .seconds(90))
            let fetch = try AppStoreJSON.decode(Fetch.self, from: answer)
            sum.requested += fetch.requested
            sum.imported += fetch.imported
            sum.empty += fetch.empty
            (sum.notYetAvailable, sum.failures) = (fetch.notYetAvailable, fetch.failures)
            sum.isComplete = fetch.isComplete
            guard fetch.isComplete || fetch.requested > fetch.notYetAvailable.count + fetch.failures.count else {
                break
            }
            if !fetch.isComplete {
                terminal.printError("\(sum.imported) reports and \(sum.empty) empty days fetched, continuing")
            }
        }
        return try AppStoreJSON.encode(sum)
    }
}
