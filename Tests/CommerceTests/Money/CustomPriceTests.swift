// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct CustomPriceTests {
    private static func ratio(_ units: Int64) throws -> VirtualCurrencyRate {
        VirtualCurrencyRate(unitsPerCurrencyUnit: try #require(Ratio(units, over: 1)))
    }

    private static func yuan(_ text: String) throws -> Money {
        try #require(Money(decimal: text, currency: "CNY"))
    }

    @Test func `one yuan buys 100 gems on Android and 66 on iOS`() throws {
        // S2: of a yuan on iOS 2 % of tax and then nearly a third are lost; what is left covers 66 gems.
        let share = try #require(Ratio(decimal: "0.667"))
        let iOS = try #require(VirtualCurrencyRate.covering(try Self.ratio(100), share: share))
        #expect(iOS.virtualCurrency(for: try Self.yuan("1")) == 66)
        #expect(try Self.ratio(100).virtualCurrency(for: try Self.yuan("1")) == 100)
    }

    @Test func `what a platform's ratio buys is rounded once, however little a unit buys`() throws {
        let share = try #require(Ratio(decimal: "0.35"))
        let yen = try #require(VirtualCurrencyRate.covering(try Self.ratio(5), share: share))
        #expect(yen.virtualCurrency(for: Money(milliunits: 60_000, currency: "JPY")) == 105)
        let won = try #require(VirtualCurrencyRate.covering(try Self.ratio(1), share: share))
        #expect(won.virtualCurrency(for: Money(milliunits: 500_000, currency: "KRW")) == 175)
        #expect(won.virtualCurrency(for: Money(milliunits: 1000, currency: "KRW")) == 0)
    }

    @Test func `a price between price points is charged at the point above and the rest is credited`() throws {
        let points = PricePoints(currency: "CNY", milliunits: [6000, 12_000, 18_000])
        let customPrice = try #require(
            CustomPrice(price: try Self.yuan("9.9"), points: points, ratio: try Self.ratio(66))
        )
        #expect(customPrice.charged == (try Self.yuan("12")))
        #expect(customPrice.credit == 138)
    }

    @Test func `a price at a point earns no credit, and a price above all points cannot be sold`() throws {
        let points = PricePoints(currency: "CNY", milliunits: [6000, 12_000])
        #expect(CustomPrice(price: try Self.yuan("6"), points: points, ratio: try Self.ratio(66))?.credit == 0)
        #expect(CustomPrice(price: try Self.yuan("12.001"), points: points, ratio: try Self.ratio(66)) == nil)
    }

    @Test(arguments: [(Int64(-1), false), (0, false), (1, true), (6000, true)])
    func `a custom price is above zero`(milliunits: Int64, isPossible: Bool) throws {
        let points = PricePoints(currency: "CNY", milliunits: [6000])
        let price = Money(milliunits: milliunits, currency: "CNY")
        #expect((CustomPrice(price: price, points: points, ratio: try Self.ratio(66)) != nil) == isPossible)
    }

    @Test func `a credit never is worth more than what was paid above the price`() throws {
        let china = try #require(try StorefrontTable.shipped()["CHN"])
        let points = try #require(try PricePointTable.shipped().points(of: china))
        let ratio = try Self.ratio(66)
        for milliunits in stride(from: Int64(100), through: 650_000, by: 370) {
            let price = Money(milliunits: milliunits, currency: "CNY")
            let customPrice = try #require(CustomPrice(price: price, points: points.points, ratio: ratio))
            #expect(customPrice.credit >= 0)
            #expect(customPrice.credit * 1000 <= 66 * (customPrice.charged.milliunits - milliunits))
        }
    }
}
