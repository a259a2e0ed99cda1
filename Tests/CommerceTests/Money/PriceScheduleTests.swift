// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct PriceScheduleTests {
    private let storefronts: StorefrontTable
    private let points: PricePointTable
    private let rates: ExchangeRates

    init() throws {
        storefronts = try .shipped()
        points = try .shipped()
        rates = try .example()
    }

    private func prices(_ schedule: PriceSchedule) throws -> [StorefrontCountryCode: StorefrontPrice] {
        let prices = try schedule.prices(in: storefronts, points: points, rates: rates)
        return Dictionary(uniqueKeysWithValues: prices.map { ($0.country, $0) })
    }

    @Test func `every equalized price is one of its storefront's price points`() throws {
        for cents in stride(from: Int64(290), through: 999_990, by: 7_310) {
            let schedule = PriceSchedule(basePrice: Money(milliunits: cents, currency: "USD"))
            for price in try schedule.prices(in: storefronts, points: points, rates: rates) {
                guard case .price(let money, .equalized) = price.outcome else { continue }
                let storefront = try #require(storefronts[price.country])
                #expect(points.points(of: storefront)?.points.contains(money) == true)
            }
        }
    }

    @Test func `equalizing again moves neither the base price nor one set manually`() throws {
        let manual = Money(milliunits: 68_000, currency: "CNY")
        let schedule = PriceSchedule(basePrice: Money(milliunits: 9990, currency: "USD"), manual: ["CHN": manual])
        let prices = try prices(schedule)
        #expect(prices["USA"]?.outcome == .price(Money(milliunits: 9990, currency: "USD"), .base))
        #expect(prices["CHN"]?.outcome == .price(manual, .manual))
    }

    @Test func `tax is in the price where the storefront's prices hold it`() throws {
        // 9.99 USD × 0.861 × 1.19 = 10.236 EUR; the nearest point is 9.99 or 10.49.
        let prices = try prices(PriceSchedule(basePrice: Money(milliunits: 9990, currency: "USD")))
        #expect(
            prices["DEU"]?.price == Money(milliunits: 10_000, currency: "EUR")
                || prices["DEU"]?.price?.milliunits == 10_490
        )
        // 9.99 USD × 7.18 = 71.73 CNY; yuan points lie 1 apart there.
        #expect(prices["CHN"]?.price == Money(milliunits: 72_000, currency: "CNY"))
    }

    @Test(arguments: [(Int64(-1), false), (0, false), (1, true)])
    func `the base price and those set manually are above zero`(milliunits: Int64, isPossible: Bool) {
        let (dollars, yuan) = (Money(milliunits: milliunits, currency: "USD"), Money(milliunits: 6000, currency: "CNY"))
        let base = PriceSchedule(basePrice: dollars, manual: ["CHN": yuan])
        #expect(((try? prices(base)) != nil) == isPossible)
        let manual = PriceSchedule(base: "CHN", basePrice: yuan, manual: ["USA": dollars])
        #expect(((try? prices(manual)) != nil) == isPossible)
    }

    @Test func `tax is taken out of the base price and put into the other one, to the milliunit`() throws {
        func price(_ base: StorefrontCountryCode, _ money: Money, in country: StorefrontCountryCode) throws -> Money? {
            let points = PricePointTable([
                PricePoints(currency: "USD", milliunits: [9_999, 10_000, 11_900, 13_800]),
                PricePoints(currency: "EUR", milliunits: [11_899, 11_900, 11_901]),
            ])
            let even = ExchangeRates(["USD": .one, "EUR": .one])
            return try PriceSchedule(base: base, basePrice: money).prices(in: storefronts, points: points, rates: even)
                .first { $0.country == country }?.price
        }
        let (dollars, euros) = (Money(milliunits: 10_000, currency: "USD"), Money(milliunits: 11_900, currency: "EUR"))
        #expect(try price("USA", dollars, in: "DEU") == euros && price("DEU", euros, in: "USA") == dollars)
    }

    @Test func `a storefront without a price says why`() throws {
        let schedule = PriceSchedule(basePrice: Money(milliunits: 990, currency: "USD"), unavailable: ["CHN"])
        let prices = try prices(schedule)
        #expect(prices["CHN"]?.outcome == .absent(.notAvailable))
        let noPoints = try schedule.prices(in: storefronts, points: PricePointTable([]), rates: rates)
        #expect(noPoints.first { $0.country == "POL" }?.outcome == .absent(.noPricePoints))
        let noRates = try schedule.prices(in: storefronts, points: points, rates: ExchangeRates([:]))
        #expect(noRates.first { $0.country == "JPN" }?.outcome == .absent(.noExchangeRate))
    }

    @Test func `another base storefront is possible, in its own currency`() throws {
        let schedule = PriceSchedule(base: "CHN", basePrice: Money(milliunits: 6000, currency: "CNY"))
        #expect(try prices(schedule)["USA"]?.price?.currency == "USD")
        let wrong = PriceSchedule(base: "CHN", basePrice: Money(milliunits: 6000, currency: "USD"))
        #expect(throws: PriceDataError.self) { try prices(wrong) }
        let typo = PriceSchedule(basePrice: Money(milliunits: 990, currency: "USD"), unavailable: ["ZZZ"])
        #expect(throws: PriceDataError.self) { try prices(typo) }
        let unknown = PriceSchedule(base: "ZZZ", basePrice: Money(milliunits: 6000, currency: "USD"))
        #expect(throws: PriceDataError.self) { try prices(unknown) }
    }
}
