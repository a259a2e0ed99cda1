// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Which plan is higher where no subscription group ranks them: the one that costs more per day.
@Suite struct PlanRankTests {
    private static func product(
        _ id: ProductID,
        _ plan: PlanID,
        _ price: Int64?,
        _ period: CalendarPeriod?,
        currency: Currency = "USD",
        prices: [CatalogPrice] = []
    ) -> CatalogProduct {
        CatalogProduct(
            id: id,
            type: .consumable,
            price: price.map { Money(milliunits: $0, currency: currency) },
            prices: prices,
            serviceDuration: period,
            plan: plan,
            entitlements: [EntitlementID(rawValue: plan.rawValue)]
        )
    }

    /// The conversion that buying "new" on 1 July causes, for a customer who bought "old" on 15 June.
    private static func conversion(_ products: [CatalogProduct]) -> PlanConversion? {
        var old = PurchaseHistory(lineage: "1")
        old.transaction("100", "old", from: .utc("2024-06-15")) {
            $0.productType = .consumable
            $0.price = Money(milliunits: 3000, currency: "USD")
        }
        var new = PurchaseHistory(lineage: "9")
        new.transaction("900", "new", from: .utc("2024-07-01")) {
            $0.productType = .consumable
            $0.price = Money(milliunits: 5000, currency: "USD")
        }
        let catalog = Catalog(bundleID: "com.example.reader", products: products)
        let account = CustomerAccount(old, new, catalogs: [catalog])
        let key = LineageKey(scope: .app, lineage: "9")
        return account.upgradeConversion(paidBy: "900", of: key, asOf: .utc("2024-07-01"))
    }

    static let prices: [(Int64?, CalendarPeriod, Int64?, CalendarPeriod, Bool)] = [
        (3000, .month, 3001, .month, true), (3000, .month, 3000, .month, false), (3000, .month, 2999, .month, false),
        (3000, .month, 36_001, .year, true), (3000, .month, 36_000, .year, false),
        (2100, CalendarPeriod(days: 21), 100, CalendarPeriod(days: 1), false),
        (2100, CalendarPeriod(days: 21), 101, CalendarPeriod(days: 1), true),
        (2100, CalendarPeriod(days: 21), 99, CalendarPeriod(days: 1), false),
        (nil, .month, 3000, .month, false), (3000, .month, nil, .month, false), (0, .month, 3000, .month, false),
        (1, .month, 3000, .month, true), (3000, .month, 1, CalendarPeriod(days: 1), false),
    ]

    @Test(arguments: prices)
    func `the plan that costs more per day is higher`(
        oldPrice: Int64?,
        oldPeriod: CalendarPeriod,
        newPrice: Int64?,
        newPeriod: CalendarPeriod,
        isHigher: Bool
    ) {
        let products = [
            Self.product("old", "low", oldPrice, oldPeriod), Self.product("new", "high", newPrice, newPeriod),
        ]
        #expect((Self.conversion(products) != nil) == isHigher)
    }

    static let levels: [(Int?, Int?, Bool)] = [
        // The level of the plan that was bought before and of the new one, and whether the new one is higher.
        (2, 1, true), (1, 2, false), (1, 1, false), (nil, 1, false), (2, nil, false),
    ]

    @Test(arguments: levels)
    func `in a subscription group the levels decide, whatever the prices`(old: Int?, new: Int?, isHigher: Bool) {
        func subscription(_ id: ProductID, _ plan: PlanID, _ level: Int?) -> CatalogProduct {
            var product = Self.product(id, plan, nil, .month)
            (product.groupID, product.level) = ("g", level)
            return product
        }
        // By the prices, the plan that was bought before is higher, unless the levels are equal.
        let products = [
            Self.product("old", "low", old == new ? 2000 : 5000, .month), Self.product("new", "high", 4000, .month),
            subscription("old.auto", "low", old), subscription("new.auto", "high", new),
        ]
        #expect((Self.conversion(products) != nil) == isHigher)
    }

    @Test func `a product without a length does not rank its plan`() {
        let endless = Self.product("old.endless", "low", 10, CalendarPeriod())
        let new = Self.product("new", "high", 4000, .month)
        #expect(Self.conversion([Self.product("old", "low", 3000, .month), endless, new]) != nil)
    }

    @Test func `a product without a length or a price is not converted into`() {
        let old = Self.product("old", "low", 3000, .month)
        #expect(Self.conversion([old, Self.product("new", "high", 4000, CalendarPeriod())]) == nil)
        #expect(Self.conversion([old, Self.product("new", "high", 4000, nil)]) == nil)
    }

    @Test func `a plan counts with its dearest product, and with the price in the currency that was paid`() {
        let old = Self.product("old", "low", 3000, .month)
        let new = Self.product("new", "high", 4000, .month)
        #expect(Self.conversion([old, new]) != nil)
        #expect(Self.conversion([old, Self.product("old.dear", "low", 5000, .month), new]) == nil)
        #expect(Self.conversion([old, Self.product("old.cheap", "low", 10, .month), new]) != nil)
        let dollars = CatalogPrice(storefront: "USA", price: Money(milliunits: 4000, currency: "USD"))
        let euros = CatalogPrice(storefront: "DEU", price: Money(milliunits: 9000, currency: "EUR"))
        let foreign = Self.product("new", "high", 9000, .month, currency: "EUR", prices: [euros, dollars])
        #expect(Self.conversion([old, foreign]) != nil)
        let onlyForeign = Self.product("new", "high", 9000, .month, currency: "EUR", prices: [euros])
        #expect(Self.conversion([old, onlyForeign]) == nil)
    }

    @Test func `the rest of the lower plan buys time at the price that was paid`() throws {
        // 14 of 30 days are left: 3000 × 14 ÷ 30 = 1400, at 5000 for an average month.
        let products = [Self.product("old", "low", 3000, .month), Self.product("new", "high", 5000, .month)]
        let conversion = try #require(Self.conversion(products))
        #expect(conversion.sources.map(\.remainingValue.milliunits) == [1400])
        #expect(conversion.gainedMilliseconds == 2_629_746_000 * 1400 / 5000)
        #expect(conversion.quote.value == Money(milliunits: 1400, currency: "USD"))
        #expect(conversion.quote.gainedDays == 8)
    }

    @Test func `a conversion is counted from its instant on`() throws {
        let tests = ConversionTests()
        let stories = [tests.yearOnce("1")]
        let date = Date.utc("2024-07-01")
        let quote = try tests.account(stories).conversionQuote(to: "once.premium.monthly", in: .app, asOf: date)
        let after = tests.account(stories, extra: [tests.perform(quote)])
        #expect(after.conversionCount(since: date) == 1 && after.conversionCount(since: date + 0.001) == 0)
        #expect(after.conversion("c1")?.quote.value == quote.value)
    }
}
