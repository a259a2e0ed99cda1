// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension Catalog {
    /// One app with a product of each type.
    static let example = Catalog(
        apps: [
            CatalogApp(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 1_234_567_890), name: "Example")
        ],
        products: [
            item("coins", .consumable, 990),
            item("lifetime", .nonConsumable, 49_990),
            item("season", .nonRenewingSubscription, 9990),
            plan("silver", level: 2, 4990),
            plan("gold", level: 1, 9990),
        ],
        groups: [CatalogGroup(id: "group", name: "Membership")]
    )

    /// The same with offers of every kind for silver.
    static let withOffers: Catalog = {
        var catalog = example
        guard let index = catalog.products.firstIndex(where: { $0.id == "silver" }) else { return catalog }
        let trial = CatalogOffer(id: "three-for-two", mode: .freeTrial, period: BillingPeriod(1, .month))
        catalog.products[index].subscription?.promotionalOffers = [trial]
        catalog.products[index].subscription?.codeOffers = [
            CodeOffer(offer: CatalogOffer(id: "half-price", mode: .freeTrial, period: BillingPeriod(1, .month)))
        ]
        catalog.products[index].subscription?.winBackOffers = [
            WinBackOffer(offer: CatalogOffer(id: "come-back", mode: .freeTrial, period: BillingPeriod(1, .month)))
        ]
        for index in catalog.products.indices { catalog.products[index].appleID = 900 + Int64(index) }
        return catalog
    }()

    /// Seats that the App Store assigns, a year that is paid month by month, and a bundle of two other subscriptions.
    static let withGroups: Catalog = {
        var catalog = example
        for place in catalog.products.indices {
            catalog.products[place].subscription?.multiSeat = MultiSeatTerms(invitationManagement: .apple)
        }
        for (id, group, period) in [
            ("year", "y", BillingPeriod(1, .year)), ("news", "n", BillingPeriod(1, .month)),
            ("music", "m", BillingPeriod(1, .month)),
        ] {
            var product = item(ProductID(rawValue: id), .autoRenewableSubscription, 7990)
            product.subscription = SubscriptionTerms(group: SubscriptionGroupID(rawValue: group), period: period)
            if id == "year" {
                product.subscription?.commitment = CommitmentTerms(monthlyPrice: PriceList(base: 990))
            }
            catalog.products.append(product)
        }
        var bundle = item("news.bundle", .subscriptionBundle, 9990)
        bundle.subscription = SubscriptionTerms(group: "bundle", period: BillingPeriod(1, .month))
        bundle.bundle = BundleTerms(members: ["news", "music"])
        catalog.products.append(bundle)
        return catalog
    }()

    /// The same with a bundle of silver alone.
    static let withBundle: Catalog = {
        var catalog = example
        var bundle = item("news.bundle", .subscriptionBundle, 3990)
        bundle.subscription = SubscriptionTerms(group: "bundle", period: BillingPeriod(1, .month))
        bundle.bundle = BundleTerms(members: ["silver"])
        catalog.products.append(bundle)
        return catalog
    }()

    private static func item(_ id: ProductID, _ type: ProductType, _ price: Int64) -> CatalogProduct {
        CatalogProduct(id: id, appleID: 1, bundleID: "com.example.app", type: type, price: PriceList(base: price))
    }

    private static func plan(_ id: ProductID, level: Int, _ price: Int64) -> CatalogProduct {
        var product = item(id, .autoRenewableSubscription, price)
        product.subscription = SubscriptionTerms(group: "group", level: level, period: BillingPeriod(1, .month))
        return product
    }
}
