// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The storefronts that are known, with their taxes, as of one date.
public struct StorefrontTable: Hashable, Sendable {
    /// The storefronts in the table's order.
    public let storefronts: [Storefront]

    private struct TaxChange: Hashable, Sendable {
        var from: CivilDay
        var tax: TaxRule
    }

    private let byCountry: [StorefrontCountryCode: Int]
    private var taxChanges: [StorefrontCountryCode: [TaxChange]] = [:]

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
    /// - Throws: ``PriceDataError`` that names what cannot be read.
    public init(tabSeparated text: String) throws {
        let columns = ["country", "number", "currency", "tax", "rate", "step", "english", "chinese"]
        self.init(try TabSeparatedTable(text, columns: columns).rows.map(Self.storefront))
    }

    /// The storefront of a country, or nothing.
    public subscript(country: StorefrontCountryCode) -> Storefront? {
        byCountry[country].map { storefronts[$0] }
    }

    /// What the law took of a price in a country on a day; nothing where no storefront is known.
    public func tax(in country: StorefrontCountryCode, on day: CivilDay) -> TaxRule {
        let none = TaxRule(.none, rate: .zero)
        guard let changes = taxChanges[country] else { return self[country]?.tax ?? none }
        return changes.last { $0.from <= day }?.tax ?? none
    }

    /// Takes taxes that changed: the columns country, from, kind and rate.
    ///
    /// A country without lines has always had its own.
    ///
    /// - Throws: ``PriceDataError`` that names the line; nothing is taken then.
    public mutating func addTaxes(byDate text: String) throws {
        var changes: [StorefrontCountryCode: [TaxChange]] = [:]
        for row in try TabSeparatedTable(text, columns: ["country", "from", "kind", "rate"]).rows {
            let cell = { row[$0] ?? "" }
            guard let from = CivilDay(cell("from")), let tax = Self.tax(kind: cell("kind"), rate: cell("rate")) else {
                throw PriceDataError("the tax of '\(cell("country"))' from '\(cell("from"))' cannot be read")
            }
            changes[StorefrontCountryCode(rawValue: cell("country")), default: []].append(
                TaxChange(from: from, tax: tax)
            )
        }
        for (country, lines) in changes { taxChanges[country] = lines.sorted(on: \.from) }
    }

    /// The table that ships, with the taxes that changed.
    public static func shipped() throws -> StorefrontTable { try read.get() }

    /// It is read once: a server asks for it at each start, and routes at each request.
    private static let read = Result {
        var table = try StorefrontTable(
            tabSeparated: String(decoding: PackageResources.storefronts_2026_tsv, as: UTF8.self)
        )
        try table.addTaxes(byDate: String(decoding: PackageResources.taxes_by_date_tsv, as: UTF8.self))
        return table
    }

    private static func tax(kind: String, rate: String) -> TaxRule? {
        guard let kind = TaxRule.Kind(rawValue: kind), let percent = Ratio(decimal: rate), percent.numerator >= 0,
            let rate = percent.times(Ratio(thousandthsOfPercent: 1000))
        else { return nil }
        return TaxRule(kind, rate: rate)
    }

    private static func storefront(_ row: [String: String]) throws -> Storefront {
        let cell = { row[$0] ?? "" }
        let currency = Currency(rawValue: cell("currency"))
        guard let tax = tax(kind: cell("tax"), rate: cell("rate")),
            let step = Money(decimal: cell("step"), currency: currency), step.milliunits > 0
        else {
            throw PriceDataError(
                "the storefront line of '\(cell("country"))' has no tax kind, rate or step that can be read"
            )
        }
        return Storefront(
            country: StorefrontCountryCode(rawValue: cell("country")),
            number: StorefrontID(rawValue: cell("number")),
            currency: currency,
            tax: tax,
            step: step,
            names: ["en": cell("english"), "zh-Hans": cell("chinese")]
        )
    }
}
