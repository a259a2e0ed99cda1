// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
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
        #expect(try StorefrontTable.shipped().storefronts.count == 175)
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

    @Test func `the newest line of each changed tax is the table's own`() throws {
        let table = try StorefrontTable.shipped()
        let late = try #require(CivilDay("2099-12-31"))
        for storefront in table.storefronts {
            #expect(table.tax(in: storefront.country, on: late) == storefront.tax, "\(storefront.country)")
        }
    }

    @Test(arguments: [
        ("CHN", "2015-09-30", "100", Int64(70_000)), ("CHN", "2015-10-01", "100", 68_600),
        ("DEU", "2020-06-30", "11.90", 7000), ("DEU", "2020-07-01", "11.60", 7000),
        ("DEU", "2021-01-01", "11.90", 7000),
        ("JPN", "2019-09-30", "1080", 700_000), ("JPN", "2019-10-01", "1100", 700_000),
    ])
    func `what the law takes follows the day of the payment`(
        country: String,
        day: String,
        price: String,
        expected: Int64
    ) throws {
        let table = try StorefrontTable.shipped()
        let country = StorefrontCountryCode(rawValue: country)
        let currency = try #require(table[country]).currency
        let money = try #require(Money(decimal: price, currency: currency))
        let tax = table.tax(in: country, on: try #require(CivilDay(day)))
        #expect(Proceeds(customerPrice: money, tax: tax, rate: .standard)?.proceeds.milliunits == expected)
    }

    @Test func `a refund withdraws what was taken when it was paid`() throws {
        let table = try StorefrontTable.shipped()
        var sale = RecordedSale(
            transactionID: "1",
            productID: "coins",
            country: "DEU",
            price: Money(milliunits: 11_900, currency: "EUR"),
            instant: Date.utc("2020-06-15"),
            productType: .consumable
        )
        let terms = SaleTerms(storefronts: table, smallBusiness: .always)
        let paid = try #require(terms.proceeds(of: sale))
        sale.direction = .refund
        sale.instant = Date.utc("2021-01-15")
        let back = try #require(terms.proceeds(of: sale))
        #expect(paid.proceeds.milliunits == 7000 && back.proceeds.milliunits == -7000)
        #expect(back.tax.milliunits == -paid.tax.milliunits && back.rate == .standard)
    }

    @Test(arguments: ["from\trate\tshare\n2020-01-01\tstandard\t101\n", "from\trate\n", "from\trate\tshare\nx\ty\tz\n"])
    func `a table of shares with an error is refused`(text: String) {
        #expect(throws: PriceDataError.self) { try CommissionTable(tabSeparated: text) }
    }

    @Test func `a share that changes counts from its day on`() throws {
        let table = try CommissionTable(
            tabSeparated: "from\trate\tshare\n2030-01-01\tstandard\t80\n2008-07-11\tstandard\t70\n"
        )
        let days = ["2008-07-10", "2029-12-31", "2030-01-01"].compactMap { CivilDay($0) }
        #expect(days.map { table.share(of: .standard, on: $0) } == [nil, Ratio(7, over: 10), Ratio(4, over: 5)])
        #expect(table.share(of: .smallBusiness, on: days[2]) == nil)
    }

    @Test(arguments: [
        ("2026-03-14", 0, false, Int64(68_600)), ("2026-03-15", 0, false, 73_500), ("2026-03-14", 365, false, 83_300),
        ("2026-03-15", 365, false, 86_240), ("2026-03-14", 0, true, 83_300), ("2026-03-15", 0, true, 86_240),
    ])
    func `Apple's commission is lower in China mainland from March 15, 2026`(
        day: String,
        paidDays: Int,
        small: Bool,
        expected: Int64
    ) throws {
        let terms = try SaleTerms.shipped(smallBusiness: small ? .always : .never)
        var sale = Self.sale("CHN", "CNY", 100_000, on: day, paidDays: paidDays)
        #expect(terms.proceeds(of: sale)?.proceeds.milliunits == expected)
        // Everywhere else Apple's share is what it was.
        (sale.country, sale.price.currency) = ("HKG", "HKD")
        #expect(terms.proceeds(of: sale)?.proceeds.milliunits == (paidDays > 0 || small ? 85_000 : 70_000))
    }

    @Test(arguments: [
        ("2023-12-31", CommissionRate.standard), ("2024-01-01", .smallBusiness), ("2024-08-31", .smallBusiness),
        ("2024-09-01", .standard), ("2026-02-14", .standard), ("2026-02-15", .smallBusiness),
    ])
    func `a team pays less from the day it joins the small-business program to the day it leaves`(
        day: String,
        expected: CommissionRate
    ) throws {
        let membership = SmallBusinessMembership([
            .init(from: CivilDay("2026-02-15")), .init(from: CivilDay("2024-01-01"), until: CivilDay("2024-08-31")),
        ])
        let terms = try SaleTerms.shipped(smallBusiness: membership)
        #expect(terms.proceeds(of: Self.sale("USA", "USD", 9990, on: day))?.rate == expected)
        // A refund long after withdraws what was left then.
        var refund = Self.sale("USA", "USD", 9990, on: day)
        refund.direction = .refund
        refund.instant = Date.utc("2027-01-01")
        #expect(terms.proceeds(of: refund)?.rate == expected)
    }

    @Test func `a table that a spreadsheet wrote is read`() throws {
        let text = "\u{FEFF}currency\trate\r\n# of today\r\nUSD\t1\r\nCNY\t7.1\r\n"
        let rates = try ExchangeRates(tabSeparated: text)
        let dollar = Money(milliunits: 1000, currency: "USD")
        #expect(rates.convert(dollar, to: "CNY") == Money(milliunits: 7100, currency: "CNY"))
    }

    @Test func `rates keep their exact values in a list, and what is not a rate is named`() throws {
        let text = "currency\trate\tnote\nJPY\t157.000000000001\tone\nUSD\t1\t\nEUR\t0.85\ttwo\n"
        let rates = try ExchangeRates(tabSeparated: text)
        #expect(rates.list == "EUR:0.85,JPY:157.000000000001,USD:1")
        #expect(try ExchangeRates(list: rates.list) == rates)
        for item in ["EUR", "EUR:", ":1", "EUR:0", "EUR:-1", "EUR:1:2", "EUR:x"] {
            let error = #expect(throws: PriceDataError.self) { try ExchangeRates(list: "USD:1,\(item)") }
            #expect(error.map { "\($0)".contains("'\(item)'") } == true)
        }
    }

    @Test func `the team's own tables take the place of those that ship`() throws {
        var terms = try SaleTerms.shipped()
        try terms.storefronts.addTaxes(byDate: "country\tfrom\tkind\trate\nDEU\t2025-01-01\tincluded\t25\n")
        terms.commissions = try CommissionTable(
            tabSeparated: "from\tcountry\trate\tshare\n2020-01-01\t*\tstandard\t80\n2025-06-01\tJPN\tstandard\t90\n"
        )
        let own = Self.sale("DEU", "EUR", 10_000, on: "2025-01-01")
        #expect(terms.proceeds(of: own)?.tax.milliunits == 2000 && terms.proceeds(of: own)?.proceeds.milliunits == 6400)
        let before = Self.sale("DEU", "EUR", 10_000, on: "2024-12-31")
        #expect(terms.proceeds(of: before)?.proceeds.milliunits == 8000)
        let japan = ["2025-05-31", "2025-06-01"].map { terms.proceeds(of: Self.sale("JPN", "JPY", 1_100_000, on: $0)) }
        #expect(japan.map { $0?.proceeds.milliunits } == [800_000, 900_000])
    }

    private static func sale(
        _ country: StorefrontCountryCode,
        _ currency: Currency,
        _ price: Int64,
        on day: String,
        paidDays: Int = 0
    ) -> RecordedSale {
        RecordedSale(
            transactionID: "1",
            productID: "gold",
            country: country,
            price: Money(milliunits: price, currency: currency),
            // Noon in Cupertino, more or less.
            instant: Date.utc(day).addingTimeInterval(20 * 3600),
            productType: .autoRenewableSubscription,
            paidServiceDays: paidDays
        )
    }
}
