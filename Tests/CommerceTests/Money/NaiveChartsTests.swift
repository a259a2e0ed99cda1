// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// Every business figure of simulated shops beside a naive second writing of its definition.
@Suite struct NaiveChartsTests {
    struct Shop: Sendable {
        let year: ShopYear
        let lives: [LineageChartInput]
        let naive: NaiveCharts
    }

    /// More of them in a long run.
    private static let seeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap(UInt64.init) ?? 4
        return Array(1...count)
    }()

    /// Crowds that stay for two years; one of them in an ordinary run.
    private static let lateSeeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap(UInt64.init) ?? 4
        return Array(4711...(4710 + max(1, count / 4)))
    }()

    private static let shops: [UInt64: Shop] = seeds.reduce(into: [:]) { $0[$1] = try? made($1) }

    private static let lateShops: [UInt64: Shop] = lateSeeds.reduce(into: [:]) {
        $0[$1] = try? made(ShopYear(seed: $1, customers: 24, actionsPerYear: 5, until: lateEnd))
    }

    private static let lateEnd = Date.utc("2026-10-01")

    private static func shop(_ seed: UInt64) throws -> Shop { try #require(shops[seed] ?? lateShops[seed]) }

    private static func made(_ seed: UInt64) throws -> Shop {
        // Restless customers: plans left, refunds reversed, trials begun again, charges that fail.
        let isRestless = !seed.isMultiple(of: 2)
        return try made(
            ShopYear(
                seed: 300 + seed,
                customers: 40,
                actionsPerYear: isRestless ? 40 : 12,
                grace: isRestless ? GracePeriod(days: 16) : nil
            )
        )
    }

    private static func made(_ year: ShopYear) throws -> Shop {
        var facts = year.facts.filter { !year.sandbox.contains($0.key) }
        // Every second customer has an account; the purchases of the others are payers of their own.
        for (number, lineage) in facts.keys.sorted().enumerated() {
            guard let owner = year.owners[lineage], owner.utf8.last?.isMultiple(of: 2) == true else { continue }
            let customer = Commerce.CustomerID(rawValue: owner)
            facts[lineage]?.append(
                Fact(
                    command: .claim(Claim(lineage: lineage, customer: customer, basis: .session)),
                    scope: .app,
                    order: FactOrder(instant: lateEnd, sequence: Int64(number)),
                    digest: .of("\(lineage) \(customer)")
                )
            )
        }
        let lives = facts.map { lineage, facts in
            LineageChartInput(
                of: facts,
                lineage: lineage,
                scope: AppScope(bundleID: "com.example.reader", environment: .production),
                catalog: ShopYear.catalog
            )
        }
        return Shop(year: year, lives: lives, naive: NaiveCharts(facts))
    }

    private static func text(_ key: ChartRow.Key) -> String {
        [
            key.day?.description ?? "", key.product?.rawValue ?? "", key.storefront?.rawValue ?? "", key.offer ?? "",
            key.currency?.rawValue ?? "", key.measure.rawValue,
        ].joined(separator: "|")
    }

    private static let taxes = Result {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Commerce/Money/Data/storefronts-2026.tsv")
        return NaiveCharts.taxes(in: try String(contentsOf: path, encoding: .utf8))
    }

    /// What happens in every restless year.
    private static let frequent: Set<String> = [
        "revenue", "refunded", "payments", "refunds", "tax", "commission", "proceeds", "active", "active_paid",
        "active_trial", "new", "reactivated", "churned", "trials_started", "trial_conversions", "mrr", "mrr_new",
        "mrr_reactivated", "mrr_expansion", "mrr_contraction", "mrr_churned",
    ]

    /// What happens in one of the shops at least.
    private static let rare: Set<String> = [
        "revenue_new", "revenue_renewals", "revenue_one_time", "one_time_payments", "churned_canceled",
        "churned_billing", "churned_price", "churned_refunded", "churned_other", "active_renewing", "active_ending",
        "in_grace", "in_retry", "billing_failed", "recovered_in_grace", "recovered_in_retry", "billing_lost",
        "renewals_due", "renewals_done", "renewals_changed", "offers_started", "offers_ended", "offers_converted",
        "price_asked", "price_accepted", "price_declined", "active_trial_ending", "trials_entered", "trials_paid",
        "trials_lost", "price_renewals", "price_effect",
    ]

    private static let ranges: [(first: String, last: String, by: Set<ChartRow.Dimension>)] = [
        ("2025-01-02", "2025-12-31", [.day]), ("2025-01-02", "2025-12-31", [.storefront, .offer]),
        ("2025-03-01", "2025-05-31", [.day, .product, .storefront, .offer]), ("2025-06-15", "2025-06-15", []),
        ("2025-10-20", "2025-11-20", [.product]),
    ]

    @Test(arguments: seeds)
    func `every measure, by day, product, storefront and offer, is what a naive recomputation finds`(
        seed: UInt64
    ) throws {
        let shop = try Self.shop(seed)
        for range in Self.ranges {
            let (first, last) = (try #require(CivilDay(range.first)), try #require(CivilDay(range.last)))
            var charts = BusinessCharts(days: first...last, by: range.by, terms: try .shipped())
            for life in shop.lives { charts.add(life) }
            let rows = charts.rows
            let found = Dictionary(uniqueKeysWithValues: rows.map { (Self.text($0.key), $0.value) })
            let days = (first.daysSince1970...last.daysSince1970).map { CivilDay(daysSince1970: $0).description }
            let naive = shop.naive.rows(days, by: range.by, taxes: try Self.taxes.get())
            let wrong = Set(found.keys).union(naive.keys).filter { found[$0] != naive[$0] }.sorted()
            #expect(wrong == [], "\(range): \(wrong.prefix(5).map { ($0, found[$0] ?? 0, naive[$0] ?? 0) })")
            guard range.by == [.day], !seed.isMultiple(of: 2) else { continue }
            #expect(Self.frequent.subtracting(rows.map(\.key.measure.rawValue)) == [])
        }
    }

    /// The rows of a year's days, under their texts.
    private static func daily(_ seed: UInt64) throws -> [String: Int64] {
        let days = try #require(CivilDay("2025-01-02"))...(try #require(CivilDay("2025-12-31")))
        var charts = BusinessCharts(days: days, by: [.day], terms: try .shipped())
        for life in try shop(seed).lives { charts.add(life) }
        return Dictionary(uniqueKeysWithValues: charts.rows.map { (text($0.key), $0.value) })
    }

    /// Otherwise the other comparisons would say nothing; a single shop is too small for it.
    @Test(.enabled(if: seeds.count >= 4))
    func `every measure happens in one of the shops`() throws {
        var missing = Self.frequent.union(Self.rare)
        for seed in Self.seeds {
            missing.subtract(try Self.daily(seed).keys.compactMap { $0.split(separator: "|").last.map { String($0) } })
        }
        #expect(missing.sorted() == [])
    }

    @Test(arguments: seeds)
    func `what is there at a day's end was there a day before or came, and parts add up to the whole`(
        seed: UInt64
    ) throws {
        let rows = try Self.daily(seed)
        let first = try #require(CivilDay("2025-01-03"))
        for offset in 0..<363 {
            let day = first.adding(days: offset)
            func sum(_ measures: String..., on day: CivilDay) -> Int64 {
                measures.reduce(0) { $0 + (rows["\(day)|||||\($1)"] ?? 0) }
            }
            let before = day.adding(days: -1)
            #expect(sum("active_renewing", "active_ending", on: day) == sum("active", on: day))
            let reasons = sum(
                "churned_canceled",
                "churned_billing",
                "churned_price",
                "churned_refunded",
                "churned_other",
                on: day
            )
            #expect(reasons == sum("churned", on: day))
            #expect(
                sum("active_trial", on: day) - sum("active_trial", on: before)
                    == sum("trials_entered", on: day) - sum("trials_paid", "trials_lost", on: day),
                "\(day)"
            )
            let solved = sum("recovered_in_grace", "recovered_in_retry", "billing_lost", on: day)
            #expect(
                sum("in_grace", "in_retry", on: day) - sum("in_grace", "in_retry", on: before)
                    == sum("billing_failed", on: day) - solved,
                "\(day)"
            )
        }
        for (name, value) in rows where name.hasSuffix("|revenue") {
            let parts = ["_new", "_renewals", "_one_time"].reduce(0) { $0 + (rows[name + $1] ?? 0) }
            #expect(parts == value, "\(name)")
        }
    }

    @Test(arguments: seeds)
    func `refund rate, revenue per payer, trial conversion and lifetime value are naively the same`(
        seed: UInt64
    ) throws {
        let shop = try Self.shop(seed)
        for (first, last) in [("2025-01-01", "2025-12-31"), ("2025-04-01", "2025-06-30")] {
            let days = try #require(CivilDay(first))...(try #require(CivilDay(last)))
            var summary = ChartSummary(days: days, asOf: ShopYear.end)
            for life in shop.lives { summary.add(life) }
            let moves = shop.naive.lives.flatMap(\.moves).filter { $0.at <= ShopYear.end }
            let inDays = moves.filter { (first...last).contains(NaiveCharts.day($0.at)) }
            #expect(summary.payments == inDays.count { !$0.isAway } && summary.refunds == inDays.count(where: \.isAway))
            #expect(summary.payers == Set(inDays.filter { !$0.isAway }.map(\.payer)).count)
            #expect(summary.lifetimePayers == Set(moves.filter { !$0.isAway }.map(\.payer)).count)
            let firstPayments = Dictionary(grouping: moves.filter { !$0.isAway }, by: \.payer)
                .compactMapValues { $0.map(\.at).min().map { NaiveCharts.day($0) } }
            let newPayers = firstPayments.values.count { (first...last).contains($0) }
            #expect(summary.newPayers == newPayers && newPayers > 0)
            #expect(summary.payersByCurrency == Self.payers(inDays))
            #expect(summary.lifetimePayersByCurrency == Self.payers(moves))
            #expect(summary.revenue.mapValues(\.value).filter { $0.value != 0 } == Self.sums(inDays))
            #expect(summary.lifetimeRevenue.mapValues(\.value).filter { $0.value != 0 } == Self.sums(moves))
            let spans = shop.naive.lives.map(\.spans)
            var (ended, converted) = (0, 0)
            for spans in spans {
                for (place, span) in spans.enumerated()
                where span.isTrial && NaiveCharts.day(span.end) < NaiveCharts.day(ShopYear.end)
                    && (first...last).contains(NaiveCharts.day(span.begin))
                {
                    ended += 1
                    if spans[place...].contains(where: { !$0.isTrial }) { converted += 1 }
                }
            }
            #expect(summary.endedTrials == ended && summary.convertedTrials == converted)
        }
    }

    @Test(arguments: seeds)
    func `cohorts are naively the same`(seed: UInt64) throws {
        for months in [12, 3] {
            let found = try Self.compareCohorts(of: try Self.shop(seed), months: months)
            #expect(found.count > 6)
            // That of January in December, when it is not cut off.
            #expect(found.contains { $0.byMonth.values.contains { $0.count == min(months, 11) + 1 } })
        }
    }

    /// Each product, storefront and offer of a shop's transactions.
    private static func parts(_ shop: Shop) -> [ChartPart] {
        let transactions = shop.naive.lives.flatMap { $0.moves.map(\.transaction) + $0.spans.map(\.transaction) }
        return Set(transactions.map { ChartPart.product($0.productID) }).sorted { $0.name < $1.name }
            + Set(transactions.compactMap(\.storefront).map(ChartPart.storefront)).sorted { $0.name < $1.name }
            + Set(transactions.compactMap(\.offer?.id?.rawValue).map(ChartPart.offer)).sorted { $0.name < $1.name }
    }

    private static func isOf(_ part: ChartPart, _ transaction: Commerce.Transaction) -> Bool {
        switch part {
        case .all: true
        case .product(let product): transaction.productID == product
        case .storefront(let storefront): transaction.storefront == storefront
        case .offer(let name): transaction.offer?.id?.rawValue == name
        }
    }

    @Test(arguments: seeds)
    func `cohorts of a product, storefront or offer are those of the subscriptions that began with it`(
        seed: UInt64
    ) throws {
        let shop = try Self.shop(seed)
        var sizes: [ChartRow.Dimension: Int] = [:]
        for part in Self.parts(shop) {
            let size = try Self.compareCohorts(of: shop, months: 12, part).reduce(0) { $0 + $1.size }
            if let dimension = part.dimension { sizes[dimension, default: 0] += size }
        }
        var all = CohortCharts(asOf: ShopYear.end)
        for life in shop.lives { all.add(life) }
        let size = all.cohorts.reduce(0) { $0 + $1.size }
        #expect(sizes[.product] == size && sizes[.storefront] == size)
    }

    @Test(arguments: seeds)
    func `payers and lifetime value of a product or storefront count its payments alone`(seed: UInt64) throws {
        let shop = try Self.shop(seed)
        let days = try #require(CivilDay("2025-04-01"))...(try #require(CivilDay("2025-09-30")))
        for part in Self.parts(shop) where part.dimension != .offer {
            var summary = ChartSummary(days: days, of: part, asOf: ShopYear.end)
            var values = CustomerValueCharts(of: part, asOf: ShopYear.end)
            for life in shop.lives {
                summary.add(life)
                values.add(life)
            }
            let moves = shop.naive.lives.flatMap(\.moves)
                .filter { $0.at <= ShopYear.end && Self.isOf(part, $0.transaction) }
            let inDays = moves.filter { ("2025-04-01"..."2025-09-30").contains(NaiveCharts.day($0.at)) }
            #expect(summary.payers == Set(inDays.filter { !$0.isAway }.map(\.payer)).count, "\(part)")
            #expect(summary.payersByCurrency == Self.payers(inDays), "\(part)")
            #expect(summary.revenue.mapValues(\.value).filter { $0.value != 0 } == Self.sums(inDays), "\(part)")
            #expect(summary.lifetimePayers == Set(moves.filter { !$0.isAway }.map(\.payer)).count, "\(part)")
            let naive = shop.naive.customerValues(asOf: ShopYear.end) { Self.isOf(part, $0.transaction) }
            #expect(Self.lines(values) == naive, "\(part)")
        }
    }

    @discardableResult
    private static func compareCohorts(
        of shop: Shop,
        months: Int,
        _ part: ChartPart = .all
    ) throws -> [CohortCharts.Cohort] {
        var charts = CohortCharts(months: months, of: part, asOf: ShopYear.end)
        for life in shop.lives { charts.add(life) }
        var naive: [String: CohortCharts.Cohort] = [:]
        for life in shop.naive.lives {
            guard let span = life.spans.first(where: { !$0.isTrial }), isOf(part, span.transaction) else { continue }
            let first = span.begin
            let name = String(NaiveCharts.day(first).prefix(7))
            let month = try #require(CivilDay(name + "-01"))
            var cohort = naive[name] ?? CohortCharts.Cohort(month: month)
            cohort.size += 1
            for count in 1...months {
                let at = try #require(NaiveCharts.calendar.date(byAdding: .month, value: count, to: first))
                guard NaiveCharts.day(at) < NaiveCharts.day(ShopYear.end) else { break }
                if cohort.eligible.count < count {
                    cohort.eligible.append(0)
                    cohort.retained.append(0)
                }
                cohort.eligible[count - 1] += 1
                if life.spans.contains(where: { $0.begin <= at && at < $0.end }) { cohort.retained[count - 1] += 1 }
            }
            for move in life.moves where move.at <= ShopYear.end {
                cohort.revenue[move.currency, default: 0] += move.amount
                let past = number(ofMonth: NaiveCharts.day(move.at)) - number(ofMonth: name)
                let last = number(ofMonth: NaiveCharts.day(ShopYear.end)) - number(ofMonth: name)
                let none = Array(repeating: BoundedSum(), count: min(last, months) + 1)
                // Earlier than its own month are payments for periods that were refunded as if never bought.
                if max(0, past) < none.count {
                    cohort.byMonth[move.currency, default: none][max(0, past)] += move.amount
                }
            }
            let payments = life.moves.filter { $0.at <= ShopYear.end && !$0.isAway }
            for currency in Set(payments.map(\.currency)) { cohort.payers[currency, default: 0] += 1 }
            naive[name] = cohort
        }
        let found = withoutZeros(charts.cohorts)
        #expect(found == withoutZeros(naive.values.sorted { $0.month < $1.month }))
        return found
    }

    /// What customers are worth, as lines of text.
    private static func lines(_ charts: CustomerValueCharts) -> [String] {
        charts.values.map { value in
            value.horizons.reduce("\(value.currency) \(value.month) \(value.payers) \(value.total.value)") {
                "\($0) \($1.days) \($1.payers) \($1.total.value)"
            }
        }
    }

    private static func withoutZeros(_ cohorts: [CohortCharts.Cohort]) -> [CohortCharts.Cohort] {
        cohorts.map { cohort in
            var cohort = cohort
            cohort.revenue = cohort.revenue.filter { $0.value != 0 }
            cohort.byMonth = cohort.byMonth.filter { $0.value.contains { $0 != 0 } }
            return cohort
        }
    }

    /// The number of a month that a text begins with.
    private static func number(ofMonth text: String) -> Int {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        return numbers[0] * 12 + numbers[1]
    }

    @Test(arguments: seeds + lateSeeds)
    func `what customers are worth after some days is naively the same`(seed: UInt64) throws {
        let shop = try Self.shop(seed)
        let isLate = Self.lateSeeds.contains(seed)
        let now = isLate ? Self.lateEnd : ShopYear.end
        var charts = CustomerValueCharts(asOf: now)
        // Purchases of one customer come in any order.
        for life in shop.lives { charts.add(life) }
        let found = Self.lines(charts)
        #expect(found == shop.naive.customerValues(asOf: now))
        #expect(found.count > 6)
        let years = charts.values.compactMap(\.horizons.last)
        if isLate { #expect(years.contains { $0.days == 365 && $0.payers > 0 && $0.total.value > 0 }) }
    }

    @Test(arguments: seeds)
    func `proceeds of what is bought once are those of the store's own books to the rounding of each unit`(
        seed: UInt64
    ) throws {
        let shop = try Self.shop(seed)
        try Self.compare(
            shop.year,
            shop.lives,
            products: ["coins", "forever"],
            from: "2025-01-01",
            until: "2025-12-30"
        )
    }

    /// Customers who stay: the second year of a subscription brings 85 per cent.
    ///
    /// Which payments do is known three times: to the library, to the naive figures, and to the simulated store's own
    /// books.
    @Test(arguments: lateSeeds)
    func `tax, commission and proceeds after a year of paid service are naively the same`(seed: UInt64) throws {
        let shop = try Self.shop(seed)
        let (first, last) = (try #require(CivilDay("2025-01-01")), try #require(CivilDay("2026-09-28")))
        var charts = BusinessCharts(days: first...last, by: [.day, .product], terms: try .shipped())
        for life in shop.lives { charts.add(life) }
        let parts: Set<ChartMeasure> = [.revenue, .tax, .commission, .proceeds]
        let rows = charts.rows.filter { parts.contains($0.key.measure) }
        let found = Dictionary(uniqueKeysWithValues: rows.map { (Self.text($0.key), $0.value) })
        let days = (first.daysSince1970...last.daysSince1970).map { CivilDay(daysSince1970: $0).description }
        let naive = shop.naive.rows(days, by: [.day, .product], taxes: try Self.taxes.get())
            .filter { row in parts.contains { row.key.hasSuffix("|" + $0.rawValue) } }
        let wrong = Set(found.keys).union(naive.keys).filter { found[$0] != naive[$0] }.sorted()
        #expect(wrong == [], "\(wrong.prefix(5).map { ($0, found[$0] ?? 0, naive[$0] ?? 0) })")
        let late = shop.naive.lives.flatMap(\.moves).filter { $0.isAfterYear && $0.amount > 0 }
        #expect(late.count > 20)
        let recorded = Set(
            shop.year.recordedSales.filter { $0.earnsHigherRate && $0.units > 0 }.map(\.transaction.rawValue)
        )
        #expect(Set(late.map(\.transaction.id.rawValue)) == recorded)
    }

    /// Compares proceeds with the simulated store's own books, by product and storefront.
    private static func compare(
        _ year: ShopYear,
        _ lives: [LineageChartInput],
        products: Set<ProductID>,
        from first: String,
        until last: String
    ) throws {
        let days = try #require(CivilDay(first))...(try #require(CivilDay(last)))
        var charts = BusinessCharts(days: days, by: [.product, .storefront], terms: try .shipped())
        for life in lives { charts.add(life) }
        var (recorded, units) = ([String: Int64](), [String: Int64]())
        for record in year.recordedSales where NaiveCharts.day(record.date) <= last {
            recorded["\(record.product) \(record.storefront)", default: 0] += record.proceeds * Int64(record.units)
            units["\(record.product) \(record.storefront)", default: 0] += Int64(abs(record.units))
        }
        let rows = charts.rows.filter { row in
            row.key.measure == .proceeds && row.key.product.map(products.contains) == true
        }
        #expect(rows.count > 5)
        for row in rows {
            let name = "\(row.key.product ?? "") \(row.key.storefront ?? "")"
            // Half a hundredth for each unit.
            #expect(abs(row.value - (recorded[name] ?? 0)) <= 6 * (units[name] ?? 0), "\(name)")
        }
    }

    /// How many paid in each currency.
    private static func payers(_ moves: [NaiveCharts.Move]) -> [Currency: Int] {
        var payers: [Currency: Set<String>] = [:]
        for move in moves where !move.isAway { payers[move.currency, default: []].insert(move.payer) }
        return payers.mapValues(\.count)
    }

    private static func sums(_ moves: [NaiveCharts.Move]) -> [Currency: Int64] {
        var sums: [Currency: Int64] = [:]
        for move in moves { sums[move.currency, default: 0] += move.amount }
        return sums.filter { $0.value != 0 }
    }
}
