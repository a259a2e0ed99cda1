// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// The charts that the console shows over time.
enum ConsoleChart: String, Sendable, CaseIterable {
    case revenue
    case proceeds
    case mrr
    case mrrMovement = "mrr-movement"
    case arr
    case committedRevenue = "committed-revenue"
    case refunds
    case refundRate = "refund-rate"
    case revenuePerPayer = "arppu"
    case payments
    case active
    case movement = "subscriptions-movement"
    case new = "new-subscriptions"
    case churn
    case revenueChurn = "revenue-churn"
    case seats
    case trials
    case newTrials = "new-trials"
    case trialConversion = "trial-conversion"

    /// What belongs together in the list of charts.
    enum Group: CaseIterable {
        case revenue, subscriptions, trials

        var charts: [ConsoleChart] {
            switch self {
            case .revenue:
                [
                    .mrr, .mrrMovement, .arr, .revenue, .proceeds, .committedRevenue, .refunds, .refundRate, .payments,
                    .revenuePerPayer,
                ]
            case .subscriptions: [.active, .movement, .new, .churn, .revenueChurn, .seats]
            case .trials: [.trials, .newTrials, .trialConversion]
            }
        }
    }

    /// How a bucket's number comes from the figures of its days.
    enum Formula: Sendable {
        /// The state at the bucket's end, times a factor.
        case state(ChartMeasure, times: Int64)
        /// What happened in the bucket.
        case flow(ChartMeasure)
        /// What came, less what went, with the signs of each.
        case parts([(measure: ChartMeasure, sign: Int64)], isStacked: Bool)
        /// What happened in the bucket over what happened.
        case share(ChartMeasure, of: ChartMeasure)
        /// What happened in the bucket over the state at its start.
        case churn(ChartMeasure, of: ChartMeasure)
        /// From the parts of the summary of the bucket's days.
        case summary
    }

    var formula: Formula {
        switch self {
        case .revenue: .flow(.revenue)
        case .proceeds: .parts([(.proceeds, 1), (.tax, 1), (.commission, 1)], isStacked: true)
        case .mrr: .state(.monthlyRevenue, times: 1)
        case .arr: .state(.monthlyRevenue, times: 12)
        case .committedRevenue: .state(.committedRevenue, times: 1)
        case .mrrMovement:
            .parts(
                [
                    (.monthlyRevenueNew, 1), (.monthlyRevenueReactivated, 1), (.monthlyRevenueExpansion, 1),
                    (.monthlyRevenueContraction, -1), (.monthlyRevenueChurned, -1),
                ],
                isStacked: true
            )
        case .refunds: .flow(.refunded)
        case .refundRate: .share(.refunds, of: .payments)
        case .payments: .flow(.payments)
        case .active: .state(.active, times: 1)
        case .movement: .parts([(.new, 1), (.reactivated, 1), (.churned, -1)], isStacked: true)
        case .new: .flow(.new)
        case .churn: .churn(.churned, of: .active)
        case .revenueChurn: .churn(.monthlyRevenueChurned, of: .monthlyRevenue)
        case .seats: .state(.seats, times: 1)
        case .trials: .state(.activeTrial, times: 1)
        case .newTrials: .flow(.trialsStarted)
        case .revenuePerPayer, .trialConversion: .summary
        }
    }

    /// Whether the numbers are amounts of one currency, or parts of such amounts.
    var isMoney: Bool {
        switch self {
        case .revenue, .proceeds, .mrr, .mrrMovement, .arr, .committedRevenue, .refunds, .revenuePerPayer,
            .revenueChurn:
            true
        default: false
        }
    }

    /// Whether the numbers are per cent.
    var isShare: Bool { [.refundRate, .churn, .revenueChurn, .trialConversion].contains(self) }

    /// Whether less is better.
    var isBetterWhenLower: Bool { [.refunds, .refundRate, .churn, .revenueChurn].contains(self) }

    /// Whether it can be taken apart by product, storefront and offer.
    var hasSegments: Bool {
        switch formula {
        case .state, .flow: true
        // By what was tried.
        case .summary: self == .trialConversion
        case .parts, .share, .churn: false
        }
    }

    /// Whether it can be narrowed to a product, a storefront or an offer.
    var hasFilters: Bool {
        if case .summary = formula { self == .trialConversion } else { true }
    }

    /// The figures that it is made of.
    var measures: [ChartMeasure] {
        switch formula {
        case .state(let measure, _), .flow(let measure): [measure]
        case .parts(let parts, _): parts.map(\.measure)
        case .share(let part, let whole), .churn(let part, let whole): [part, whole]
        case .summary: []
        }
    }

    /// The figures that its page shows: its own, those of the numbers above it, and the parts of its explanation.
    var pageMeasures: Set<ChartMeasure> {
        let movements: [ChartMeasure] =
            switch formula {
            case .state(.monthlyRevenue, _): ConsoleChart.mrrMovement.measures
            case .state(.active, _): ConsoleChart.movement.measures
            default: []
            }
        return Set(measures + evidence + movements + ChartView.headCharts.flatMap(\.measures))
    }
}
