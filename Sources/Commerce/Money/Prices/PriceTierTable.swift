// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The price levels as they were on one date.
public struct PriceTierTable: Hashable, Sendable {
    /// When the table was in force, as a day such as 2022-12-06.
    public let date: String

    /// The levels in the table's order.
    public let levels: [PriceTier]

    /// Reads a table: a line of column names beginning with `level`, then a line per level; `#` begins a remark.
    ///
    /// - Throws: ``PriceDataError`` that names the line.
    public init(date: String, tabSeparated text: String) throws {
        self.date = date
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        guard let header = lines.first?.split(separator: "\t"), header.first == "level", header.count > 1 else {
            throw PriceDataError("the first line of a price level table is 'level' and its currencies")
        }
        let currencies = header.dropFirst().map { Currency(rawValue: String($0)) }
        levels = try lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let amounts = zip(currencies, cells.dropFirst()).compactMap { Money(decimal: $1, currency: $0) }
            guard cells.count == header.count, amounts.count == currencies.count else {
                throw PriceDataError("price level line '\(line)' does not hold a price for each of \(currencies)")
            }
            return PriceTier(name: cells[0], prices: Dictionary(uniqueKeysWithValues: zip(currencies, amounts)))
        }
    }

    /// The level of a name, or nothing.
    public func level(_ name: String) -> PriceTier? {
        levels.first { $0.name == name }
    }

    /// The levels at which a price is asked, in the table's order.
    public func levels(at price: Money) -> [PriceTier] {
        levels.filter { $0.prices[price.currency] == price }
    }
}

extension PriceTierTable {
    /// The table that ships: the last one before price points.
    public static func shipped() throws -> PriceTierTable { try read.get() }

    private static let read = Result {
        let text = String(decoding: PackageResources.price_levels_2022_tsv, as: UTF8.self)
        return try PriceTierTable(date: "2022-12-06", tabSeparated: text)
    }
}
