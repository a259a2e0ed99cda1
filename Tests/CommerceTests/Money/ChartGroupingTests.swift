// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct ChartGroupingTests {
    private static let grouping = ChartGrouping(
        Catalog(
            bundleID: "com.example.coffee",
            products: [
                CatalogProduct(
                    id: "silver",
                    type: .autoRenewableSubscription,
                    groupID: "club",
                    level: 2,
                    period: .month
                ),
                CatalogProduct(id: "gold", type: .autoRenewableSubscription, groupID: "club", level: 1, period: .year),
                CatalogProduct(id: "coins", type: .consumable),
            ],
            groups: [CatalogGroup(id: "club", referenceName: "Coffee Club")]
        )
    )

    @Test func `every storefront is in one region`() throws {
        let all = try StorefrontTable.shipped().storefronts.map(\.country)
        #expect(all.count == 175)
        #expect(all.filter { ChartRegion($0) == nil } == [])
        let listed = ChartRegion.allCases.flatMap(\.storefronts)
        #expect(Set(listed).count == listed.count && Set(listed) == Set(all))
        #expect(ChartRegion("ZZZ") == nil)
    }

    @Test func `rows by product and storefront become rows by what these belong to`() {
        let rows = [
            ("silver", "USA", 5), ("gold", "CAN", 7), ("gold", "DEU", 11), ("coins", "DEU", 13), ("gone", "ZZZ", 17),
        ].map { product, storefront, value in
            ChartRow(
                key: .init(
                    product: ProductID(rawValue: product),
                    storefront: StorefrontCountryCode(rawValue: storefront),
                    measure: .payments
                ),
                value: Int64(value)
            )
        }
        func found(_ dimensions: Set<ChartRow.Dimension>) -> [[String]] {
            ChartRow.regrouped(rows, by: dimensions, Self.grouping).map { row in
                [row.key.group, row.key.region, row.key.period, row.key.kind, String(row.value)].map { $0 ?? "-" }
            }
        }
        #expect(found([.group]) == [["", "-", "-", "-", "30"], ["club", "-", "-", "-", "23"]])
        #expect(
            found([.region]) == [
                ["-", "", "-", "-", "17"], ["-", "europe", "-", "-", "24"], ["-", "us-canada", "-", "-", "12"],
            ]
        )
        #expect(
            found([.period, .kind]) == [
                ["-", "-", "", "", "17"], ["-", "-", "", "Consumable", "13"],
                ["-", "-", "P1M", "Auto-Renewable Subscription", "5"],
                ["-", "-", "P1Y", "Auto-Renewable Subscription", "18"],
            ]
        )
        #expect(Self.grouping.groupNames == ["club": "Coffee Club"])
    }

    @Test func `a filter by two sets accepts what is in both, and nothing where they share nothing`() {
        var filter = ChartRowFilter(products: ["silver", "coins"])
        filter.narrow(\.products, to: Self.grouping.products(["club"], .group))
        #expect(filter.accepts(.init(product: "silver", measure: .payments)))
        #expect(!filter.accepts(.init(product: "gold", measure: .payments)))
        #expect(!filter.accepts(.init(product: "coins", measure: .payments)))
        filter.narrow(\.products, to: Self.grouping.products(["P1Y"], .period))
        #expect(!filter.accepts(.init(product: "silver", measure: .payments)))
        #expect(!filter.accepts(.init(measure: .payments)))
    }
}
