// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Business figures at the exact instants: a Pacific day in January begins at eight in the morning in UTC.
@Suite struct ChartBoundaryTests {
    /// The transactions of one subscription: start, end, price in milliunits, and whether it is a free trial.
    typealias Row = (start: String, end: String, price: Int64, isTrial: Bool)

    private static func life(
        _ rows: [Row],
        storefront: StorefrontCountryCode = "USA",
        change: (inout PurchaseHistory) -> Void = { _ in }
    ) -> LineageChartInput {
        var purchases = PurchaseHistory()
        for row in rows {
            purchases.transaction(from: .utc(row.start), to: .utc(row.end)) {
                $0.price = Money(milliunits: row.price, currency: "USD")
                $0.storefront = storefront
                if row.isTrial { $0.offer = Offer(type: .introductory, discount: .freeTrial) }
            }
        }
        change(&purchases)
        return LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
    }

    /// The figures of some days, as in "2026-01-10 active 1".
    private static func rows(_ life: LineageChartInput, _ first: String, _ last: String) throws -> [String] {
        let days = try #require(CivilDay(first))...(try #require(CivilDay(last)))
        var charts = BusinessCharts(days: days, by: [.day], terms: try .shipped())
        charts.add(life)
        return charts.rows.map { "\($0.key.day.map { "\($0)" } ?? "") \($0.key.measure.rawValue) \($0.value)" }
    }

    private static let states: Set<ChartMeasure> = [.active, .new, .reactivated, .churned]

    private static func states(_ life: LineageChartInput, _ first: String, _ last: String) throws -> Set<String> {
        let names = states.map(\.rawValue)
        return Set(try rows(life, first, last).filter { row in names.contains { row.contains(" \($0) ") } })
    }

    @Test func `what begins and ends at midnight counts for the days between`() throws {
        let life = Self.life([("2026-01-10 08:00:00", "2026-01-12 08:00:00", 4990, false)])
        let expected: Set<String> = [
            "2026-01-10 \(ChartMeasure.active.rawValue) 1", "2026-01-10 \(ChartMeasure.new.rawValue) 1",
            "2026-01-11 \(ChartMeasure.active.rawValue) 1", "2026-01-12 \(ChartMeasure.churned.rawValue) 1",
        ]
        #expect(try Self.states(life, "2026-01-08", "2026-01-13") == expected)
        #expect(try Self.states(life, "2026-01-09", "2026-01-09").isEmpty)
        #expect(try Self.states(life, "2026-01-10", "2026-01-10").count == 2)
    }

    @Test func `revenue that begins at midnight is new on that day, and returns later`() throws {
        let life = Self.life([
            ("2026-01-10 08:00:00", "2026-02-10 08:00:00", 4990, false),
            ("2026-02-12 08:00:00", "2026-03-12 08:00:00", 4990, false),
        ])
        for (day, measure) in [
            ("2026-01-10", ChartMeasure.monthlyRevenueNew), ("2026-02-12", .monthlyRevenueReactivated),
        ] {
            #expect(try Self.rows(life, day, day).contains("\(day) \(measure.rawValue) 4990"))
        }
    }

    static let changes: [(Int64, ChartMeasure?)] = [
        (4991, .monthlyRevenueExpansion), (4989, .monthlyRevenueContraction), (4990, nil),
    ]

    @Test(arguments: changes)
    func `a change of revenue by one milliunit is counted`(price: Int64, measure: ChartMeasure?) throws {
        let life = Self.life([
            ("2026-01-10 09:00:00", "2026-02-10 09:00:00", 4990, false),
            ("2026-02-10 09:00:00", "2026-03-10 09:00:00", price, false),
        ])
        let moves = [ChartMeasure.monthlyRevenueExpansion, .monthlyRevenueContraction].map(\.rawValue)
        let found = try Self.rows(life, "2026-02-10", "2026-02-10")
            .filter { row in moves.contains { row.contains(" \($0) ") } }
        #expect(found == (measure.map { ["2026-02-10 \($0.rawValue) 1"] } ?? []))
    }

    static let trialDays: [(String, String, Int)] = [
        ("2026-01-10", "2026-01-10", 1), ("2026-01-09", "2026-01-09", 0), ("2026-01-11", "2026-01-11", 0),
    ]

    @Test(arguments: trialDays)
    func `a trial is counted on the day on which it begins`(first: String, last: String, count: Int) throws {
        let life = Self.life([("2026-01-10 08:00:00", "2026-01-17 08:00:00", 0, true)])
        let started = try Self.rows(life, first, last).filter {
            $0.contains(" \(ChartMeasure.trialsStarted.rawValue) ")
        }
        #expect(started.count == count)
    }

    static let summaries: [(String, Int, Int, Int)] = [
        // Now, and the payments, the ended trials and the converted ones by then.
        ("2026-01-17 07:59:59", 0, 0, 0), ("2026-01-17 08:00:00", 1, 0, 0), ("2026-01-18 07:59:59", 1, 0, 0),
        ("2026-01-18 08:00:00", 1, 1, 1), ("2026-03-01", 1, 1, 1),
    ]

    @Test(arguments: summaries)
    func `a summary counts what has happened by now`(now: String, payments: Int, ended: Int, converted: Int) throws {
        let life = Self.life([
            ("2026-01-10 08:00:00", "2026-01-17 08:00:00", 0, true),
            ("2026-01-17 08:00:00", "2026-02-17 08:00:00", 4990, false),
        ])
        let days = try #require(CivilDay("2026-01-01"))...(try #require(CivilDay("2026-12-31")))
        var summary = ChartSummary(days: days, asOf: .utc(now))
        summary.add(life)
        #expect(summary.payments == payments && summary.lifetimePayers == payments)
        #expect(summary.endedTrials == ended && summary.convertedTrials == converted)
    }

    @Test func `a trial is not converted by another trial, nor by what is paid later than now`() throws {
        let life = Self.life([
            ("2026-01-10 08:00:00", "2026-01-17 08:00:00", 0, true),
            ("2026-01-20 08:00:00", "2026-01-27 08:00:00", 0, true),
            ("2026-03-01 08:00:00", "2026-04-01 08:00:00", 4990, false),
        ])
        let days = try #require(CivilDay("2026-01-01"))...(try #require(CivilDay("2026-12-31")))
        for (now, converted) in [("2026-02-01", 0), ("2026-03-01 08:00:00", 2)] {
            var summary = ChartSummary(days: days, asOf: .utc(now))
            summary.add(life)
            #expect(summary.endedTrials == 2 && summary.convertedTrials == converted)
        }
    }

    @Test func `trials are counted by what was tried, with how many were converted`() throws {
        let days = try #require(CivilDay("2026-01-01"))...(try #require(CivilDay("2026-12-31")))
        var summary = ChartSummary(days: days, asOf: .utc("2026-06-01"))
        let trial = ("2026-01-10 08:00:00", "2026-01-17 08:00:00", Int64(0), true)
        let paid = ("2026-01-17 08:00:00", "2026-02-17 08:00:00", Int64(4990), false)
        for rows in [[trial, paid], [trial, paid], [trial]] { summary.add(Self.life(rows)) }
        summary.add(Self.life([trial], storefront: "FRA"))
        var (american, french) = (TrialCount(), TrialCount())
        (american.ended, american.converted) = (3, 2)
        (french.ended, french.converted) = (1, 0)
        let found = Dictionary(uniqueKeysWithValues: summary.trials.map { ($0.key.storefront, $0.value) })
        #expect(found == ["USA": american, "FRA": french])
        #expect(Set(summary.trials.keys.map(\.store)) == [.appStore])
    }

    static let cohorts: [(String, Int, [Int], [Int])] = [
        // Now, the months that are followed, and by month who could have come so far, and who did.
        ("2026-01-10 08:00:00", 1, [], []), ("2026-02-11 07:59:59", 1, [], []), ("2026-02-11 08:00:00", 1, [1], [0]),
        ("2026-02-11 08:00:00", 3, [1], [0]), ("2026-06-01", 2, [1, 1], [0, 1]), ("2026-06-01", 0, [1], [0]),
    ]

    @Test(arguments: cohorts)
    func `a cohort is followed month by month`(now: String, months: Int, eligible: [Int], retained: [Int]) {
        let life = Self.life([
            ("2026-01-10 08:00:00", "2026-02-10 08:00:00", 4990, false),
            ("2026-02-11 08:00:00", "2026-03-11 08:00:00", 4990, false),
        ])
        var charts = CohortCharts(months: months, asOf: .utc(now))
        charts.add(life)
        #expect(charts.cohorts.map(\.size) == [1])
        #expect(charts.cohorts.map(\.eligible) == [eligible] && charts.cohorts.map(\.retained) == [retained])
    }

    @Test func `seats that are added in the last millisecond of a day count for it`() throws {
        var purchases = PurchaseHistory()
        let midnight = Date.utc("2026-01-16 08:00:00").millisecondsSince1970
        for (date, quantity) in [(Date.utc("2026-01-10"), 8), (Date(millisecondsSince1970: midnight - 1), 4)] {
            purchases.transaction(from: date, to: .utc("2026-02-10")) {
                $0.quantity = quantity
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                if quantity == 4 { $0.additionalTransactionReason = .seatAddition }
            }
        }
        let life = LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        let seats = try Self.rows(life, "2026-01-14", "2026-01-15").filter {
            $0.contains(" \(ChartMeasure.seats.rawValue) ")
        }
        #expect(seats == ["2026-01-14 seats 8", "2026-01-15 seats 12"])
    }

    @Test func `a plan that was left at the instant of its purchase has no period`() {
        var purchases = PurchaseHistory()
        let left = purchases.transaction("11", from: .utc("2026-01-10"), to: .utc("2026-02-10"))
        purchases.transaction("12", "pro", from: .utc("2026-01-10"), to: .utc("2026-02-10")) { $0.reason = .purchase }
        purchases.again(left, signed: .utc("2026-01-11")) { $0.isUpgraded = true }
        let life = LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(life.periods.map(\.transaction.id) == ["12"])
    }

    @Test func `a subscription that was refunded from its beginning has no period`() {
        let life = Self.life([("2026-01-10 08:00:00", "2026-02-10 08:00:00", 4990, false)]) { purchases in
            let transaction = purchases.transaction(
                "12",
                from: .utc("2026-02-10 08:00:00"),
                to: .utc("2026-02-10 08:00:00")
            )
            purchases.refund(transaction, on: .utc("2026-02-11"))
        }
        #expect(life.periods.map(\.transaction.id) == ["11"])
    }
}
