// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct ProceedsTests {
    private static func proceeds(
        _ price: String,
        _ country: StorefrontCountryCode,
        _ rate: CommissionRate
    ) throws -> Proceeds {
        let storefront = try #require(try StorefrontTable.shipped()[country])
        let money = try #require(Money(decimal: price, currency: storefront.currency))
        return try #require(Proceeds(customerPrice: money, tax: storefront.tax, rate: rate))
    }

    @Test func `in China 100 yuan leave 68.60 after tax and 30 per cent`() throws {
        // S4 says 68 to 69 per cent: 2 % is kept, then 70 % of the rest: 100 × 0.98 × 0.70.
        let proceeds = try Self.proceeds("100", "CHN", .standard)
        #expect(proceeds.proceeds.milliunits == 68_600)
        #expect(proceeds.tax.milliunits == 2000)
        #expect(proceeds.commission.milliunits == 29_400)
    }

    @Test(arguments: [
        ("0.99", StorefrontCountryCode("USA"), CommissionRate.standard, Int64(693)),
        ("9.99", "USA", .afterOneYear, 8492),
        ("9.99", "USA", .smallBusiness, 8492),
        ("11.90", "DEU", .standard, 7000),
        ("1100", "JPN", .standard, 700_000),
        ("6", "CHN", .afterOneYear, 4998),
    ])
    func `a price leaves what tax and commission do not take`(
        price: String,
        country: StorefrontCountryCode,
        rate: CommissionRate,
        expected: Int64
    ) throws {
        #expect(try Self.proceeds(price, country, rate).proceeds.milliunits == expected)
    }

    @Test func `tax, commission and proceeds are the price, for refunds too`() throws {
        for storefront in try StorefrontTable.shipped().storefronts {
            for milliunits in stride(from: Int64(-10_007), through: 10_007, by: 131) {
                for rate in CommissionRate.allCases {
                    let price = Money(milliunits: milliunits, currency: storefront.currency)
                    let parts = try #require(Proceeds(customerPrice: price, tax: storefront.tax, rate: rate))
                    let sum = parts.tax.milliunits + parts.commission.milliunits + parts.proceeds.milliunits
                    #expect(sum == milliunits)
                }
            }
        }
    }

    @Test(arguments: [
        ("2016-06-12", 400, false, CommissionRate.standard), ("2016-06-13", 365, false, .afterOneYear),
        ("2020-01-01", 364, false, .standard), ("2020-12-31", 0, true, .standard),
        ("2021-01-01", 0, true, .smallBusiness),
    ])
    func `the rate follows the day and the days of paid service`(
        day: String,
        days: Int,
        small: Bool,
        expected: CommissionRate
    ) throws {
        let day = try #require(CivilDay(day))
        let rate = CommissionRate.rate(on: day, isAutoRenewable: true, paidServiceDays: days, smallBusiness: small)
        #expect(rate == expected)
    }
}
