// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Price points by storefront, each with where it came from.
///
/// Requirement E1: today's points are data, not a formula. What ships is an approximation of the steps that Apple
/// publishes; the points fetched from App Store Connect for a storefront replace it.
public struct PricePointTable: Hashable, Sendable {
    /// Where price points came from.
    public enum Origin: String, Hashable, Sendable, Codable {
        /// The published steps, approximately.
        case approximation

        /// App Store Connect, or a file made from it.
        case appStoreConnect = "app-store-connect"
    }

    private let byCurrency: [Currency: PricePoints]
    private var byStorefront: [StorefrontCountryCode: PricePoints] = [:]

    /// Makes a table from points of currencies.
    public init(_ points: [PricePoints]) {
        byCurrency = Dictionary(points.map { ($0.currency, $0) }, uniquingKeysWith: { $1 })
    }

    /// Reads steps: the columns currency, from, to and step; a currency may have many lines.
    ///
    /// - Throws: ``PriceDataError`` that names the line which cannot be read or would make over 10,000 points.
    public init(steps text: String) throws {
        var points: [Currency: [Int64]] = [:]
        for row in try TabSeparatedTable(text, columns: ["currency", "from", "to", "step"]).rows {
            let currency = Currency(rawValue: row["currency"] ?? "")
            let amounts = ["from", "to", "step"].compactMap {
                Money(decimal: row[$0] ?? "", currency: currency)?.milliunits
            }
            guard amounts.count == 3, amounts[0] > 0, amounts[1] >= amounts[0], amounts[2] > 0,
                (amounts[1] - amounts[0]) / amounts[2] < 10_000
            else {
                throw PriceDataError(
                    "a price step of \(currency) cannot be read: \(row["from"] ?? "") to \(row["to"] ?? "")"
                )
            }
            points[currency, default: []] += stride(from: amounts[0], through: amounts[1], by: Int(amounts[2]))
        }
        self.init(points.map { PricePoints(currency: $0, milliunits: $1) })
    }

    /// The points of a storefront, and where they came from; nothing when its currency is not known.
    public func points(of storefront: Storefront) -> (points: PricePoints, origin: Origin)? {
        if let points = byStorefront[storefront.country] { return (points, .appStoreConnect) }
        return byCurrency[storefront.currency].map { ($0, .approximation) }
    }

    /// Takes the true points of a storefront, as App Store Connect gave them.
    public mutating func replace(_ country: StorefrontCountryCode, with points: PricePoints) {
        byStorefront[country] = points
    }

    /// Takes the true points of storefronts out of a table with the columns storefront and price, a line for each
    /// point.
    ///
    /// - Throws: ``PriceDataError`` that names what cannot be read; nothing is taken then.
    public mutating func replace(fromTable text: String, in storefronts: StorefrontTable) throws {
        var points: [StorefrontCountryCode: [Int64]] = [:]
        for row in try TabSeparatedTable(text, columns: ["storefront", "price"]).rows {
            let country = StorefrontCountryCode(rawValue: row["storefront"] ?? "")
            guard let currency = storefronts[country]?.currency else {
                throw PriceDataError("the storefront '\(country)' of a price point is not known")
            }
            guard let price = Money(decimal: row["price"] ?? "", currency: currency), price.milliunits > 0 else {
                throw PriceDataError("'\(row["price"] ?? "")' is not a price point of \(country)")
            }
            points[country, default: []].append(price.milliunits)
        }
        guard !points.isEmpty else { throw PriceDataError("the table of price points has no lines") }
        for (country, milliunits) in points {
            guard let currency = storefronts[country]?.currency else { continue }
            byStorefront[country] = PricePoints(currency: currency, milliunits: milliunits)
        }
    }

    /// The table that ships.
    public static func shipped() throws -> PricePointTable { try read.get() }

    private static let read = Result {
        try PricePointTable(steps: String(decoding: PackageResources.price_steps_2026_tsv, as: UTF8.self))
    }
}
