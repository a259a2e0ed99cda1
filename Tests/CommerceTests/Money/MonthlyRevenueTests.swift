// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct MonthlyRevenueTests {
    private static func period(
        _ price: Int64?,
        seconds: Double,
        offer: Offer? = nil
    ) throws -> ServicePeriod {
        let start = Date.utc("2026-01-01")
        var purchases = PurchaseHistory()
        purchases.transaction(from: start, to: start + seconds) {
            $0.price = price.map { Money(milliunits: $0, currency: "USD") }
            $0.offer = offer
        }
        return try #require(SubscriptionHistory(lineage: "1", facts: purchases.facts).periods.first)
    }

    /// A price of 12 dollars and its monthly revenue: a month has 365.25 / 12 days where a period has no whole months.
    static let lengths: [(Double, Int64)] = [
        (7, 52_179), (27, 13_528), (28, 12_000), (31, 12_000), (32, 11_414), (58, 6297), (59, 6000), (62, 6000),
        (63, 5798), (88, 4151), (89, 4000), (92, 4000), (93, 3927), (180, 2029), (181, 2000), (184, 2000), (185, 1974),
        (364, 1003), (365, 1000), (366, 1000), (367, 995), (27.5, 12_000), (27.49, 13_528),
        (27.5 - 0.001 / 86_400, 13_528), (1, 365_250), (0.3, 365_250),
    ]

    @Test(arguments: lengths)
    func `a period brings its price by the month`(days: Double, revenue: Int64) throws {
        let money = try Self.period(12_000, seconds: days * 86_400).monthlyRevenue()
        #expect(money == Money(milliunits: revenue, currency: "USD"))
    }

    @Test func `a trial, and a period without a price, brings nothing`() throws {
        let trial = Offer(type: .introductory, discount: .freeTrial)
        #expect(try Self.period(12_000, seconds: 30 * 86_400, offer: trial).monthlyRevenue() == nil)
        #expect(try Self.period(nil, seconds: 30 * 86_400).monthlyRevenue() == nil)
        #expect(try Self.period(0, seconds: 30 * 86_400).monthlyRevenue() == nil)
        #expect(try Self.period(1, seconds: 30 * 86_400).monthlyRevenue()?.milliunits == 1)
    }

    static let names: [(OfferType?, OfferID?, String)] = [
        (nil, nil, ""), (.introductory, nil, "introductory"), (.promotional, nil, "offer-2"),
        (.promotional, "spring", "spring"), (nil, "spring", "spring"),
    ]

    @Test(arguments: names)
    func `an offer goes by its name, or by its kind`(type: OfferType?, id: OfferID?, name: String) {
        #expect(LineageChartInput.name(of: type, id) == name)
    }

    @Test func `a sale after a year of paid service counts at least that year`() {
        func days(_ isAfterPaidYear: Bool, _ days: Int?) -> Int {
            RecordedSale(
                transactionID: "1",
                productID: "gold",
                country: "USA",
                price: Money(milliunits: 9990, currency: "USD"),
                instant: .utc("2026-01-01"),
                isAfterPaidYear: isAfterPaidYear,
                paidServiceDays: days
            )
            .paidServiceDays
        }
        #expect(days(true, nil) == 365 && days(false, nil) == 0 && days(true, 400) == 400)
    }
}
