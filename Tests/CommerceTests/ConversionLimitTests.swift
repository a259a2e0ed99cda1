// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What little or nothing is left of is converted for little or nothing.
@Suite struct ConversionLimitTests {
    private static let now = Date.utc("2024-07-01")

    /// A month of Basic that was over in February, and a month bought once that was used up then.
    private static let over: [Fact] = {
        var period = PurchaseHistory(lineage: "1")
        period.transaction("11", "auto.basic.monthly", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        var once = PurchaseHistory(lineage: "2")
        once.transaction("21", "once.basic.monthly", from: .utc("2024-01-01")) { $0.productType = .consumable }
        return period.facts + once.facts
    }()

    private static func account(_ facts: [Fact], _ catalog: Catalog = ConversionTests.catalog) -> CustomerAccount {
        CustomerAccount(customer: "anna", catalogs: [catalog], facts: facts, ownsUnclaimed: true)
    }

    static let holdings: [(String, PlanConversion.Source.Holding)] = [
        ("a conversion that was never performed", .conversion("missing")),
        ("a purchase of another customer", .transaction("9", "91")),
        ("a transaction that is not of the purchase", .transaction("1", "12")),
        ("a period that is over", .transaction("1", "11")), ("time that is used up", .transaction("2", "21")),
    ]

    @Test(arguments: holdings)
    func `a conversion gives no time for what the customer does not have`(
        row: (name: String, holding: PlanConversion.Source.Holding)
    ) {
        let price = Money(milliunits: 6990, currency: "USD")
        let conversion = PlanConversion(
            id: "c",
            customer: "anna",
            date: Self.now,
            sources: [.init(holding: row.holding, remainingMilliseconds: 1, remainingValue: price)],
            targetProductID: "once.premium.monthly",
            gainedMilliseconds: CalendarPeriod.month.averageMilliseconds,
            targetPrice: price,
            targetPeriodMilliseconds: CalendarPeriod.month.averageMilliseconds
        )
        let fact = Fact(
            command: .conversion(conversion),
            scope: .app,
            order: FactOrder(instant: Self.now, sequence: 1),
            digest: .of("conversion")
        )
        let account = Self.account(Self.over + [fact])
        #expect(account.spans(of: "premium", asOf: Self.now).isEmpty, "\(row.name)")
    }

    @Test func `what a conversion gave and was used up is not converted again`() throws {
        var purchases = PurchaseHistory(lineage: "1")
        purchases.transaction(nil, "once.basic.annually", from: .utc("2024-01-01")) { $0.productType = .consumable }
        let quote = try Self.account(purchases.facts)
            .conversionQuote(to: "once.premium.monthly", in: .app, asOf: Self.now)
        let conversion = ConversionTests().perform(quote)
        var later = PurchaseHistory(lineage: "2")
        later.transaction(nil, "once.premium.monthly", from: .utc("2024-11-25")) { $0.productType = .consumable }
        let next = try Self.account(purchases.facts + later.facts + [conversion])
            .conversionQuote(to: "once.basic.monthly", in: .app, asOf: .utc("2024-12-01"))
        #expect(next.sources.map(\.holding) == [.transaction("2", "21")])
    }

    @Test func `what was converted away is explained by the conversion first`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-06-20"), to: .utc("2024-07-20"))
        let quote = try Self.account(purchases.facts)
            .conversionQuote(to: "once.premium.monthly", in: .app, asOf: Self.now)
        let conversion = ConversionTests().perform(quote)
        let reason = Self.account(purchases.facts + [conversion]).entitlement("basic", asOf: Self.now + 60).reason
        #expect(reason.rule == .convertedAway && reason.conversion == "c1" && reason.startDate == Self.now)
        #expect(reason.evidence.map(\.digest) == [conversion.digest, purchases.facts[0].digest])
    }

    // MARK: - A day that costs ten millions

    private static let days: Catalog = {
        var catalog = ConversionTests.catalog
        let price = Money(milliunits: 10_000_000_000, currency: "IDR")
        let day = CalendarPeriod(days: 1)
        catalog.products.append(
            CatalogProduct(id: "day", type: .consumable, price: price, serviceDuration: day, plan: "day")
        )
        return catalog
    }()

    static let remainders: [(TimeInterval, Int64?)] = [(-86_400, 10_000_000_000), (-0.001, 115), (0, nil), (60, nil)]

    @Test(arguments: remainders)
    func `the last millisecond is worth its part, and then nothing`(sinceEnd: TimeInterval, value: Int64?) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "day", from: .utc("2024-07-01")) { $0.productType = .consumable }
        let account = Self.account(purchases.facts, Self.days)
        let instant = Date.utc("2024-07-02").addingTimeInterval(sinceEnd)
        func quote() throws -> ConversionQuote {
            let price = Money(milliunits: 100_000, currency: "IDR")
            return try account.conversionQuote(to: "once.premium.monthly", in: .app, price: price, asOf: instant)
        }
        if let value {
            #expect(try quote().value == Money(milliunits: value, currency: "IDR"))
        } else {
            let refusal = #expect(throws: ConversionRefusal.self) { try quote() }
            #expect(refusal?.code == .nothingLeft)
        }
    }
}
