// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// Figures against a naive recomputation from the newest transaction documents, over random lives.
@Suite struct BusinessChartsTests {
    private static let shops: [ShopYear] = [UInt64(4), 5].prefix(places.count).compactMap {
        try? ShopYear(seed: $0, customers: 60)
    }

    private static let places = Seeds.places(atMost: 2)

    private static func lives(_ shop: ShopYear) -> [LineageChartInput] {
        shop.facts.filter { !shop.sandbox.contains($0.key) }.map { lineage, facts in
            LineageChartInput(
                of: facts,
                lineage: lineage,
                scope: AppScope(bundleID: "com.example.reader", environment: .production),
                catalog: ShopYear.catalog
            )
        }
    }

    private static func rows(
        _ shop: ShopYear,
        _ days: ClosedRange<CivilDay>,
        by dimensions: Set<ChartRow.Dimension>
    ) throws -> [ChartRow] {
        var charts = BusinessCharts(days: days, by: dimensions, terms: try .shipped())
        for life in lives(shop) { charts.add(life) }
        return charts.rows
    }

    private static func days(_ first: String, _ last: String) throws -> ClosedRange<CivilDay> {
        let (first, last) = (try #require(CivilDay(first)), try #require(CivilDay(last)))
        return first...last
    }

    /// The newest document of each transaction, from the facts alone.
    private static func newest(_ facts: [Fact]) -> [Commerce.Transaction] {
        var byID: [TransactionID: (Date, Commerce.Transaction)] = [:]
        for fact in facts {
            guard case .transaction(let transaction) = fact.content else { continue }
            let known = byID[transaction.id]
            if known == nil || known.map({ $0.0 <= fact.order.instant }) == true {
                byID[transaction.id] = (fact.order.instant, transaction)
            }
        }
        return byID.values.map(\.1).filter { $0.ownership == .purchased }
            .sorted { ($0.purchaseDate, $0.id.rawValue.count, $0.id) < ($1.purchaseDate, $1.id.rawValue.count, $1.id) }
    }

    /// Whether a subscription is in service just before a midnight: one transaction says so that was not refunded, and
    /// no later plan took over from it.
    private static func covering(_ facts: [Fact], _ midnight: Date) -> Commerce.Transaction? {
        let all = newest(facts).filter { $0.expirationDate != nil }
        return all.last { transaction in
            guard let end = transaction.expirationDate, transaction.purchaseDate < midnight, end >= midnight else {
                return false
            }
            if transaction.isUpgraded {
                return !all.contains { $0.purchaseDate > transaction.purchaseDate && $0.purchaseDate < midnight }
                    && all.contains { $0.purchaseDate > transaction.purchaseDate && $0.purchaseDate < end }
            }
            return transaction.revocation == nil
        }
    }

    @Test(arguments: places)
    func `revenue of every day, product and storefront is the sum of what the store booked`(place: Int) throws {
        let shop = try #require(Self.shops.dropFirst(place).first)
        let days = try Self.days("2025-02-01", "2025-09-30")
        var naive: [String: Int64] = [:]
        for record in shop.recordedSales {
            let day = ReportingZone.pacific.day(of: record.date)
            guard days.contains(day), record.customerPrice != 0 else { continue }
            naive["\(day) \(record.product) \(record.storefront) \(record.currency)", default: 0] +=
                abs(record.customerPrice) * Int64(record.units)
        }
        let rows = try Self.rows(shop, days, by: [.day, .product, .storefront]).filter { $0.key.measure == .revenue }
        #expect(rows.count > 50)
        var seen: Set<String> = []
        for row in rows {
            let key = row.key
            let name =
                "\(key.day?.description ?? "") \(key.product ?? "") \(key.storefront ?? "") \(key.currency ?? "")"
            seen.insert(name)
            // Shares of a price are rounded here to the milliunit and there by a thousandth of a per cent.
            #expect(abs(row.value - (naive[name] ?? 0)) <= 1 + abs(row.value) / 1000, "\(name)")
        }
        #expect(naive.filter { abs($0.value) > 100 }.keys.allSatisfy(seen.contains))
    }

    @Test(arguments: places)
    func `active subscriptions of a day are those that a naive look at the documents finds`(place: Int) throws {
        let shop = try #require(Self.shops.dropFirst(place).first)
        let facts = shop.facts.filter { !shop.sandbox.contains($0.key) }
        for text in ["2025-03-15", "2025-06-30", "2025-11-20"] {
            let days = try Self.days(text, text)
            let midnight = ReportingZone.pacific.start(of: days.upperBound.adding(days: 1))
            let naive = facts.values.count { Self.covering($0, midnight) != nil }
            let rows = try Self.rows(shop, days, by: [.day])
            #expect(Int(rows.first { $0.key.measure == .active }?.value ?? 0) == naive, "\(text)")
        }
    }

    @Test(arguments: places)
    func `a day's active are the day before's, and who came, less who left`(place: Int) throws {
        let shop = try #require(Self.shops.dropFirst(place).first)
        let rows = try Self.rows(shop, try Self.days("2025-02-01", "2025-12-30"), by: [.day])
        let table = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) })
        func value(_ measure: ChartMeasure, _ day: CivilDay) -> Int64 {
            table[ChartRow.Key(day: day, measure: measure)] ?? 0
        }
        for offset in 1..<300 {
            let day = try #require(CivilDay("2025-02-01")).adding(days: offset)
            let moved = value(.new, day) + value(.reactivated, day) - value(.churned, day)
            #expect(value(.active, day) == value(.active, day.adding(days: -1)) + moved)
            #expect(value(.active, day) == value(.activePaid, day) + value(.activeTrial, day))
        }
    }

    @Test(arguments: places)
    func `monthly revenue moves by exactly its named parts`(place: Int) throws {
        let shop = try #require(Self.shops.dropFirst(place).first)
        let rows = try Self.rows(shop, try Self.days("2025-02-01", "2025-12-30"), by: [.day])
        let table = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) })
        func value(_ measure: ChartMeasure, _ day: CivilDay, _ currency: Currency) -> Int64 {
            table[ChartRow.Key(day: day, currency: currency, measure: measure)] ?? 0
        }
        for currency in ["USD", "CNY", "JPY", "EUR"] as [Currency] {
            for offset in 1..<300 {
                let day = try #require(CivilDay("2025-02-01")).adding(days: offset)
                let gained = [ChartMeasure.monthlyRevenueNew, .monthlyRevenueReactivated, .monthlyRevenueExpansion]
                    .reduce(0) { $0 + value($1, day, currency) }
                let lost = [ChartMeasure.monthlyRevenueContraction, .monthlyRevenueChurned]
                    .reduce(0) { $0 + value($1, day, currency) }
                let before = value(.monthlyRevenue, day.adding(days: -1), currency)
                #expect(value(.monthlyRevenue, day, currency) == before + gained - lost)
            }
        }
    }

    @Test(arguments: places)
    func `rows by dimension add up to the rows without it`(place: Int) throws {
        let shop = try #require(Self.shops.dropFirst(place).first)
        let days = try Self.days("2025-02-01", "2025-12-30")
        let fine = try Self.rows(shop, days, by: [.day, .product, .storefront, .offer])
        let coarse = try Self.rows(shop, days, by: [.day])
        var sums: [ChartRow.Key: Int64] = [:]
        for row in fine {
            var key = row.key
            (key.product, key.storefront, key.offer) = (nil, nil, nil)
            sums[key, default: 0] += row.value
        }
        #expect(sums.filter { $0.value != 0 } == Dictionary(uniqueKeysWithValues: coarse.map { ($0.key, $0.value) }))
    }

    @Test(arguments: places)
    func `price is tax, commission and proceeds, and refunds are counted apart`(place: Int) throws {
        let shop = try #require(Self.shops.dropFirst(place).first)
        let rows = try Self.rows(shop, try Self.days("2025-01-01", "2025-12-31"), by: [.storefront])
        let table = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) })
        for row in rows where row.key.measure == .revenue {
            let parts = [ChartMeasure.proceeds, .tax, .commission].reduce(Int64(0)) { sum, measure in
                var key = row.key
                key.measure = measure
                return sum + (table[key] ?? 0)
            }
            #expect(parts == row.value)
        }
        let refunds = shop.recordedSales.count { $0.units < 0 && $0.customerPrice != 0 }
        let counted = rows.filter { $0.key.measure == .refunds }.reduce(0) { $0 + $1.value }
        #expect(abs(Int(counted) - refunds) <= 2)
    }

    @Test func `cohorts keep at most their size, and their revenue is that of their members`() throws {
        let shop = try #require(Self.shops.first)
        var charts = CohortCharts(months: 12, asOf: ShopYear.end)
        var summary = ChartSummary(days: try Self.days("2025-01-01", "2025-12-31"), asOf: ShopYear.end)
        let lives = Self.lives(shop)
        for life in lives {
            charts.add(life)
            summary.add(life)
        }
        let cohorts = charts.cohorts
        #expect(cohorts.count > 6)
        for cohort in cohorts {
            #expect(cohort.eligible.allSatisfy { $0 <= cohort.size })
            #expect(zip(cohort.retained, cohort.eligible).allSatisfy { $0 <= $1 })
        }
        let payers = lives.filter { life in life.periods.contains { $0.kind.isPaid } }
        #expect(cohorts.reduce(0) { $0 + $1.size } == payers.count)
        #expect(summary.payers == Set(lives.filter { $0.sales.contains { $0.amount > 0 } }.map(\.payer)).count)
        #expect(summary.revenue == summary.lifetimeRevenue)
        #expect(summary.convertedTrials <= summary.endedTrials)
    }

    @Test func `an export keeps its columns and quotes what RFC 4180 wants quoted`() {
        let row = ChartRow(key: .init(product: "a,\"b\"", currency: "USD", measure: .revenue), value: -990)
        let text = ChartRow.commaSeparated([row])
        #expect(
            text
                == "day,product,storefront,offer,currency,measure,value,isClamped,store,group,region,period,kind\r\n"
                + ",\"a,\"\"b\"\"\",,,USD,revenue,-990,false,,,,,\r\n"
        )
    }
}
