// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct SubscriptionDurationTests {
    private func product(_ period: String, type: ProductType = .autoRenewableSubscription) -> CatalogProduct {
        CatalogProduct(id: "club", type: type, groupID: "g", level: 1, period: CalendarPeriod(period))
    }

    private func trial(_ period: String, count: Int = 1) -> CatalogProduct {
        var product = product("P1M")
        product.introductoryOffer = CatalogOffer(
            type: .introductory,
            discount: .freeTrial,
            period: CalendarPeriod(period) ?? CalendarPeriod(),
            periodCount: count
        )
        return product
    }

    @Test(arguments: ["P1W", "P7D", "P1M", "P2M", "P3M", "P6M", "P12M", "P1Y"])
    func `a subscription can have each of Apple's durations, however they are written`(period: String) {
        #expect(product(period).hasSupportedDuration)
    }

    @Test(arguments: ["P1D", "P6D", "P8D", "P2W", "P4W", "P30D", "P4M", "P5M", "P9M", "P13M", "P2Y", "P1M1D", "P0D"])
    func `a subscription cannot have another duration`(period: String) {
        #expect(!product(period).hasSupportedDuration)
    }

    @Test func `only auto-renewable subscriptions are held to Apple's durations`() {
        #expect(product("P4M", type: .nonRenewingSubscription).hasSupportedDuration)
        #expect(CatalogProduct(id: "club", type: .autoRenewableSubscription).hasSupportedDuration)
    }

    @Test(arguments: [
        ("P3D", 1), ("P1W", 1), ("P1W", 2), ("P14D", 1), ("P1M", 1), ("P1M", 6), ("P2M", 1), ("P3M", 1), ("P6M", 1),
        ("P6M", 2), ("P1Y", 1),
    ])
    func `a free trial can have each of Apple's lengths`(period: String, count: Int) {
        #expect(trial(period, count: count).offersOfUnsupportedLength.isEmpty)
    }

    @Test func `every offer is looked at, and a paid one may have any length`() {
        var club = product("P1M")
        let day = CalendarPeriod(days: 1)
        club.offers = [
            CatalogOffer(type: .promotional, discount: .freeTrial, period: day),
            CatalogOffer(type: .promotional, discount: .payAsYouGo, period: day),
        ]
        #expect(club.offersOfUnsupportedLength.map(\.discount) == [.freeTrial])
    }

    @Test(arguments: [("P1D", 1), ("P3W", 1), ("P1M", 4), ("P2Y", 1), ("P1W", 0), ("P1W", Int.max)])
    func `a free trial of another length is reported`(period: String, count: Int) {
        #expect(trial(period, count: count).offersOfUnsupportedLength.count == 1)
    }
}
