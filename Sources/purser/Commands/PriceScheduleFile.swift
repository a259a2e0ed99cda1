// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// The file that `purser price equalize` reads.
struct PriceScheduleFile: Decodable {
    var base: StorefrontCountryCode?
    var price: String
    var manual: [String: String]?
    var unavailable: [StorefrontCountryCode]?

    /// Reads a schedule.
    static func read(_ path: String, _ terminal: Terminal) throws -> PriceSchedule {
        let file = try decode(try terminal.read(path), path)
        let storefronts = try StorefrontTable.shipped()
        func money(_ text: String, in country: StorefrontCountryCode) throws -> Money {
            guard let currency = storefronts[country]?.currency else {
                throw Failure("\(path): unknown storefront '\(country)'")
            }
            guard let money = Money(decimal: text, currency: currency) else {
                throw Failure("\(path): '\(text)' is not a price for \(country)")
            }
            return money
        }
        let base = file.base ?? "USA"
        let manual = try (file.manual ?? [:]).map { country, price in
            let country = StorefrontCountryCode(rawValue: country)
            return (country, try money(price, in: country))
        }
        return PriceSchedule(
            base: base,
            basePrice: try money(file.price, in: base),
            manual: Dictionary(manual) { first, _ in first },
            unavailable: Set(file.unavailable ?? [])
        )
    }
}

extension PriceScheduleFile {
    private static func decode(_ bytes: Data, _ path: String) throws -> PriceScheduleFile {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let arguments = ["base", "price", "manual", "unavailable"]
        do {
            let members = try decoder.decode([String: JSONValue].self, from: bytes)
            if let part = members.keys.sorted().first(where: { !arguments.contains($0) }) {
                throw Failure("\(path): unknown key '\(part)'; use \(arguments.joined(separator: ", "))")
            }
            return try decoder.decode(PriceScheduleFile.self, from: bytes)
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw Failure("\(path): '\(place)' has the wrong type; write prices as text, such as \"9.99\"")
        } catch let error as DecodingError {
            if let fault = JSON5Fault.first(in: bytes) { throw Failure("\(path): \(fault)") }
            throw Failure("\(path) is not JSON5 with a price: \(error.message); write for example { price: \"9.99\" }")
        }
    }
}

extension CatalogFile {
    /// A product's price in milliunits of the catalog's currency.
    func price(of id: ProductID) -> Int64? {
        if let product = file.allProducts.first(where: { $0.productID == id }) { return product.price }
        return file.allSubscriptions.first { $0.productID == id }?.price
    }
}
