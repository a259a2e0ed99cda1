// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// A store with a small catalog and one customer, and what happened in it.
struct Store {
    var store: SimulatedAppStore
    var history = Effects()

    init(
        at start: Date = .day(2026, 1, 20),
        seed: UInt64 = 1,
        catalog: Catalog = .sample,
        settings: SimulatorSettings = SimulatorSettings()
    ) {
        store = SimulatedAppStore(catalog: catalog, seed: seed, startingAt: start, settings: settings)
    }

    /// The labels of all notifications so far.
    var labels: [String] { history.notifications.map(\.label) }

    @discardableResult
    mutating func perform(_ command: Command) throws -> Outcome.Answer {
        let outcome = try store.perform(command)
        history.append(outcome.effects)
        return outcome.answer
    }

    mutating func advance(to instant: Date) {
        history.append(store.advance(to: instant))
    }

    /// The labels of the notifications that something brings about.
    mutating func notifications(of body: (inout Store) throws -> Void) rethrows -> [String] {
        let before = history.notifications.count
        try body(&self)
        return history.notifications[before...].map(\.label)
    }

    @discardableResult
    mutating func buy(
        _ product: ProductID,
        by customer: CustomerID = "alice",
        _ options: PurchaseOptions = PurchaseOptions()
    ) throws -> TransactionPayload {
        guard case .purchased(let transaction) = try perform(.buy(customer, product: product, options: options)) else {
            throw SimulatorError(.invalidState, "The purchase is pending.")
        }
        return transaction
    }

    /// The subscription's state after the last change.
    var lastStatus: SubscriptionStatus? { history.renewalInfos.last?.status }

    /// A store in which Alice is subscribed.
    static func subscribed(
        to product: ProductID = "silver.plus",
        settings: SimulatorSettings = SimulatorSettings()
    ) throws -> Store {
        var store = try withAlice(settings: settings)
        try store.buy(product)
        return store
    }

    /// A store in which Alice's subscription has ended because she wanted it to.
    static func lapsed(settings: SimulatorSettings = SimulatorSettings()) throws -> Store {
        var store = try subscribed(settings: settings)
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 3, 1))
        return store
    }

    /// A store in which Alice has an account.
    static func withAlice(
        at start: Date = .day(2026, 1, 20),
        _ profile: CustomerProfile = CustomerProfile(id: "alice"),
        settings: SimulatorSettings = SimulatorSettings()
    ) throws -> Store {
        var store = Store(at: start, settings: settings)
        try store.perform(.addCustomer(profile))
        return store
    }
}

extension Date {
    static func day(_ year: Int, _ month: Int, _ day: Int, hour: Int = 0) -> Date {
        Date(CivilDate(year: year, month: month, day: day), milliseconds: Int64(hour) * 3_600_000)
    }
}

extension Catalog {
    static let sample = Catalog(
        apps: [
            CatalogApp(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 1_234_567_890), name: "Example")
        ],
        products: [
            item("coins", .consumable, 990),
            item("lifetime", .nonConsumable, 49_990, shareable: true),
            item("season", .nonRenewingSubscription, 9990),
            plan("silver", level: 2, .month, 4990, intro: .trialWeek),
            plan("silver.year", level: 2, .year, 49_990),
            plan("silver.plus", level: 2, .month, 5990),
            plan("gold", level: 1, .month, 9990, intro: .trialWeek),
            plan("weekly", level: 3, .week, 1990),
        ],
        groups: [CatalogGroup(id: "group", name: "Membership")]
    )

    static func item(_ id: ProductID, _ type: ProductType, _ price: Int64, shareable: Bool = false) -> CatalogProduct {
        CatalogProduct(
            id: id,
            appleID: 1,
            bundleID: "com.example.app",
            type: type,
            price: PriceList(base: price),
            isFamilyShareable: shareable
        )
    }

    static func plan(
        _ id: ProductID,
        level: Int,
        _ period: BillingPeriod,
        _ price: Int64,
        intro: CatalogOffer? = nil
    ) -> CatalogProduct {
        var product = item(id, .autoRenewableSubscription, price, shareable: true)
        product.subscription = SubscriptionTerms(
            group: "group",
            level: level,
            period: period,
            introductoryOffer: intro,
            promotionalOffers: [
                CatalogOffer(
                    id: "half",
                    mode: .payAsYouGo,
                    period: .month,
                    periodCount: 2,
                    price: PriceList(base: price / 2)
                )
            ],
            codeOffers: [
                CodeOffer(offer: CatalogOffer(id: "code", mode: .freeTrial, period: .month))
            ],
            winBackOffers: [
                WinBackOffer(
                    offer: CatalogOffer(id: "back", mode: .payUpFront, period: .month, price: PriceList(base: 990))
                )
            ]
        )
        return product
    }
}

extension CatalogOffer {
    static let trialWeek = CatalogOffer(id: "trial", mode: .freeTrial, period: .week)
}
