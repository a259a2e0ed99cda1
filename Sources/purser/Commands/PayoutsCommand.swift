// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// `purser payouts`: Apple's fiscal months and when Apple pays for them.
enum PayoutsCommand: Command {
    static let name = "payouts"
    static let summary = "Show Apple's fiscal calendar, payment dates and expected payouts."
    static let operands = "YYYY-MM|YYYY"
    static let options =
        [
            Option("amounts", "Show the expected payout of each month by currency, from the running server."),
            Option("transactions", "Show the proceeds of each sale and refund, from the running server."),
            Option("currency", value: "CODE", "Convert the proceeds of --transactions to this currency."),
            Option("rates", value: "FILE.tsv", "Exchange rates: columns currency and rate (default: an example)."),
            Option("json", "Print JSON instead; amounts are in thousandths of the currency's unit."),
        ] + closingOptions + ServerClient.options

    static let details = """
        YYYY-MM is a fiscal month, YYYY all twelve of a fiscal year.
        Prints a tab-separated line for each: month, first day, last day, weeks, payment day (33 days after the last day).
        With --amounts, lines follow for each currency: month, payment, currency, revenue, tax, commission, recorded
        proceeds, and the proceeds of Apple's financial report or a dash.
        With --transactions, lines follow for each sale and refund: day, transaction, cause, product, storefront, currency, price,
        tax, commission, proceeds, rate, earlier days of paid service, and with --currency the converted proceeds.

        With --closed, a line follows for each figure that changed since the month was closed: currency, figure, kept, now,
        difference; and one for each purchase with late documents.

        Example:
          purser payouts 2026-11 --amounts
          purser payouts 2026-11 --close --note "sent to the auditor"
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
        if isAboutClosing(arguments) { return try await runClosing(months, arguments, terminal) }
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
                let bytes = try await amounts(of: month, client)
                entry["amounts"] = try AppStoreJSON.decode(JSONValue.self, from: bytes)["amounts"]
            }
            if hasSales, let client {
                let query = [("currency", currency), ("rates", rates), ("limit", "100000")]
                let pieces = try await proceeds(of: month.firstDay...month.lastDay, query, client).map {
                    try AppStoreJSON.decode(JSONValue.self, from: $0)
                }
                entry["sales"] = .array(pieces.flatMap { $0["sales"]?.array ?? [] })
                entry["isComplete"] = .bool(pieces.allSatisfy { $0["isComplete"] == true })
            }
            list.append(.object(entry))
        }
        try terminal.print(json: .array(list))
    }

    static func printSales(
        of month: FiscalMonth,
        _ query: [(name: String, value: String?)],
        _ client: ServerClient,
        _ terminal: Terminal
    ) async throws {
        let pieces = try await proceeds(of: month.firstDay...month.lastDay, query, client).map {
            try AppStoreJSON.decode(Sales.self, from: $0)
        }
        for sale in pieces.flatMap(\.sales) {
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
        if !pieces.allSatisfy(\.isComplete) {
            terminal.printError("purser payouts: \(month) has more sales than these; read /v1/proceeds day by day")
        }
    }

    private static func printAmounts(of month: FiscalMonth, _ client: ServerClient, _ terminal: Terminal) async throws {
        let bytes = try await amounts(of: month, client)
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

    private static func amounts(of month: FiscalMonth, _ client: ServerClient) async throws -> Data {
        guard let bytes = try await client.computed("/v1/payouts/\(month)") else {
            throw Failure("the server ended the request for \(month) after a minute; try again when it is less busy")
        }
        return bytes
    }

    /// The sales of some days: in one response, or of half the days at a time when the server ends the request.
    private static func proceeds(
        of days: ClosedRange<CivilDay>,
        _ query: [(name: String, value: String?)],
        _ client: ServerClient
    ) async throws -> [Data] {
        let bounds = [("from", Optional("\(days.lowerBound)")), ("until", Optional("\(days.upperBound)"))]
        if let bytes = try await client.computed("/v1/proceeds", query: bounds + query) { return [bytes] }
        let middle = days.lowerBound.adding(days: (days.upperBound.daysSince1970 - days.lowerBound.daysSince1970) / 2)
        guard days.lowerBound < days.upperBound else {
            throw Failure("the server ended the request for \(middle) after a minute; try again when it is less busy")
        }
        return try await proceeds(of: days.lowerBound...middle, query, client)
            + proceeds(of: middle.adding(days: 1)...days.upperBound, query, client)
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
