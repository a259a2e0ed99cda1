// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct CatalogChangeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var changes: [CatalogChange]
        var change: @Sendable (inout CatalogProduct) -> Void
    }

    private static let silver = CatalogProduct(
        id: "silver",
        type: .autoRenewableSubscription,
        price: Money(milliunits: 4990, currency: "USD"),
        prices: [
            CatalogPrice(storefront: "CHN", price: Money(milliunits: 28_000, currency: "CNY")),
            CatalogPrice(storefront: "DEU", price: Money(milliunits: 4990, currency: "EUR")),
        ],
        period: .month,
        entitlements: ["club"]
    )

    private static func dollars(_ milliunits: Int64) -> Money { Money(milliunits: milliunits, currency: "USD") }

    static let cases: [Case] = [
        Case(testDescription: "nothing", changes: []) { _ in },
        Case(testDescription: "texts, levels and offers", changes: []) {
            $0.texts = [CatalogText(locale: "en", name: "Silver")]
            $0.level = 2
            $0.offers = [CatalogOffer(type: .promotional, id: "half", discount: .payAsYouGo, period: .month)]
        },
        Case(
            testDescription: "the base price",
            changes: [.price(product: "silver", storefront: nil, old: dollars(4990), new: dollars(5990), others: 0)]
        ) { $0.price = dollars(5990) },
        Case(
            testDescription: "the base price and two storefronts",
            changes: [.price(product: "silver", storefront: nil, old: dollars(4990), new: dollars(5990), others: 2)]
        ) {
            $0.price = dollars(5990)
            $0.prices[0].price.milliunits += 1000
            $0.prices[1].price.milliunits += 1000
        },
        Case(
            testDescription: "one storefront",
            changes: [
                .price(
                    product: "silver",
                    storefront: "DEU",
                    old: Money(milliunits: 4990, currency: "EUR"),
                    new: Money(milliunits: 5490, currency: "EUR"),
                    others: 0
                )
            ]
        ) { $0.prices[1].price.milliunits = 5490 },
        Case(
            testDescription: "a storefront that follows the base price",
            changes: [
                .price(
                    product: "silver",
                    storefront: "CHN",
                    old: Money(milliunits: 28_000, currency: "CNY"),
                    new: dollars(4990),
                    others: 0
                )
            ]
        ) { $0.prices.removeFirst() },
        Case(
            testDescription: "a storefront that followed the base price",
            changes: [
                .price(
                    product: "silver",
                    storefront: "JPN",
                    old: dollars(4990),
                    new: Money(milliunits: 600_000, currency: "JPY"),
                    others: 0
                )
            ]
        ) { $0.prices.append(CatalogPrice(storefront: "JPN", price: Money(milliunits: 600_000, currency: "JPY"))) },
        Case(
            testDescription: "no price",
            changes: [.price(product: "silver", storefront: nil, old: dollars(4990), new: nil, others: 0)]
        ) { $0.price = nil },
        Case(
            testDescription: "entitlements",
            changes: [.entitlements(product: "silver", added: ["lounge", "news"], removed: ["club"])]
        ) { $0.entitlements = ["news", "lounge"] },
        Case(testDescription: "the order of entitlements", changes: []) { $0.entitlements = ["club", "club"] },
        Case(
            testDescription: "the time of service",
            changes: [.serviceTime(product: "silver", old: .month, new: .year)]
        ) { $0.period = .year },
        Case(
            testDescription: "off sale, at another price",
            changes: [
                .sale(product: "silver", isOnSale: false),
                .price(product: "silver", storefront: nil, old: dollars(4990), new: dollars(1990), others: 0),
            ]
        ) {
            $0.isOnSale = false
            $0.price = dollars(1990)
        },
    ]

    @Test(arguments: cases)
    func `what changed of a product is named`(example: Case) {
        var product = Self.silver
        example.change(&product)
        let changes = CatalogChange.changes(from: Self.silver, to: product)
        #expect(changes == example.changes)
        #expect(changes.allSatisfy { $0.product == "silver" })
    }

    @Test func `a product that is new or gone is one change`() {
        #expect(CatalogChange.changes(from: nil, to: Self.silver) == [.added(product: "silver")])
        #expect(CatalogChange.changes(from: Self.silver, to: nil) == [.removed(product: "silver")])
        #expect(CatalogChange.changes(from: nil, to: nil).isEmpty)
    }

    @Test func `a change of a price is one, whatever else changed`() {
        var product = Self.silver
        product.isOnSale = false
        product.price = nil
        product.entitlements = []
        product.period = .year
        let changes = CatalogChange.changes(from: Self.silver, to: product) + [.added(product: "gold")]
        #expect(changes.map(\.isOfPrice) == [false, true, false, false, false])
    }
}
