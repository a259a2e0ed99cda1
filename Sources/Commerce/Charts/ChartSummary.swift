// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The ratios of the business over some Pacific days, and what customers have brought since they came.
///
/// Ratios are reported by their parts, so that whoever shows them rounds once. Memory grows with the number of payers.
public struct ChartSummary: Sendable {
    /// Payments and refunds in the days.
    public private(set) var payments = 0

    /// Refunds in the days.
    public private(set) var refunds = 0

    /// What customers paid in the days, less what went back.
    public private(set) var revenue: [Currency: BoundedSum] = [:]

    /// Trials that began in the days and are over.
    public private(set) var endedTrials = 0

    /// Those of them that a paid period followed.
    public private(set) var convertedTrials = 0

    /// What everybody paid since the beginning, less what went back.
    public private(set) var lifetimeRevenue: [Currency: BoundedSum] = [:]

    private let days: ClosedRange<CivilDay>
    private let now: Date
    private var payersInDays: Set<String> = []
    private var payersEver: Set<String> = []

    /// Begins with nothing.
    public init(days: ClosedRange<CivilDay>, asOf now: Date) {
        self.days = days
        self.now = now
    }

    /// The customers who paid in the days.
    public var payers: Int { payersInDays.count }

    /// The customers who ever paid.
    public var lifetimePayers: Int { payersEver.count }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        for sale in life.sales where sale.amount != 0 && sale.instant <= now {
            lifetimeRevenue[sale.price.currency, default: 0] += sale.amount
            if sale.direction == .sale { payersEver.insert(life.payer) }
            guard days.contains(sale.day) else { continue }
            revenue[sale.price.currency, default: 0] += sale.amount
            if sale.direction == .sale {
                payments += 1
                payersInDays.insert(life.payer)
            } else {
                refunds += 1
            }
        }
        for (index, period) in life.periods.enumerated() where period.kind == .freeTrial && period.endDate <= now {
            guard days.contains(ReportingZone.pacific.day(of: period.startDate)) else { continue }
            endedTrials += 1
            if life.periods[(index + 1)...].contains(where: { $0.kind.isPaid && $0.startDate <= now }) {
                convertedTrials += 1
            }
        }
    }
}
