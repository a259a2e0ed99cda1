// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct OfferTests {
    /// A store that sells one plan of 10.00 a month with the offers given.
    static func store(
        intro: CatalogOffer? = nil,
        promotional: [CatalogOffer] = [],
        codes: [CodeOffer] = [],
        winBack: [WinBackOffer] = []
    ) throws -> Store {
        var catalog = Catalog.sample
        var plan = Catalog.plan("plan", level: 1, .month, 10_000, intro: intro)
        plan.subscription?.promotionalOffers = promotional
        plan.subscription?.codeOffers = codes
        plan.subscription?.winBackOffers = winBack
        catalog.products = [plan]
        var store = Store(catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        return store
    }

    static func prices(_ store: Store) -> [Int64?] { store.history.transactions.map(\.transaction.price) }

    @Test func `pay as you go lasts for its number of periods`() throws {
        let intro = CatalogOffer(
            id: "intro",
            mode: .payAsYouGo,
            period: .month,
            periodCount: 3,
            price: PriceList(base: 1000)
        )
        var store = try Self.store(intro: intro)
        try store.buy("plan")
        store.advance(to: .day(2026, 5, 20))
        #expect(Self.prices(store) == [1000, 1000, 1000, 10_000, 10_000])
        let offers = store.history.transactions.map(\.transaction.offerType)
        #expect(offers == [.introductory, .introductory, .introductory, nil, nil])
        #expect(store.history.transactions[1].transaction.offerPeriod == "P3M")
        #expect(store.history.transactions[1].transaction.transactionReason == .renewal)
    }

    @Test func `pay up front is one period of the whole length`() throws {
        let intro = CatalogOffer(
            id: "intro",
            mode: .payUpFront,
            period: .month,
            periodCount: 2,
            price: PriceList(base: 15_000)
        )
        var store = try Self.store(intro: intro)
        try store.buy("plan")
        store.advance(to: .day(2026, 3, 20))
        #expect(Self.prices(store) == [15_000, 10_000])
        #expect(store.history.transactions[0].transaction.expiresDate == .day(2026, 3, 20))
        #expect(store.history.transactions[0].transaction.offerDiscountType == .payUpFront)
    }

    @Test func `the renewal info has the next period's offer and price`() throws {
        let intro = CatalogOffer(
            id: "intro",
            mode: .payAsYouGo,
            period: .month,
            periodCount: 2,
            price: PriceList(base: 1000)
        )
        var store = try Self.store(intro: intro)
        try store.buy("plan")
        let during = try #require(store.history.renewalInfos.last?.renewalInfo)
        #expect(during.offerType == .introductory)
        #expect(during.renewalPrice == 1000)
        store.advance(to: .day(2026, 2, 20))
        let last = try #require(store.history.renewalInfos.last?.renewalInfo)
        #expect(last.offerType == nil)
        #expect(last.renewalPrice == 10_000)
    }

    @Test func `a trial that is canceled ends without a payment`() throws {
        var store = try Self.store(intro: .trialWeek)
        try store.buy("plan")
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 3, 1))
        #expect(Self.prices(store) == [0])
        #expect(store.labels.last == "EXPIRED.VOLUNTARY")
    }

    @Test func `a free trial needs no working card, what follows does`() throws {
        var store = try Self.store(intro: .trialWeek)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        try store.buy("plan")
        #expect(store.notifications { $0.advance(to: .day(2026, 1, 27)) } == ["DID_FAIL_TO_RENEW"])
    }

    @Test func `grace can be kept for renewals from paid periods`() throws {
        var store = try Self.store(intro: .trialWeek)
        var settings = EnvironmentSettings.production
        settings.grace = GracePeriod(days: 3, onlyAfterPaidPeriods: true)
        try store.perform(.configure(.production, settings))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        try store.buy("plan")
        #expect(store.notifications { $0.advance(to: .day(2026, 1, 27)) } == ["DID_FAIL_TO_RENEW"])
        try store.perform(.changeCustomer("alice", .payment(.works)))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 27)) } == ["DID_FAIL_TO_RENEW.GRACE_PERIOD"])
    }

    @Test(arguments: [
        (CodeOffer.Eligibility(new: true, existing: false, expired: false), [true, false, false]),
        (CodeOffer.Eligibility(new: false, existing: true, expired: false), [false, true, false]),
        (CodeOffer.Eligibility(new: false, existing: false, expired: true), [false, false, true]),
    ])
    func `a code is for new, present or former subscribers`(
        eligibility: CodeOffer.Eligibility,
        expected: [Bool]
    )
        throws
    {
        let offer = CodeOffer(
            offer: CatalogOffer(id: "code", mode: .freeTrial, period: .month),
            eligibility: eligibility
        )
        var results: [Bool] = []
        for state in 0..<3 {
            var store = try Self.store(codes: [offer])
            try store.perform(.addOfferCode("CODE", product: "plan", offer: "code", redemptions: 5))
            if state > 0 { try store.buy("plan") }
            if state == 2 {
                try store.perform(.setRenewal("alice", group: "group", on: false))
                store.advance(to: .day(2026, 3, 1))
            }
            let outcome = try? store.perform(.redeem("alice", code: "CODE", options: PurchaseOptions()))
            results.append(outcome != nil)
        }
        #expect(results == expected)
    }

    @Test func `a stackable code follows the introductory offer`() throws {
        let code = CodeOffer(
            offer: CatalogOffer(id: "code", mode: .payAsYouGo, period: .month, price: PriceList(base: 5000)),
            isStackable: true
        )
        var store = try Self.store(intro: .trialWeek, codes: [code])
        try store.perform(.addOfferCode("CODE", product: "plan", offer: "code", redemptions: 1))
        try store.perform(.redeem("alice", code: "CODE", options: PurchaseOptions()))
        store.advance(to: .day(2026, 3, 26))
        #expect(Self.prices(store) == [0, 5000, 10_000])
        #expect(store.history.transactions.map(\.transaction.offerType) == [.introductory, .offerCode, nil])
    }

    @Test func `a code that waits for a parent gives its offer afterward`() throws {
        let code = CodeOffer(offer: CatalogOffer(id: "code", mode: .freeTrial, period: .month))
        var store = try Self.store(codes: [code])
        try store.perform(.addOfferCode("CODE", product: "plan", offer: "code", redemptions: 1))
        try store.perform(.changeCustomer("alice", .asksToBuy(true)))
        try store.perform(.redeem("alice", code: "CODE", options: PurchaseOptions()))
        let pending = try #require(store.store.pendingPurchases(of: "alice").first)
        try store.perform(.completePending(pending.id))
        #expect(store.history.transactions.last?.transaction.offerIdentifier == "code")
    }

    @Test(arguments: [(1, true), (3, false)])
    func `win-back offers want so many paid months`(minimum: Int, isEligible: Bool) throws {
        let offer = WinBackOffer(
            offer: CatalogOffer(id: "back", mode: .freeTrial, period: .month),
            minimumPaidMonths: minimum
        )
        var store = try Self.store(winBack: [offer])
        try store.buy("plan")
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 4, 1))
        let info = try #require(store.store.subscriptions(of: "alice").first?.renewalInfo)
        #expect((info.eligibleWinBackOfferIds == ["back"]) == isEligible)
    }

    @Test func `a win-back offer that is switched off is for no one`() throws {
        let offer = WinBackOffer(
            offer: CatalogOffer(id: "back", mode: .freeTrial, period: .month),
            isEligible: false,
            minimumPaidMonths: 0
        )
        var store = try Self.store(winBack: [offer])
        try store.buy("plan")
        try store.perform(.expire("alice", group: "group"))
        #expect(store.store.subscriptions(of: "alice").first?.renewalInfo.eligibleWinBackOfferIds == nil)
        let options = PurchaseOptions(offer: .winBack("back"))
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.buy("alice", product: "plan", options: options))
        }
        #expect(error?.code == .ineligibleForOffer)
    }

    @Test func `a win-back offer that an older simulator stored is switched on`() throws {
        let offer = WinBackOffer(offer: CatalogOffer(id: "back", mode: .freeTrial, period: .month))
        let stored = String(decoding: try JSONEncoder().encode(offer), as: UTF8.self)
        let plain = stored.replacing(/"isEligible":true,?/, with: "").replacing(",}", with: "}")
        #expect(!plain.contains("isEligible"))
        #expect(try JSONDecoder().decode(WinBackOffer.self, from: Data(plain.utf8)) == offer)
    }

    @Test func `win-back offers wait after the end, and stop in time`() throws {
        let offer = WinBackOffer(
            offer: CatalogOffer(id: "back", mode: .freeTrial, period: .month),
            minimumMonthsSinceEnd: 2,
            maximumMonthsSinceEnd: 6
        )
        var store = try Self.store(winBack: [offer])
        try store.buy("plan")
        try store.perform(.setRenewal("alice", group: "group", on: false))
        var seen: [Bool] = []
        for month in [3, 6, 11] {
            store.advance(to: .day(2026, month, 1))
            seen.append(store.store.subscriptions(of: "alice").first?.renewalInfo.eligibleWinBackOfferIds != nil)
        }
        #expect(seen == [false, true, false])
    }

    @Test func `a code that is redeemed during retry pays for the renewal`() throws {
        var store = try Store.subscribed()
        try store.perform(.addOfferCode("CODE", product: "silver.plus", offer: "code", redemptions: 1))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 20, hour: 2))
        let labels = try store.notifications {
            try $0.perform(.redeem("alice", code: "CODE", options: PurchaseOptions()))
        }
        #expect(labels == ["DID_RENEW.BILLING_RECOVERY"])
        #expect(store.history.transactions.last?.transaction.offerType == .offerCode)
        #expect(store.history.transactions.last?.transaction.price == 0)
    }

    @Test(
        arguments: [
            ("half", false, .invalidSignature), ("other", true, .invalidOfferIdentifier),
        ] as [(String, Bool, SimulatorError.Code)]
    )
    func `an offer is looked at during retry, too`(
        offer: String,
        isSigned: Bool,
        code: SimulatorError.Code
    ) throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.failsNext(1))))
        store.advance(to: .day(2026, 2, 20, hour: 2))
        let options = PurchaseOptions(
            offer: .promotional(OfferID(rawValue: offer), signatureIsValid: isSigned)
        )
        let error = #expect(throws: SimulatorError.self) { try store.buy("silver.plus", options) }
        #expect(error?.code == code)
        #expect(store.lastStatus == .billingRetry)
    }

    @Test func `a stackable code waits for the last period of an introductory offer`() throws {
        let intro = CatalogOffer(
            id: "intro",
            mode: .payAsYouGo,
            period: .month,
            periodCount: 3,
            price: PriceList(base: 1000)
        )
        let code = CodeOffer(
            offer: CatalogOffer(id: "code", mode: .payAsYouGo, period: .month, price: PriceList(base: 5000)),
            isStackable: true
        )
        var store = try Self.store(intro: intro, codes: [code])
        try store.perform(.addOfferCode("CODE", product: "plan", offer: "code", redemptions: 1))
        try store.perform(.redeem("alice", code: "CODE", options: PurchaseOptions()))
        store.advance(to: .day(2026, 5, 20))
        #expect(Self.prices(store) == [1000, 1000, 1000, 5000, 10_000])
    }
}
