// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Evidence and grouping of figures in the details that totals do not show.
@Suite struct ChartDetailTests {
    private static func parts(
        _ measure: ChartMeasure,
        of purchases: PurchaseHistory,
        _ first: String,
        _ last: String? = nil
    ) throws -> [ChartEvidence.Part] {
        let days = try #require(CivilDay(first))...(try #require(CivilDay(last ?? first)))
        let life = LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        return ChartEvidence(of: measure, in: days, terms: try .shipped()).parts(of: life)
    }

    // MARK: - Evidence

    static let kinds: [(ChartMeasure, Int64, [TransactionID])] = [
        (.revenueNew, 4990, ["11"]), (.revenueRenewals, 3990, ["12"]), (.revenue, 8980, ["11", "12"]),
    ]

    @Test(arguments: kinds)
    func `the evidence of new and of renewed revenue is what was paid for it`(
        measure: ChartMeasure,
        value: Int64,
        transactions: [TransactionID]
    ) throws {
        var purchases = PurchaseHistory()
        for (start, end, price) in [("10", "11", 4990), ("11", "12", 3990)] {
            purchases.transaction(from: .utc("2026-01-\(start) 20:00:00"), to: .utc("2026-01-\(end) 20:00:00")) {
                $0.price = Money(milliunits: Int64(price), currency: "USD")
            }
        }
        let parts = try Self.parts(measure, of: purchases, "2026-01-09", "2026-01-20")
        #expect(parts.map(\.value) == [value] && parts.map(\.transactions) == [transactions])
    }

    @Test(arguments: [(ChartMeasure.revenueOneTime, Int64(990)), (.oneTimePayments, 1)])
    func `the evidence of what was bought once is its payment`(measure: ChartMeasure, value: Int64) throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", "gems", from: .utc("2026-01-10 20:00:00")) {
            $0.productType = .consumable
            $0.price = Money(milliunits: 990, currency: "USD")
        }
        let parts = try Self.parts(measure, of: purchases, "2026-01-10")
        #expect(parts.map(\.value) == [value] && parts.map(\.transactions) == [["11"]])
    }

    @Test func `the evidence of a grace period is not the period that begins at the end of the day`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-05 20:00:00"), to: .utc("2026-01-12 20:00:00"))
        purchases.renewalInfo(signed: .utc("2026-01-12 20:00:01")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2026-01-18 20:00:00")
        }
        purchases.transaction("12", from: .utc("2026-01-15 08:00:00"), to: .utc("2026-01-22 08:00:00")) {
            $0.reason = .renewal
        }
        let parts = try Self.parts(.inGrace, of: purchases, "2026-01-14")
        #expect(parts.map(\.value) == [1] && parts.map(\.transactions) == [["11"]])
    }

    @Test func `the evidence of what ends long after a period is that period, not one that begins after the day`()
        throws
    {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-05 20:00:00"), to: .utc("2026-01-12 20:00:00"))
        purchases.renewalInfo(signed: .utc("2026-01-12 20:00:01")) { $0.isInBillingRetryPeriod = true }
        // Sixty days later, when the Pacific day begins at seven.
        purchases.transaction("12", from: .utc("2026-03-14 07:00:00"), to: .utc("2026-03-21 07:00:00"))
        let parts = try Self.parts(.billingLost, of: purchases, "2026-03-13")
        #expect(parts.map(\.value) == [1] && parts.map(\.transactions) == [["11"]])
    }

    // MARK: - Grouping

    private static let grouping = ChartGrouping(.reader)

    private static func row(_ product: ProductID, _ value: Int64, isClamped: Bool = false) -> ChartRow {
        ChartRow(key: .init(product: product, measure: .payments), value: value, isClamped: isClamped)
    }

    static let groups: [([ChartRow], [ChartRow])] = [
        ([row("monthly", 3), row("yearly", 4)], [group(7)]),
        // A sum of one stays, one of zero is left out.
        ([row("monthly", 3), row("yearly", -2)], [group(1)]), ([row("monthly", 3), row("yearly", -3)], []),
        ([row("monthly", .max), row("yearly", 1)], [group(.max, isClamped: true)]),
        ([row("monthly", .max, isClamped: true)], [group(.max, isClamped: true)]),
        ([row("monthly", .min, isClamped: true)], [group(.min, isClamped: true)]),
        ([row("monthly", .max)], [group(.max)]),
    ]

    private static func group(_ value: Int64, isClamped: Bool = false) -> ChartRow {
        var key = ChartRow.Key(measure: .payments)
        key.group = "g"
        return ChartRow(key: key, value: value, isClamped: isClamped)
    }

    @Test(arguments: groups)
    func `rows of a group are added up, and a clamped number stays marked`(rows: [ChartRow], grouped: [ChartRow]) {
        #expect(ChartRow.regrouped(rows, by: [.group], Self.grouping) == grouped)
    }

    static let dimensions: [(Set<ChartRow.Dimension>, Set<ChartRow.Dimension>)] = [
        ([.group], [.product]), ([.period], [.product]), ([.kind, .day], [.product, .day]), ([.region], [.storefront]),
        ([.day, .offer, .store], [.day, .offer, .store]), ([], []), ([.product, .region], [.product, .storefront]),
    ]

    @Test(arguments: dimensions)
    func `groups, periods and kinds follow from the product, regions from the storefront`(
        dimensions: Set<ChartRow.Dimension>,
        stored: Set<ChartRow.Dimension>
    ) {
        #expect(dimensions.stored == stored)
    }
}
