// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// `purser payouts`: Apple's fiscal months and when Apple pays for them.
enum PayoutsCommand: Command {
    static let name = "payouts"
    static let summary = "Show Apple's fiscal calendar, payment dates and expected payouts."
    static let operands = "YYYY-MM|YYYY"
    static let options =
        [
            Option("amounts", "Ask the running server what Apple should pay for each month, by currency."),
            Option("transactions", "Ask it what each sale and refund leaves, too."),
            Option("currency", value: "CODE", "Convert the proceeds of --transactions to this currency."),
            Option("rates", value: "FILE.tsv", "Exchange rates: columns currency and rate (default: an example)."),
            Option("json", "Print JSON instead; amounts are in thousandths of the currency's unit."),
        ] + ServerClient.options

    static let details = """
        YYYY-MM is one fiscal month by the name of its calendar month, YYYY the twelve months of a fiscal year.
        Prints a line for each: month, first day, last day, weeks, day of payment (33 days after the last day), separated by tabs.
        With --amounts lines follow for each currency: month, payment, currency, revenue, tax, commission, proceeds by our own
        records, and what Apple's financial report says when it is there, else a dash.
        With --transactions lines follow for each sale and refund: day, transaction, cause, product, storefront, currency, price,
        tax, commission, proceeds, rate, days of paid service before, and with --currency the proceeds converted.

        Example:
          purser payouts 2026-11 --amounts
        """

    private struct Payout: Decodable {
        struct Amount: Decodable {
            var currency: String
            var revenue: Int64
            var tax: Int64
            var commission: Int64
            var proceeds: Int64
            var reported: Int64?
        }

        var payment: String
        var amounts: [Amount]
    }

    private struct Sales: Decodable {
        struct Sale: Decodable {
            var transaction: String
            var cause: String
            var day: String
            var product: String
            var storefront: String
            var currency: String
            var price: Int64
            var tax: Int64
            var commission: Int64
            var proceeds: Int64
            var rate: String
            var paidServiceDays: Int
            var converted: Money?

            private enum CodingKeys: String, CodingKey {
                case cause, day, storefront, currency, price, tax, commission, proceeds, rate, paidServiceDays
                case converted
                case transaction = "transactionId"
                case product = "productId"
            }
        }

        var sales: [Sale]
        var isComplete: Bool
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1 else {
            throw UsageError("give one fiscal month such as 2026-11, or a fiscal year such as 2027")
        }
        let months = try months(arguments.operands[0])
        guard !arguments.has("json") else { return try await printJSON(months, arguments, terminal) }
        terminal.print(["month", "first day", "last day", "weeks", "payment"].joined(separator: "\t"))
        for month in months {
            let cells = [
                "\(month)", "\(month.firstDay)", "\(month.lastDay)", "\(month.weeks)", "\(month.paymentDay)",
            ]
            terminal.print(cells.joined(separator: "\t"))
        }
        guard arguments.has("amounts") || arguments.has("transactions") else { return }
        let client = try ServerClient(arguments, terminal)
        for month in months where arguments.has("amounts") { try await printAmounts(of: month, client, terminal) }
        guard arguments.has("transactions") else { return }
        let body = arguments.value("currency")
        let rates = try body.map { _ in try RateFile.read(arguments.value("rates"), for: name, terminal).list }
        for month in months {
            let query = [("currency", body), ("rates", rates), ("limit", "100000")]
            try await printSales(of: month, query, client, terminal)
        }
    }

    /// Prints the months with the server's own answers in them.
    private static func printJSON(
        _ months: [FiscalMonth],
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws {
        let (hasAmounts, hasSales) = (arguments.has("amounts"), arguments.has("transactions"))
        let client = hasAmounts || hasSales ? try ServerClient(arguments, terminal) : nil
        let currency = arguments.value("currency")
        let rates =
            try hasSales
            ? currency.map { _ in try RateFile.read(arguments.value("rates"), for: name, terminal).list } : nil
        var list: [JSONValue] = []
        for month in months {
            var entry: [String: JSONValue] = [
                "month": .string("\(month)"), "firstDay": .string("\(month.firstDay)"),
                "lastDay": .string("\(month.lastDay)"), "weeks": .integer(Int64(month.weeks)),
                "payment": .string("\(month.paymentDay)"),
            ]
            if hasAmounts, let client {
                let bytes = try await client.request(
                    "GET",
                    "/v1/payouts/\(month)",
                    timeout: ServerClient.longTimeout
                )
                entry["amounts"] = try AppStoreJSON.decode(JSONValue.self, from: bytes)["amounts"]
            }
            if hasSales, let client {
                let days = [("from", Optional("\(month.firstDay)")), ("until", Optional("\(month.lastDay)"))]
                let bytes = try await client.request(
                    "GET",
                    "/v1/proceeds",
                    query: days + [("currency", currency), ("rates", rates), ("limit", "100000")],
                    timeout: ServerClient.longTimeout
                )
                let answer = try AppStoreJSON.decode(JSONValue.self, from: bytes)
                (entry["sales"], entry["isComplete"]) = (answer["sales"], answer["isComplete"])
            }
            list.append(.object(entry))
        }
        try terminal.print(json: .array(list))
    }

    private static func printSales(
        of month: FiscalMonth,
        _ query: [(name: String, value: String?)],
        _ client: ServerClient,
        _ terminal: Terminal
    ) async throws {
        let days = [("from", Optional(month.firstDay.description)), ("until", Optional(month.lastDay.description))]
        let bytes = try await client.request(
            "GET",
            "/v1/proceeds",
            query: days + query,
            timeout: ServerClient.longTimeout
        )
        let answer = try AppStoreJSON.decode(Sales.self, from: bytes)
        for sale in answer.sales {
            let money = { (milliunits: Int64, currency: String) -> String in
                let money = Money(milliunits: milliunits, currency: Currency(rawValue: currency))
                return String(money.description.prefix { $0 != " " })
            }
            var cells = [sale.day, sale.transaction, sale.cause, sale.product, sale.storefront, sale.currency]
            cells += [sale.price, sale.tax, sale.commission, sale.proceeds].map { money($0, sale.currency) }
            cells += [sale.rate, String(sale.paidServiceDays)]
            if let converted = sale.converted { cells.append(converted.description) }
            terminal.print(cells.joined(separator: "\t"))
        }
        if !answer.isComplete {
            terminal.printError("purser payouts: there are more sales in \(month); ask /v1/proceeds by day")
        }
    }

    private static func printAmounts(of month: FiscalMonth, _ client: ServerClient, _ terminal: Terminal) async throws {
        let bytes = try await client.request("GET", "/v1/payouts/\(month)", timeout: ServerClient.longTimeout)
        let payout = try AppStoreJSON.decode(Payout.self, from: bytes)
        for amount in payout.amounts {
            let numbers = [amount.revenue, amount.tax, amount.commission, amount.proceeds, amount.reported].map {
                number in
                number.map { milliunits in
                    let money = Money(milliunits: milliunits, currency: Currency(rawValue: amount.currency))
                    return String(money.description.prefix { $0 != " " })
                } ?? "-"
            }
            terminal.print(
                (["\(month)", payout.payment, amount.currency] + numbers).joined(separator: "\t")
            )
        }
    }

    private static func months(_ text: String) throws -> [FiscalMonth] {
        if let month = FiscalMonth(text) { return [month] }
        guard let year = FiscalMonth(text + "-01")?.calendarYear else {
            throw UsageError(
                """
                '\(text)' is not a fiscal month such as 2026-11 nor a fiscal year such as 2027; the App Store opened in \
                \(FiscalMonth.firstYear)
                """
            )
        }
        return (1...12).compactMap { FiscalMonth(fiscalYear: year, number: $0) }
    }
}
