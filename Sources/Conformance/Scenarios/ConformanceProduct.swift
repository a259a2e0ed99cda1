// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSimulator
package import AppStoreTypes

/// The products that the scenarios buy, by their role; an adapter names the server's own products.
package enum ConformanceProduct: String, CaseIterable, Hashable, Sendable, Codable {
    case coins, boost, lifetime, export, season
    case basic, monthly, yearly, pro, proYearly
    case weekly, quarterly, halfYearly
    case trial, upfront, reduced
    case committed, team, sketches, lessons, studio

    /// The identifier that a server sees when its adapter does not rename the product.
    package var defaultID: ProductID { ProductID(rawValue: "conform.\(rawValue)") }

    /// Whether the product gives an entitlement that a server answers, and not goods that its own books count.
    package var isEntitlement: Bool {
        switch self {
        case .coins, .boost, .season, .studio: false
        default: true
        }
    }
}

/// The app and the products of a run.
package struct ConformanceCatalog: Sendable {
    /// The app.
    package var bundleID: BundleID
    /// The app's number in the App Store.
    package var appAppleID: AppAppleID
    /// The server's own identifiers.
    package var names: [ConformanceProduct: ProductID]

    /// Makes a catalog; a product without a name of its own has the kit's.
    package init(
        bundleID: BundleID = "com.example.conformance",
        appAppleID: AppAppleID = AppAppleID(rawValue: 1_234_567_890),
        names: [ConformanceProduct: ProductID] = [:]
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.names = names
    }

    /// A product's identifier on the server.
    package func id(_ product: ConformanceProduct) -> ProductID { names[product] ?? product.defaultID }

    /// The role of an identifier.
    package func role(_ id: ProductID) -> ConformanceProduct? {
        ConformanceProduct.allCases.first { self.id($0) == id }
    }

    /// What the simulated App Store sells.
    package var sold: Catalog {
        Catalog(
            apps: [CatalogApp(bundleID: bundleID, appAppleID: appAppleID, name: "Conformance")],
            products: ConformanceProduct.allCases.map(product),
            groups: Self.groups.map { CatalogGroup(id: $0, name: $0.rawValue) }
        )
    }

    /// The subscription group of a product.
    package static func group(_ product: ConformanceProduct) -> SubscriptionGroupID {
        switch product {
        case .basic, .monthly, .yearly, .pro, .proYearly: "club"
        case .weekly: "brief"
        case .quarterly, .halfYearly: "long"
        default: SubscriptionGroupID(rawValue: "group-" + product.rawValue)
        }
    }

    private static let groups = Set(ConformanceProduct.allCases.map(group)).sorted()

    private func product(_ product: ConformanceProduct) -> CatalogProduct {
        switch product {
        case .coins: once(product, .consumable, 990, codes: [OneTimeCodeOffer(id: "coins-gift")])
        case .boost: once(product, .consumable, 4990)
        case .lifetime: once(product, .nonConsumable, 49_990, isShared: true)
        case .export: once(product, .nonConsumable, 9990)
        case .season: once(product, .nonRenewingSubscription, 19_990)
        case .basic: plan(product, 4990, level: 3, .month)
        case .monthly: plan(product, 9990, level: 2, .month, isShared: true)
        case .yearly: plan(product, 99_990, level: 2, .year, isShared: true)
        case .pro: plan(product, 19_990, level: 1, .month, isShared: true)
        case .proYearly: plan(product, 199_990, level: 1, .year, isShared: true)
        case .weekly: plan(product, 2990, .week)
        case .quarterly: plan(product, 24_990, level: 2, BillingPeriod(3, .month))
        case .halfYearly: plan(product, 44_990, level: 1, BillingPeriod(6, .month))
        case .trial: trial
        case .upfront:
            introduced(product, CatalogOffer(id: "intro", mode: .payUpFront, period: BillingPeriod(3, .month)))
        case .reduced: introduced(product, CatalogOffer(id: "intro", mode: .payAsYouGo, period: .month, periodCount: 3))
        case .committed: committed
        case .team: team
        case .sketches, .lessons: plan(product, 5990, .month)
        case .studio: bundle
        }
    }

    private func once(
        _ product: ConformanceProduct,
        _ type: ProductType,
        _ price: Int64,
        isShared: Bool = false,
        codes: [OneTimeCodeOffer]? = nil
    ) -> CatalogProduct {
        CatalogProduct(
            id: id(product),
            appleID: 6_000_000_000 + Int64(ConformanceProduct.allCases.firstIndex(of: product) ?? 0),
            bundleID: bundleID,
            type: type,
            price: PriceList(base: price),
            isFamilyShareable: isShared,
            codeOffers: codes
        )
    }

    private func plan(
        _ product: ConformanceProduct,
        _ price: Int64,
        level: Int = 1,
        _ period: BillingPeriod,
        isShared: Bool = false
    ) -> CatalogProduct {
        var plan = once(product, .autoRenewableSubscription, price, isShared: isShared)
        plan.subscription = SubscriptionTerms(group: Self.group(product), level: level, period: period)
        return plan
    }

    private func introduced(_ product: ConformanceProduct, _ offer: CatalogOffer) -> CatalogProduct {
        var plan = plan(product, 9990, .month)
        plan.subscription?.introductoryOffer = offer
        plan.subscription?.introductoryOffer?.price = PriceList(base: 4990)
        return plan
    }

    private var trial: CatalogProduct {
        var plan = plan(.trial, 9990, .month)
        plan.subscription?.introductoryOffer = CatalogOffer(id: "week", mode: .freeTrial, period: .week)
        plan.subscription?.promotionalOffers = [
            CatalogOffer(id: "half", mode: .payAsYouGo, period: .month, periodCount: 2, price: PriceList(base: 4990)),
            CatalogOffer(id: "gift", mode: .freeTrial, period: .month),
        ]
        plan.subscription?.codeOffers = [
            CodeOffer(offer: CatalogOffer(id: "welcome", mode: .freeTrial, period: .month))
        ]
        plan.subscription?.winBackOffers = [
            WinBackOffer(offer: CatalogOffer(id: "back", mode: .freeTrial, period: .month))
        ]
        return plan
    }

    private var committed: CatalogProduct {
        var plan = plan(.committed, 99_990, .year)
        plan.subscription?.commitment = CommitmentTerms(monthlyPrice: PriceList(base: 9990))
        return plan
    }

    private var team: CatalogProduct {
        var plan = plan(.team, 9990, .month)
        plan.subscription?.multiSeat = MultiSeatTerms(invitationManagement: .apple)
        return plan
    }

    private var bundle: CatalogProduct {
        var bundle = plan(.studio, 9990, .month)
        bundle.type = .subscriptionBundle
        bundle.bundle = BundleTerms(members: [id(.sketches), id(.lessons)])
        return bundle
    }
}
