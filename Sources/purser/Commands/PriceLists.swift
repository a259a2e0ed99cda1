// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// What `purser price tiers` and `purser price points` print: old levels and today's points side by side.
enum PriceLists {
    /// The price points that ship, and those of a file instead of them.
    static func table(_ arguments: Arguments, _ terminal: Terminal) throws -> PricePointTable {
        var table = try PricePointTable.shipped()
        if let path = arguments.value("points") {
            let text = String(decoding: try terminal.read(path), as: UTF8.self)
            try table.replace(fromTable: text, in: .shipped())
        }
        return table
    }

    /// Prints the old levels, or one of them.
    static func levels(_ arguments: Arguments, _ terminal: Terminal) throws {
        let name = arguments.operands.dropFirst().first
        let all = try PriceTierTable.shipped()
        let chosen = all.levels.filter { name == nil || $0.name == name }
        guard !chosen.isEmpty else {
            throw Failure("unknown tier '\(name ?? "")'; use 1 to 87, A, B, or alternate-1 to alternate-5")
        }
        terminal.printError("purser price: levels as of \(all.date); Apple took price points in their place")
        let homes: [StorefrontCountryCode] = ["CHN", "USA"]
        let storefronts = try StorefrontTable.shipped()
        let points = try table(arguments, terminal)
        if arguments.has("json") {
            return try terminal.print(
                json: .array(
                    chosen.map { level in
                        let prices = level.prices.map { ($0.key.rawValue, JSONValue.integer($0.value.milliunits)) }
                        return [
                            "level": .string(level.name),
                            "milliunits": .object(Dictionary(prices, uniquingKeysWith: { first, _ in first })),
                        ]
                    }
                )
            )
        }
        terminal.print(
            (["level"] + homes.compactMap { storefronts[$0]?.currency.rawValue }.flatMap { [$0, "proceeds", "point"] })
                .joined(separator: "\t")
        )
        for level in chosen {
            let cells = homes.flatMap { home -> [String] in
                guard let storefront = storefronts[home], let price = level.prices[storefront.currency] else {
                    return ["-", "-", "-"]
                }
                let parts = Proceeds(customerPrice: price, tax: storefront.tax, rate: .standard)
                let near = points.points(of: storefront)?.points.nearest(to: price.milliunits)
                return [text(price), parts.map { text($0.proceeds) } ?? "-", near.map(text) ?? "-"]
            }
            terminal.print(([level.name] + cells).joined(separator: "\t"))
        }
    }

    /// Prints a storefront's price points.
    static func points(_ arguments: Arguments, _ terminal: Terminal) throws {
        let country = StorefrontCountryCode(rawValue: try arguments.required("storefront"))
        guard let storefront = try StorefrontTable.shipped()[country],
            let (points, origin) = try table(arguments, terminal).points(of: storefront)
        else { throw Failure("unknown storefront '\(country)'") }
        let levels = try PriceTierTable.shipped()
        terminal.printError(
            "purser price: \(counted(points.milliunits.count, "point")) of \(country), \(origin.rawValue)"
        )
        if arguments.has("json") {
            return try terminal.print(
                json: [
                    "storefront": .string(country.rawValue), "currency": .string(storefront.currency.rawValue),
                    "origin": .string(origin.rawValue), "milliunits": .array(points.milliunits.map { .integer($0) }),
                ]
            )
        }
        for milliunits in points.milliunits {
            let price = Money(milliunits: milliunits, currency: storefront.currency)
            let names = levels.levels(at: price).map(\.name).joined(separator: " ")
            terminal.print("\(text(price))\t\(price.currency)\t\(names.isEmpty ? "-" : names)")
        }
    }

    private static func text(_ money: Money) -> String {
        String(money.description.prefix { $0 != " " })
    }
}
