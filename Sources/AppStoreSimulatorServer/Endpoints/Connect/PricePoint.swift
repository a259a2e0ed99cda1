// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// One of the prices that a product may have in a storefront.
struct PricePoint: Hashable, Sendable {
    /// The product's Apple id.
    var product: String
    var territory: StorefrontCountryCode
    /// In thousandths of the storefront's currency.
    var price: Int64
    var proceeds: Int64
    var proceedsAfterOneYear: Int64

    /// The prices in dollars that Apple's calculator offers, in thousandths: closer together where they are low.
    private static let dollars: [Int64] = {
        let parts: [(first: Int64, last: Int64, step: Int64)] = [
            (290, 9990, 100), (10_490, 49_990, 500), (50_990, 199_990, 1000), (204_990, 499_990, 5000),
            (509_990, 999_990, 10_000),
        ]
        return parts.flatMap { Array(stride(from: $0.first, through: $0.last, by: Int64.Stride($0.step))) }
    }()

    /// Prices that only one storefront has, in thousandths of its currency: China's begin below those that dollars
    /// give.
    private static let local: [StorefrontCountryCode: [Int64]] = ["CHN": [1000, 1500, 1990, 2990, 3990]]

    private init(_ product: String, _ storefront: Storefront, price: Int64) {
        self.product = product
        territory = storefront.countryCode
        self.price = price
        proceeds = storefront.proceeds(of: price, basisPoints: 7000)
        proceedsAfterOneYear = storefront.proceeds(of: price, basisPoints: 8500)
    }

    /// Every price of a product in a storefront, the one it has among them.
    static func all(of product: CatalogProduct, in storefront: Storefront, _ catalog: Catalog) -> [PricePoint] {
        let own = catalog.price(product.price, in: storefront)
        let local = local[storefront.countryCode] ?? []
        let prices = Set(dollars.map { converted($0, to: storefront) } + local + [own])
        return prices.sorted().map { PricePoint(String(product.appleID), storefront, price: $0) }
    }

    /// What costs as much in another storefront.
    func equal(in storefront: Storefront, from home: Storefront) -> PricePoint {
        let dollars = price * 1000 / home.rate
        return PricePoint(product, storefront, price: Self.converted(dollars, to: storefront))
    }

    private static func converted(_ dollars: Int64, to storefront: Storefront) -> Int64 {
        let amount = dollars * storefront.rate / 1000
        return (amount + storefront.step - 1) / storefront.step * storefront.step
    }

    /// The id, in which the product, the territory and the price can be read, as in Apple's.
    var id: String {
        Base64URL.encode(Array(#"{"s":"\#(product)","t":"\#(territory)","p":"\#(price)"}"#.utf8))
    }

    /// Reads an id.
    init?(id: String) {
        struct Parts: Decodable {
            var s: String
            var t: StorefrontCountryCode
            var p: String
        }
        guard let bytes = Base64URL.decode(id), let parts = try? AppStoreJSON.decode(Parts.self, from: Data(bytes)),
            let price = Int64(parts.p), (0...1_000_000_000_000).contains(price), let storefront = Storefront.of(parts.t)
        else { return nil }
        self.init(parts.s, storefront, price: price)
    }

    var attributes: [String: JSONValue] {
        [
            "customerPrice": .string(Self.text(price)), "proceeds": .string(Self.text(proceeds)),
            "proceedsYear2": .string(Self.text(proceedsAfterOneYear)),
        ]
    }

    private static func text(_ milliunits: Int64) -> String {
        let hundredths = (milliunits + 5) / 10
        let rest = hundredths % 100
        return rest == 0 ? "\(hundredths / 100).0" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
