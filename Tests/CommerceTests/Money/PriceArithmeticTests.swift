// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct PriceArithmeticTests {
    // MARK: - Fractions

    static let thirds: [(RoundingRule, [Int64])] = [
        (RoundingRule.down, [0, 0, 1, 1, 2, 2]), (.up, [1, 1, 2, 2, 3, 3]), (.nearest, [0, 1, 1, 2, 2, 3]),
        (.nearestEven, [0, 1, 1, 2, 2, 3]),
    ]

    @Test(arguments: thirds)
    func `thirds are rounded to the nearest, up or down, on both sides of zero`(
        rule: RoundingRule,
        expected: [Int64]
    ) throws {
        let third = try #require(Ratio(1, over: 3))
        let amounts: [Int64] = [1, 2, 4, 5, 7, 8]
        #expect(amounts.map { third.applied(to: $0, rounding: rule) } == expected)
        #expect(amounts.map { third.applied(to: -$0, rounding: rule) } == expected.map { -$0 })
        #expect(third.applied(to: 3, rounding: rule) == 1 && third.applied(to: 0, rounding: rule) == 0)
    }

    @Test(arguments: [(Int64(1), Int64(0)), (3, 2), (5, 2), (7, 4), (9, 4), (-3, -2), (-5, -2)])
    func `a half goes to the even number when sums must not drift`(amount: Int64, expected: Int64) throws {
        let half = try #require(Ratio(1, over: 2))
        #expect(half.applied(to: amount, rounding: .nearestEven) == expected)
    }

    static let products: [(Int64, Int64, Int64, Int64?)] = [
        (Int64(1), Int64(1), Int64.max, .max), (1, 1, .min, nil), (2, 1, 1 << 62, nil),
        (2, 1, (1 << 62) - 1, .max - 1), (.max, 1, 2, nil), (.max, .max, .max, .max), (-1, 1, .max, -.max),
        (-1, 1, -.max, .max), (0, 1, .min, 0), (1, .max, .min, -1),
    ]

    @Test(arguments: products)
    func `a fraction of an amount is exact or does not fit`(
        numerator: Int64,
        denominator: Int64,
        amount: Int64,
        expected: Int64?
    ) throws {
        let ratio = try #require(Ratio(numerator, over: denominator))
        #expect(ratio.applied(to: amount, rounding: .down) == expected)
    }

    @Test(arguments: [
        (Int64(6), Int64(4), "3/2"), (0, 5, "0/1"), (-6, 4, "-3/2"), (7, 7, "1/1"), (5, 1, "5/1"), (17, 51, "1/3"),
    ])
    func `a fraction is kept in lowest terms`(numerator: Int64, denominator: Int64, text: String) throws {
        let ratio = try #require(Ratio(numerator, over: denominator))
        #expect(ratio.description == text)
        #expect(Ratio(numerator, over: 0) == nil && Ratio(numerator, over: -denominator) == nil)
    }

    @Test func `fractions are turned over, multiplied and added to one`() throws {
        let (half, third) = (try #require(Ratio(1, over: 2)), try #require(Ratio(1, over: 3)))
        #expect(half.inverse?.description == "2/1" && Ratio.zero.inverse == nil && Ratio(-1, over: 2)?.inverse == nil)
        #expect(half.times(third)?.description == "1/6" && half.addedToOne?.description == "3/2")
        let (two, quarters) = (try #require(Ratio(2, over: 1)), try #require(Ratio(3, over: 4)))
        #expect(Ratio(2, over: 3)?.times(quarters)?.description == "1/2")
        #expect(Ratio.one.description == "1/1" && Ratio.zero.description == "0/1")
        #expect(Ratio(thousandthsOfPercent: 70_000).description == "7/10")
        let limit = try #require(Ratio(.max, over: 1))
        #expect(limit.times(two) == nil && limit.addedToOne == nil)
        let least = try #require(Ratio(1, over: .max))
        #expect(least.times(half) == nil && least.times(two)?.numerator == 2)
    }

    @Test(arguments: [
        ("0.000000000001", "1/1000000000000"), ("1.20", "6/5"), ("-0.25", "-1/4"), ("007", "7/1"),
    ])
    func `a decimal number has up to twelve decimals`(text: String, fraction: String) {
        #expect(Ratio(decimal: text)?.description == fraction)
        for wrong in ["0.0000000000001", "-", "-.5", ".5", "1,5", "--1", "1.-5", "+1"] {
            #expect(Ratio(decimal: wrong) == nil)
        }
    }

    static let decimals: [(String, Int64?)] = [
        ("9223372036854775.807", .max), ("9223372036854775.808", nil), ("-9.99", -9990), ("0.0005", nil),
        ("0.125", 125), ("1.2300", 1230), ("x", nil),
    ]

    @Test(arguments: decimals)
    func `an amount of money is whole milliunits or none`(text: String, milliunits: Int64?) {
        #expect(Money(decimal: text, currency: "USD")?.milliunits == milliunits)
    }

    // MARK: - Price points

    static let amounts: [(Int64, Int64?, Int64?, Int64?)] = [
        (Int64(999), nil, 1000, 1000), (1000, 1000, 1000, 1000),
        (1001, 1000, 3000, 1000), (3000, 3000, 3000, 3000), (4499, 3000, 6000, 3000), (4500, 3000, 6000, 3000),
        (4501, 3000, 6000, 6000), (6000, 6000, 6000, 6000), (6001, 6000, nil, 6000), (.max, 6000, nil, 6000),
    ]

    @Test(arguments: amounts)
    func `an amount lies between two price points`(amount: Int64, highest: Int64?, lowest: Int64?, nearest: Int64?) {
        let points = PricePoints(currency: "CNY", milliunits: [6000, 1000, 3000, 1000, 0, -1])
        #expect(points.milliunits == [1000, 3000, 6000])
        #expect(points.highest(upTo: amount)?.milliunits == highest)
        #expect(points.lowest(from: amount)?.milliunits == lowest)
        #expect(points.nearest(to: amount)?.milliunits == nearest)
        #expect(points.contains(Money(milliunits: amount, currency: "CNY")) == (highest == amount))
        #expect(PricePoints(currency: "CNY", milliunits: []).nearest(to: amount) == nil)
    }

    static let steps: [(String, [Int64]?)] = [
        ("1\t2\t0.5", [Int64(1000), 1500, 2000]), ("1\t2\t0.7", [1000, 1700]), ("1\t1\t1", [1000]),
        ("0\t1\t1", nil), ("1\t0.5\t1", nil), ("1\t2\t0", nil), ("1\tx\t1", nil),
        ("0.001\t10\t0.001", Array(1...10_000)),
        ("0.001\t10.001\t0.001", nil),
    ]

    @Test(arguments: steps)
    func `a step makes the points from its first to its last price, at most 10,000`(
        line: String,
        expected: [Int64]?
    ) throws {
        let text = "currency\tfrom\tto\tstep\nCNY\t\(line)"
        guard let expected else {
            #expect(throws: PriceDataError.self) { try PricePointTable(steps: text) }
            return
        }
        let china = try #require(try StorefrontTable.shipped()["CHN"])
        #expect(try PricePointTable(steps: text).points(of: china)?.points.milliunits == expected)
    }

    @Test func `prices of App Store Connect replace a storefront's points or say what is wrong`() throws {
        let storefronts = try StorefrontTable.shipped()
        let china = try #require(storefronts["CHN"])
        var table = try PricePointTable.shipped()
        try table.replace(fromTable: "storefront\tprice\nCHN\t6\nCHN\t1", in: storefronts)
        #expect(table.points(of: china)?.points.milliunits == [1000, 6000])
        var smallest = table
        try smallest.replace(fromTable: "storefront\tprice\nCHN\t0.001", in: storefronts)
        #expect(smallest.points(of: china)?.points.milliunits == [1])
        for wrong in ["", "\nXXX\t6", "\nCHN\t0", "\nCHN\tsix"] {
            #expect(throws: PriceDataError.self) {
                try table.replace(fromTable: "storefront\tprice" + wrong, in: storefronts)
            }
        }
    }

    // MARK: - Tables

    @Test(arguments: [("0", false), ("0.001", true), ("0.01", true), ("-1", false)])
    func `a storefront's price step is above zero`(step: String, isValid: Bool) throws {
        let names = "country\tnumber\tcurrency\ttax\trate\tstep\tenglish\tchinese"
        let line = "DEU\t143443\tEUR\tincluded\t19\t\(step)\tGermany\t德国"
        let table = try? StorefrontTable(tabSeparated: names + "\n" + line)
        #expect((table != nil) == isValid)
    }

    @Test func `a table may come from a spreadsheet`() throws {
        let rates = try ExchangeRates(tabSeparated: "\u{FEFF}# Rates\r\ncurrency\trate\r\nEUR\t0.5\r\n")
        #expect(rates.convert(Money(milliunits: 1000, currency: "EUR"), to: "EUR")?.milliunits == 1000)
        #expect(rates.list == "EUR:0.5")
        for wrong in [
            "currency\trate\trate\nEUR\t1\t1", "currency\nEUR", "currency\trate\nEUR", "currency\trate\nEUR\t0",
        ] {
            #expect(throws: PriceDataError.self) { try ExchangeRates(tabSeparated: wrong) }
        }
    }

    @Test(arguments: ["EUR", "EUR:0", "EUR:1:2", ":1", "EUR:-1", "EUR:x", "EUR::1", "EUR:1:"])
    func `a list of rates names its currencies with numbers above zero`(list: String) throws {
        #expect(throws: PriceDataError.self) { try ExchangeRates(list: list) }
        let rates = try ExchangeRates(list: "EUR:0.5,CNY:7,USD:1")
        #expect(rates.convert(Money(milliunits: 9990, currency: "EUR"), to: "CNY")?.milliunits == 139_860)
        #expect(rates.convert(Money(milliunits: 1, currency: "CNY"), to: "EUR")?.milliunits == 0)
        #expect(rates.convert(Money(milliunits: 9990, currency: "GBP"), to: "CNY") == nil)
        #expect(ExchangeRates(["EUR": .zero]).list == "")
    }

    @Test(arguments: [
        ("0", true), ("70.5", true), ("100", true), ("100.001", false), ("101", false), ("-0.001", false),
        ("-1", false),
    ])
    func `the team's share is a percentage`(share: String, isValid: Bool) {
        let text = "from\trate\tshare\n2020-01-01\tstandard\t\(share)"
        #expect(((try? CommissionTable(tabSeparated: text)) != nil) == isValid)
    }

    @Test func `a storefront's own share counts before that of all`() throws {
        let table = try CommissionTable(
            tabSeparated: """
                from\trate\tshare\tcountry
                2020-01-01\tstandard\t70\t*
                2022-01-01\tstandard\t75\t
                2021-01-01\tstandard\t80\tCHN
                """
        )
        func share(_ day: String, _ country: StorefrontCountryCode?) throws -> String? {
            table.share(of: .standard, on: try #require(CivilDay(day)), in: country)?.description
        }
        let everywhere = try ["2019-12-31", "2020-01-01", "2022-01-01"].map { try share($0, nil) }
        #expect(everywhere == [nil, "7/10", "3/4"])
        let china = try ["2019-12-31", "2020-12-31", "2021-01-01", "2022-01-01"].map { try share($0, "CHN") }
        #expect(china == [nil, "7/10", "4/5", "4/5"])
        #expect(try share("2021-01-01", "USA") == "7/10")
    }

    static let spans: [(String?, String?, [Bool], Bool)] = [
        ("2026-02-01", "2026-02-28", [false, true, true, false], true),
        ("2026-02-01", nil, [false, true, true, true], true), (nil, "2026-02-28", [true, true, true, false], true),
        (nil, nil, [true, true, true, true], true), ("2026-02-28", "2026-02-01", [false, false, false, false], false),
        ("2026-02-01", "2026-02-01", [false, true, false, false], true),
    ]

    @Test(arguments: spans)
    func `a membership's first and last day are among its days`(
        from: String?,
        until: String?,
        expected: [Bool],
        isPossible: Bool
    ) throws {
        let span = SmallBusinessMembership.Span(
            from: try from.map { try #require(CivilDay($0)) },
            until: try until.map { try #require(CivilDay($0)) }
        )
        let days = try ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"].map { try #require(CivilDay($0)) }
        #expect(days.map(SmallBusinessMembership([span]).contains) == expected)
        #expect(span.isPossible == isPossible)
        #expect(!SmallBusinessMembership.never.contains(days[0]) && SmallBusinessMembership.always.contains(days[0]))
    }

    @Test(arguments: [
        (Int64(999_990), "$999.99"), (1_000_000, "$1,000.00"), (999_999_000, "$999,999.00"),
        (1_000_000_000, "$1,000,000.00"), (1050, "$1.05"), (1005, "$1.005"), (500, "$0.50"), (0, "$0.00"),
        (-1, "-$0.001"),
    ])
    func `an amount has two decimals, a third where it needs one, and groups of three digits`(
        milliunits: Int64,
        text: String
    ) {
        #expect(PriceText.text(Money(milliunits: milliunits, currency: "USD")) == text)
    }

    @Test(arguments: [(Int64(100_000), "₩100"), (100_500, "₩100.50"), (-100_000, "-₩100")])
    func `a currency without coins has decimals only where the amount does`(milliunits: Int64, text: String) {
        #expect(PriceText.text(Money(milliunits: milliunits, currency: "KRW")) == text)
    }

    @Test(arguments: [
        (TaxRule.Kind.none, Int64(11_900), Int64(0)), (.added, 11_900, 0), (.withheld, 10_000, 1900),
        (.included, 11_900, 1900), (.included, -11_900, -1900),
    ])
    func `a tax of 19 per cent is part of a price as the storefront's law says`(
        kind: TaxRule.Kind,
        price: Int64,
        tax: Int64
    ) {
        let rule = TaxRule(kind, rate: Ratio(thousandthsOfPercent: 19_000))
        #expect(rule.tax(in: Money(milliunits: price, currency: "EUR"))?.milliunits == tax)
    }
}
