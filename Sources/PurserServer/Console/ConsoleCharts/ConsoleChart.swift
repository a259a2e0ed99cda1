// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// The charts that the console shows over time.
enum ConsoleChart: String, Sendable, CaseIterable {
    case revenue
    case revenueByKind = "revenue-by-kind"
    case oneTimePurchases = "one-time-purchases"
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
    case endingTrials = "ending-trials"
    case newTrials = "new-trials"
    case trialsMovement = "trials-movement"
    case trialConversion = "trial-conversion"
    case status = "subscription-status"
    case churnReasons = "churn-reasons"
    case renewalRate = "renewal-rate"
    case billingRecovery = "billing-recovery"
    case offers
    case offerConversion = "offer-conversion"
    case priceConsents = "price-consents"
    case priceEffect = "price-effect"
    case payingCustomers = "paying-customers"
    case newPayingCustomers = "new-paying-customers"
    case newCustomers = "new-customers"
    case activeCustomers = "active-customers"
    case conversion = "conversion-to-paying"
    case refundRequests = "refund-requests"
    case purchaseFailures = "purchase-failures"

    /// What belongs together in the list of charts.
    enum Group: CaseIterable {
        case revenue, subscriptions, renewals, trials, payers, support

        var charts: [ConsoleChart] {
            switch self {
            case .revenue:
                [
                    .mrr, .mrrMovement, .arr, .revenue, .revenueByKind, .oneTimePurchases, .proceeds, .committedRevenue,
                    .refunds, .refundRate, .payments,
                ]
            case .subscriptions: [.active, .status, .movement, .new, .churn, .churnReasons, .revenueChurn, .seats]
            case .renewals: [.renewalRate, .billingRecovery, .offers, .offerConversion, .priceConsents, .priceEffect]
            case .trials: [.trials, .endingTrials, .newTrials, .trialsMovement, .trialConversion]
            case .payers:
                [
                    .newCustomers, .activeCustomers, .conversion, .payingCustomers, .newPayingCustomers,
                    .revenuePerPayer,
                ]
            case .support: [.refundRequests, .purchaseFailures]
            }
        }
    }

    /// How a bucket's number comes from the figures of its days.
    enum Formula: Sendable {
        /// The state at the bucket's end, times a factor.
        case state(ChartMeasure, times: Int64)
        /// Several states at the bucket's end, beside each other.
        case states([ChartMeasure])
        /// What happened in the bucket.
        case flow(ChartMeasure)
        /// What came, less what went, with the signs of each.
        case parts([(measure: ChartMeasure, sign: Int64)], isStacked: Bool)
        /// What happened in the bucket, beside each other.
        case flows([ChartMeasure])
        /// What happened in the bucket over what happened.
        case share(ChartMeasure, of: ChartMeasure)
        /// What happened in the bucket over the state at its start.
        case churn(ChartMeasure, of: ChartMeasure)
        /// From the parts of the summary of the bucket's days.
        case summary
        /// From the customers who became known in the bucket.
        case customers
        /// From the days on which customers were seen.
        case visits
        /// From the failures that devices reported.
        case failures
    }

    var formula: Formula {
        switch self {
        case .revenue: .flow(.revenue)
        case .revenueByKind: .parts([(.revenueNew, 1), (.revenueRenewals, 1), (.revenueOneTime, 1)], isStacked: true)
        case .oneTimePurchases: .flow(.revenueOneTime)
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
        case .endingTrials: .state(.activeTrialEnding, times: 1)
        case .newTrials: .flow(.trialsStarted)
        case .trialsMovement:
            .parts([(.trialsEntered, 1), (.trialsPaid, -1), (.trialsLost, -1)], isStacked: true)
        case .status: .states([.activeRenewing, .activeEnding, .inGrace, .inRetry])
        case .churnReasons:
            .parts(
                [
                    (.churnedCanceled, 1), (.churnedBilling, 1), (.churnedPrice, 1), (.churnedRefunded, 1),
                    (.churnedOther, 1),
                ],
                isStacked: true
            )
        case .renewalRate: .share(.renewalsDone, of: .renewalsDue)
        case .billingRecovery:
            .parts(
                [(.billingFailed, 1), (.recoveredInGrace, -1), (.recoveredInRetry, -1), (.billingLost, -1)],
                isStacked: true
            )
        case .offers: .flow(.offersStarted)
        case .offerConversion: .share(.offersConverted, of: .offersEnded)
        case .priceConsents: .flows([.priceAsked, .priceAccepted, .priceDeclined, .priceRenewals])
        case .priceEffect: .flow(.priceEffect)
        case .refundRequests: .flows([.refundsRequested, .refundsDeclined])
        case .newCustomers, .conversion: .customers
        case .activeCustomers: .visits
        case .purchaseFailures: .failures
        case .revenuePerPayer, .trialConversion, .payingCustomers, .newPayingCustomers: .summary
        }
    }

    /// Whether the numbers are amounts of one currency, or parts of such amounts.
    var isMoney: Bool {
        switch self {
        case .revenue, .revenueByKind, .oneTimePurchases, .proceeds, .mrr, .mrrMovement, .arr, .committedRevenue,
            .refunds, .revenuePerPayer, .revenueChurn, .priceEffect:
            true
        default: false
        }
    }

    /// Whether the numbers are per cent.
    var isShare: Bool {
        [.refundRate, .churn, .revenueChurn, .trialConversion, .renewalRate, .offerConversion, .conversion].contains(
            self
        )
    }

    /// Whether less is better.
    var isBetterWhenLower: Bool {
        [
            .refundRequests, .purchaseFailures, .refunds, .refundRate, .churn, .revenueChurn, .churnReasons,
            .billingRecovery, .endingTrials,
        ].contains(self)
    }

    /// Whether it can be taken apart by product, storefront and offer.
    var hasSegments: Bool {
        switch formula {
        case .state, .states, .flow, .flows, .parts, .share, .churn, .failures, .visits, .summary: true
        // A customer who pays nothing is in no storefront, so all customers of one have paid.
        case .customers: self == .newCustomers
        }
    }

    /// What a segment of a chart with several lines counts: what all its parts come to, or the first of lines that only
    /// are beside each other.
    var segmentedMeasures: [(measure: ChartMeasure, sign: Int64)] {
        switch formula {
        case .parts(let parts, _): parts
        case .states(let measures): measures.map { ($0, 1) }
        case .flows(let measures): measures.prefix(1).map { ($0, 1) }
        default: []
        }
    }

    /// What its address may take it apart by.
    var segments: [ChartSegment] {
        switch formula {
        case .visits, .customers: return [.dimension(.storefront), .dimension(.region)]
        // Customers who pay for several products cannot be added up over groups of them.
        case .summary where self != .trialConversion: return [.dimension(.product), .dimension(.storefront)]
        default: break
        }
        let others: [ChartSegment] = self == .purchaseFailures ? [.appVersion] : []
        return ChartRow.Dimension.segments.map(ChartSegment.dimension) + others
    }

    /// Whether it can be narrowed to a product, a storefront or an offer.
    var hasFilters: Bool {
        switch formula {
        case .summary: self == .trialConversion
        case .customers, .visits: false
        default: true
        }
    }

    /// The figures that it is made of.
    var measures: [ChartMeasure] {
        switch formula {
        case .state(let measure, _), .flow(let measure): [measure]
        case .states(let measures), .flows(let measures): measures
        case .parts(let parts, _): parts.map(\.measure)
        case .share(let part, let whole), .churn(let part, let whole): [part, whole]
        case .summary, .customers, .visits, .failures: []
        }
    }

    /// The figures that its page shows: its own, those of the numbers above it, and the parts of its explanation.
    var pageMeasures: Set<ChartMeasure> {
        let movements: [ChartMeasure] =
            switch formula {
            case .state(.monthlyRevenue, _): ConsoleChart.mrrMovement.measures
            case .state(.active, _): ConsoleChart.movement.measures
            case .state(.activeTrial, _): ConsoleChart.trialsMovement.measures
            default: []
            }
        return Set(measures + evidence + movements + ChartView.headCharts.flatMap(\.measures))
    }
}
