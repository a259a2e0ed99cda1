// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct CatalogTests {
    static let app = CatalogApp(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 1), name: "Example")

    static func file(_ name: String) throws -> StoreKitFile {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try StoreKitFile(
            contents: Data(contentsOf: root.deletingLastPathComponent().appending(path: name))
        )
    }

    @Test(arguments: [
        "Examples/Catalog.storekit", "Tests/AppStoreTypesTests/Fixtures/version2.storekit",
        "Tests/AppStoreTypesTests/Fixtures/version5.storekit",
    ])
    func `a StoreKit configuration becomes a catalog`(name: String) throws {
        let file = try Self.file(name)
        let catalog = try Catalog(file, app: Self.app)
        #expect(catalog.products.count == file.allProducts.count + file.allSubscriptions.count)
        for item in file.allSubscriptions {
            let terms = try #require(catalog.product(item.productID)?.subscription)
            #expect(terms.group == item.subscriptionGroupID)
            #expect(terms.period.iso8601 == item.recurringSubscriptionPeriod.rawValue)
            #expect(terms.promotionalOffers.count == item.adHocOffers.count)
        }
    }

    @Test func `a price that is none is refused with the product's name`() {
        let file = StoreKitFile(products: [StoreKitFile.Product(displayPrice: "cheap", productID: "coins")])
        let error = #expect(throws: SimulatorError.self) { try Catalog(file, app: Self.app) }
        #expect(error?.code == .invalidCatalog)
        #expect(error?.message.contains("coins") == true)
    }

    @Test(arguments: ["P1D", "P2W", "P4M", "P9M", "P2Y"])
    func `a subscription that renews after another time than Apple's durations is refused`(period: String) throws {
        var file = try Self.file("Examples/Catalog.storekit")
        file.subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod = SubscriptionPeriod(rawValue: period)
        let error = #expect(throws: SimulatorError.self) { try Catalog(file, app: Self.app) }
        #expect(error?.code == .invalidCatalog)
        #expect(error?.message.contains(period) == true)
        #expect(error?.message.contains("P3M") == true)
    }

    @Test(arguments: ["P1W", "P7D", "P1M", "P2M", "P3M", "P6M", "P1Y", "P12M"])
    func `a subscription renews after each of Apple's durations`(period: String) throws {
        var file = try Self.file("Examples/Catalog.storekit")
        file.subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod = SubscriptionPeriod(rawValue: period)
        #expect(try Catalog(file, app: Self.app).products.count == file.allProducts.count + file.allSubscriptions.count)
    }

    @Test(arguments: [(nil, true, 1), (true, true, 0), (false, false, 0)] as [(Bool?, Bool, Int)])
    func `a configuration's switch for a win-back offer takes the place of a rule about months`(
        given: Bool?,
        isEligible: Bool,
        months: Int
    ) throws {
        var file = try Self.file("Examples/Catalog.storekit")
        file.subscriptionGroups[0].subscriptions[0].winbackOffers = [
            StoreKitFile.Offer(isEligible: given, offerID: "back")
        ]
        let product = file.subscriptionGroups[0].subscriptions[0].productID
        let offer = try Catalog(file, app: Self.app).product(product)?.subscription?.winBackOffers.first
        #expect(offer?.isEligible == isEligible)
        #expect(offer?.minimumPaidMonths == months)
    }

    @Test func `a price set manually counts more than the conversion`() throws {
        var catalog = Catalog.sample
        catalog.products[0].price.storefronts = [StorefrontPrice(storefront: "CHN", milliunits: 6000)]
        var store = Store(catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice", storefront: "CHN")))
        #expect(try store.buy("coins").price == 6000)
    }

    @Test func `every storefront has a number, a currency and a price`() {
        #expect(Storefront.all.count == 175)
        #expect(Set(Storefront.all.map(\.id)).count == Storefront.all.count)
        for storefront in Storefront.all {
            let price = Catalog.sample.price(PriceList(base: 990), in: storefront)
            #expect(price > 0 && price % storefront.step == 0 || storefront.currency == "USD")
        }
    }
}
