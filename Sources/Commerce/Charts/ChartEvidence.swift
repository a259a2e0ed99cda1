// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// The purchases behind one number of a chart: what each adds, and the transactions that are the evidence.
///
/// Each part is computed with ``BusinessCharts`` from one purchase alone, so the sum of all parts is the chart's number.
public struct ChartEvidence: Sendable {
    /// What one purchase adds to the number.
    public struct Part: Hashable, Sendable {
        /// The purchase.
        public var lineage: OriginalTransactionID
        /// The customer, if known; otherwise, the purchase.
        public var payer: String
        /// What the part is about.
        public var key: ChartRow.Key
        /// A count, or milliunits of the key's currency.
        public var value: Int64
        /// The transactions that are the evidence, at most 20.
        public var transactions: [TransactionID]
    }

    /// The measures that describe the end of the last day; all others describe what happened in the days.
    public static let states: Set<ChartMeasure> = [
        .active, .activePaid, .activeTrial, .activeRenewing, .activeEnding, .activeTrialEnding, .inGrace, .inRetry,
        .seats, .committedRevenue, .monthlyRevenue,
    ]

    private static let maximumTransactions = 20

    private let measure: ChartMeasure
    private let days: ClosedRange<CivilDay>
    private let empty: BusinessCharts

    /// Prepares the evidence of a measure in some Pacific days.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - days: The days; of a state, the last one counts.
    ///   - terms: Taxes and Apple's shares.
    public init(of measure: ChartMeasure, in days: ClosedRange<CivilDay>, terms: SaleTerms) {
        self.measure = measure
        self.days = Self.states.contains(measure) ? days.upperBound...days.upperBound : days
        empty = BusinessCharts(days: self.days, by: [.product, .storefront, .offer, .store], terms: terms)
    }

    /// What a purchase adds: one part for each product, storefront, offer, store and currency; none where it adds zero.
    public func parts(of life: LineageChartInput) -> [Part] {
        var charts = empty
        charts.add(life)
        return charts.rows.filter { $0.key.measure == measure }.map { row in
            Part(
                lineage: life.lineage,
                payer: life.payer,
                key: row.key,
                value: row.value,
                transactions: Array(transactions(of: life, row.key).prefix(Self.maximumTransactions))
            )
        }
    }

    private func transactions(of life: LineageChartInput, _ key: ChartRow.Key) -> [TransactionID] {
        switch measure {
        case .revenue, .revenueNew, .revenueRenewals, .revenueOneTime, .proceeds, .tax, .commission, .payments,
            .oneTimePayments, .refunds, .refunded:
            let direction: RecordedSale.Direction? =
                [.payments, .oneTimePayments].contains(measure)
                ? .sale : [.refunds, .refunded].contains(measure) ? .refund : nil
            return life.sales.filter { sale in
                days.contains(sale.day) && sale.amount != 0 && sale.productID == key.product
                    && sale.country == key.storefront
                    && LineageChartInput.name(of: sale.offerType, sale.offerID) == key.offer
                    && (key.currency == nil || sale.price.currency == key.currency)
                    && (direction == nil || sale.direction == direction) && accepts(life.revenueMeasure(of: sale))
            }
            .map(\.transactionID)
        case .refundsRequested, .refundsDeclined:
            return life.refundAnswers.filter {
                $0.measure == measure && days.contains(ReportingZone.pacific.day(of: $0.date))
            }
            .map(\.transactionID)
        case .trialsStarted, .trialConversions:
            return life.periods.filter { days.contains(ReportingZone.pacific.day(of: $0.startDate)) }
                .map(\.transaction.id)
        default:
            let first = ReportingZone.pacific.start(of: days.lowerBound)
            let end = ReportingZone.pacific.start(of: days.upperBound.adding(days: 1))
            // One that is not in service is in the grace period or billing retry of its last period, and what ends long after
            // a period is about the last one before it.
            let last = life.periods.last { $0.transaction.productID == key.product && $0.startDate < end }
            if Self.states.contains(measure) {
                let period = life.periods.last { $0.startDate < end && $0.endDate >= end }
                return (period ?? last).map { [$0.transaction.id] + $0.additions.map(\.id) } ?? []
            }
            let touched = life.periods.filter { $0.startDate < end && $0.endDate >= first }
            return (touched.isEmpty ? [last].compactMap(\.self) : touched).map(\.transaction.id)
        }
    }

    /// Whether the money of a part of the revenue adds to the measure.
    private func accepts(_ part: ChartMeasure) -> Bool {
        switch measure {
        case .revenueNew, .revenueRenewals, .revenueOneTime: part == measure
        case .oneTimePayments: part == .revenueOneTime
        default: true
        }
    }
}
