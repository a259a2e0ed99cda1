// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The storefronts that are known, with their taxes, as of one date.
public struct StorefrontTable: Hashable, Sendable {
    /// The storefronts in the table's order.
    public let storefronts: [Storefront]

    private let byCountry: [StorefrontCountryCode: Int]

    /// Makes a table; a country named twice keeps its last line.
    public init(_ storefronts: [Storefront]) {
        self.storefronts = storefronts
        byCountry = Dictionary(
            storefronts.enumerated().map { ($1.country, $0) },
            uniquingKeysWith: { $1 }
        )
    }

    /// Reads a table with the columns country, number, currency, tax, rate, step, english and chinese.
    ///
    /// - Throws: ``MoneyDataError`` that names what cannot be read.
    public init(tabSeparated text: String) throws {
        let columns = ["country", "number", "currency", "tax", "rate", "step", "english", "chinese"]
        self.init(try TabSeparatedTable(text, columns: columns).rows.map(Self.storefront))
    }

    /// The storefront of a country, or nothing.
    public subscript(country: StorefrontCountryCode) -> Storefront? {
        byCountry[country].map { storefronts[$0] }
    }

    /// The table that ships.
    public static func shipped() throws -> StorefrontTable {
        try StorefrontTable(tabSeparated: String(decoding: PackageResources.storefronts_2026_tsv, as: UTF8.self))
    }

    private static func storefront(_ row: [String: String]) throws -> Storefront {
        let cell = { row[$0] ?? "" }
        let currency = Currency(rawValue: cell("currency"))
        guard let kind = TaxRule.Kind(rawValue: cell("tax")),
            let percent = Ratio(decimal: cell("rate")), percent.numerator >= 0,
            let rate = percent.times(Ratio(thousandthsOfPercent: 1000)),
            let step = Money(decimal: cell("step"), currency: currency), step.milliunits > 0
        else {
            throw MoneyDataError(
                "the storefront line of '\(cell("country"))' has no tax kind, rate or step that can be read"
            )
        }
        return Storefront(
            country: StorefrontCountryCode(rawValue: cell("country")),
            number: StorefrontID(rawValue: cell("number")),
            currency: currency,
            tax: TaxRule(kind, rate: rate),
            step: step,
            names: ["en": cell("english"), "zh-Hans": cell("chinese")]
        )
    }
}
