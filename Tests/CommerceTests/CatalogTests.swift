// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct CatalogTests {
    @Test(
        arguments: [
            ("monthly", "pro", PlanChange.upgrade), ("pro", "monthly", .downgrade),
            ("monthly", "yearly", .crossgradeAtRenewal), ("monthly", "monthly-plus", .crossgrade),
        ] as [(ProductID, ProductID, PlanChange)]
    )
    func `a change of plan is what Apple's ranking says`(old: ProductID, new: ProductID, change: PlanChange) {
        var catalog = Catalog.reader
        catalog.products.append(
            CatalogProduct(
                id: "monthly-plus",
                type: .autoRenewableSubscription,
                groupID: "g",
                level: 2,
                period: .month
            )
        )
        #expect(catalog.planChange(from: old, to: new) == change)
        #expect(change.isImmediate == (change == .upgrade || change == .crossgrade))
    }

    @Test func `products of two groups do not change into each other`() {
        #expect(Catalog.reader.planChange(from: "monthly", to: "issues") == nil)
        #expect(Catalog.reader.planChange(from: "monthly", to: "nothing") == nil)
        #expect(Catalog.reader.planChange(from: "monthly", to: "monthly") == nil)
    }

    @Test func `levels imply the lower ones unless the group says no`() {
        #expect(Catalog.reader.entitlements(of: "pro") == ["basic", "pro"])
        #expect(Catalog.reader.entitlements(of: "monthly") == ["basic"])
        var catalog = Catalog.reader
        catalog.groups[0].levelsImplyLower = false
        #expect(catalog.entitlements(of: "pro") == ["pro"])
    }

    @Test func `what is hidden or not on sale is not shown`() {
        var catalog = Catalog.reader
        let all = catalog.shownProducts.count
        catalog.products[0].isShown = false
        catalog.products[1].isOnSale = false
        #expect(catalog.shownProducts.count == all - 2)
        #expect(catalog["monthly"] != nil)
    }

    @Test func `prices and texts by storefront and language`() {
        var product = Catalog.reader.products[0]
        product.price = Money(milliunits: 1990, currency: "USD")
        product.prices = [CatalogPrice(storefront: "CHN", price: Money(milliunits: 12_000, currency: "CNY"))]
        product.storefronts = ["USA", "CHN"]
        product.texts = [CatalogText(locale: "en_US", name: "Monthly"), CatalogText(locale: "zh_Hans", name: "包月")]
        #expect(product.price(in: "CHN") == Money(milliunits: 12_000, currency: "CNY"))
        #expect(product.price(in: "DEU") == Money(milliunits: 1990, currency: "USD"))
        #expect(product.isSold(in: "USA"))
        #expect(!product.isSold(in: "DEU"))
        #expect(product.text(in: "zh_Hant")?.name == "包月")
        #expect(product.text(in: "fr")?.name == "Monthly")
    }

    @Test func `a catalog survives its JSON`() throws {
        let decoded: Catalog = try AppStoreJSON.decode(from: AppStoreJSON.encode(Catalog.reader))
        #expect(decoded == Catalog.reader)
        #expect(decoded["pro"]?.level == 1)
    }

    @Test func `the demo's StoreKit file is read whole`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit")
        let file: StoreKitFile = try AppStoreJSON.decode(from: Data(contentsOf: path))
        let catalog = Catalog(file, bundleID: "com.example.coffee", currency: "USD")
        let subscriptions = catalog.products.filter { $0.type == .autoRenewableSubscription }
        #expect(Set(catalog.products.map(\.type)).count == 4)
        #expect(Set(subscriptions.compactMap(\.level)).count == 3)
        #expect(subscriptions.allSatisfy { $0.period != nil && $0.price != nil && !$0.entitlements.isEmpty })
        #expect(subscriptions.contains { $0.introductoryOffer != nil })
        #expect(catalog["coffee.beans.100"]?.price == Money(milliunits: 990, currency: "USD"))
        #expect(catalog["coffee.beans.100"]?.text(in: "zh_Hans")?.name == "100 颗咖啡豆")
        #expect(catalog.entitlements(of: "coffee.season.pass") == ["coffee.season.pass"])
    }
}
