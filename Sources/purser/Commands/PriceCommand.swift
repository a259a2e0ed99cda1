// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// `purser price`: what a product costs in the storefronts of the world.
enum PriceCommand: Command {
    static let name = "price"
    static let summary = "Show a product's price in each storefront, or equalize a price."
    static let operands = "[equalize FILE | tiers [TIER] | points]"

    static let options = [
        Option("product", value: "ID", "The product of the catalog."),
        Option("storefront", value: "CODE", "The storefront's three letters, such as CHN (default: all of them)."),
        Option("catalog", value: "FILE.storekit", "The catalog (default: the demo catalog)."),
        Option(
            "points",
            value: "FILE.tsv",
            "Apple's price points: columns storefront and price (default: the built-in ones)."
        ),
        Option("rates", value: "FILE.tsv", "Exchange rates: columns currency and rate (default: an example)."),
        Option("json", "Print JSON instead; amounts are in thousandths of the currency's unit."),
    ]

    static let details = """
        Without an operand the product's price in the catalog's storefront is equalized. 'equalize FILE' reads JSON5:
          { base: "USA", price: "9.99", manual: { CHN: "68" }, unavailable: ["RUS"] }
        Prints a tab-separated line for each storefront: country, price, currency and origin, or the reason for no price.
        The base price and manual prices never change. The built-in price points approximate Apple's published steps.
        'points --storefront CODE' prints the price points, each with the former tiers at that price.
        'tiers' prints the former price tiers: tier, and for each currency price, proceeds at 70 % after tax, and
        the nearest price point.

        Example:
          purser price --product coffee.club.gold.monthly --storefront CHN
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let schedule: PriceSchedule
        switch arguments.operands.first {
        case "tiers" where arguments.operands.count <= 2: return try PriceLists.levels(arguments, terminal)
        case "points" where arguments.operands.count == 1: return try PriceLists.points(arguments, terminal)
        case nil: schedule = try catalogSchedule(arguments, terminal)
        case "equalize" where arguments.operands.count == 2:
            schedule = try PriceScheduleFile.read(arguments.operands[1], terminal)
        default: throw UsageError("give --product ID, 'equalize FILE', 'tiers' or 'points --storefront CODE'")
        }
        let points = try PriceLists.table(arguments, terminal)
        let rates = try RateFile.read(arguments.value("rates"), for: name, terminal)
        let prices: [StorefrontPrice]
        do {
            prices = try schedule.prices(in: .shipped(), points: points, rates: rates)
        } catch let error as PriceDataError {
            throw Failure(error.description)
        }
        try warn(about: prices, points, terminal)
        let only = arguments.value("storefront").map(StorefrontCountryCode.init(rawValue:))
        let chosen = prices.filter { only == nil || $0.country == only }
        guard !chosen.isEmpty else { throw Failure("unknown storefront '\(only?.rawValue ?? "")'") }
        guard arguments.has("json") else { return print(chosen, terminal) }
        try terminal.print(json: .array(chosen.map(json)))
    }

    private static func catalogSchedule(_ arguments: Arguments, _ terminal: Terminal) throws -> PriceSchedule {
        let product = ProductID(rawValue: try arguments.required("product"))
        let catalog = try CatalogFile(
            path: arguments.value("catalog"),
            bundleID: nil,
            appAppleID: nil,
            terminal: terminal
        )
        guard let price = catalog.price(of: product) else {
            throw Failure("\(catalog.path) has no product '\(product)' with a price")
        }
        let base = StorefrontCountryCode(rawValue: catalog.file.settings.storefront)
        guard let storefront = try StorefrontTable.shipped()[base] else {
            throw Failure("unknown storefront '\(base)' in the catalog")
        }
        return PriceSchedule(base: base, basePrice: Money(milliunits: price, currency: storefront.currency))
    }

    /// A price that cannot be asked is kept, because it was chosen, and named, because Apple will refuse it.
    private static func warn(
        about prices: [StorefrontPrice],
        _ table: PricePointTable,
        _ terminal: Terminal
    ) throws {
        let storefronts = try StorefrontTable.shipped()
        for item in prices {
            guard case .price(let price, let origin) = item.outcome, origin != .equalized,
                let storefront = storefronts[item.country], let (points, _) = table.points(of: storefront),
                !points.contains(price), let near = points.nearest(to: price.milliunits)
            else { continue }
            terminal.printError(
                "purser price: \(price) is none of the known points of \(item.country); the nearest is \(near)"
            )
        }
    }

    private static func json(_ price: StorefrontPrice) -> JSONValue {
        switch price.outcome {
        case .price(let money, let origin):
            [
                "storefront": .string(price.country.rawValue), "milliunits": .integer(money.milliunits),
                "currency": .string(money.currency.rawValue), "origin": .string(origin.rawValue),
            ]
        case .absent(let reason):
            ["storefront": .string(price.country.rawValue), "absent": .string(reason.rawValue)]
        }
    }

    private static func print(_ prices: [StorefrontPrice], _ terminal: Terminal) {
        for price in prices {
            switch price.outcome {
            case .price(let money, let origin):
                let amount = money.description.split(separator: " ")[0]
                terminal.print("\(price.country)\t\(amount)\t\(money.currency)\t\(origin.rawValue)")
            case .absent(let reason): terminal.print("\(price.country)\t-\t-\t\(reason.rawValue)")
            }
        }
    }
}
