// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console

/// What the pages of charts say, in both languages.
extension PageContext {
    func name(of chart: ConsoleChart) -> String {
        switch chart {
        case .revenue: self("Revenue")
        case .proceeds: self("Proceeds, tax and commission")
        case .mrr: self("Monthly recurring revenue")
        case .mrrMovement: self("MRR movement")
        case .arr: self("Annual recurring revenue")
        case .committedRevenue: self("Committed revenue")
        case .refunds: self("Refunds")
        case .refundRate: self("Refund rate")
        case .revenuePerPayer: self("Revenue per paying customer")
        case .payments: self("Payments")
        case .active: self("Active subscriptions")
        case .movement: self("Subscriptions movement")
        case .new: self("New subscriptions")
        case .churn: self("Churn")
        case .revenueChurn: self("Revenue churn")
        case .seats: self("Seats")
        case .trials: self("Active trials")
        case .newTrials: self("New trials")
        case .trialConversion: self("Trial conversion")
        }
    }

    func definition(of chart: ConsoleChart) -> String {
        switch chart {
        case .revenue: self("payments less refunds, by the day of the transaction")
        case .proceeds: self("revenue taken apart by the rates of the day of the payment")
        case .mrr: self("price of each paid period in service ÷ its months")
        case .mrrMovement: self("what changed MRR; the parts add up to its difference")
        case .arr: self("12 × MRR at the end of the bucket")
        case .committedRevenue: self("agreed payments of months to come, at the end of the bucket")
        case .refunds: self("what went back, by the day of the refund")
        case .refundRate: self("refunds ÷ payments, both of the bucket")
        case .revenuePerPayer: self("revenue ÷ customers who paid in the bucket")
        case .payments: self("payments above zero")
        case .active:
            self("paid or in a trial at the end; grace period and billing retry not counted")
        case .movement:
            self("new + reactivated − churned = the difference of active subscriptions")
        case .new: self("active, and never before")
        case .churn: self("churned in the bucket ÷ active at its start")
        case .revenueChurn: self("MRR churned in the bucket ÷ MRR at its start")
        case .seats: self("people who may use the group subscriptions in service")
        case .trials: self("free trials in service at the end of the bucket")
        case .newTrials: self("free trials that began")
        case .trialConversion: self("by the day the trial began: converted ÷ ended")
        }
    }

    func name(of group: ConsoleChart.Group) -> String {
        switch group {
        case .revenue: self("Revenue")
        case .subscriptions: self("Subscriptions")
        case .trials: self("Trials")
        }
    }

    func name(of resolution: ChartResolution) -> String {
        switch resolution {
        case .day: self("Day", meaning: "resolution")
        case .week: self("Week")
        case .month: self("Month")
        case .quarter: self("Quarter")
        case .year: self("Year")
        }
    }

    func name(of preset: ChartQuery.Preset) -> String {
        switch preset {
        case .week: self("Last 7 days")
        case .month: self("Last 28 days")
        case .quarter: self("Last 90 days")
        case .year: self("Last 12 months")
        case .monthToDate: self("Month to date")
        case .yearToDate: self("Year to date")
        case .all: self("Last 3 years")
        }
    }

    func name(of comparison: ChartQuery.Comparison) -> String {
        switch comparison {
        case .none: self("No comparison")
        case .previous: self("vs. previous period")
        case .year: self("vs. last year")
        }
    }

    func name(of segment: ChartRow.Dimension?) -> String {
        switch segment {
        case .product: self("By product")
        case .storefront: self("By storefront")
        case .offer: self("By offer")
        case .store: self("By store")
        case .day, nil: self("Not segmented")
        }
    }

    func column(_ segment: ChartRow.Dimension?) -> String {
        switch segment {
        case .storefront: self("Storefront")
        case .offer: self("Offer")
        case .store: self("Store")
        default: self("Product")
        }
    }

    func name(of kind: ChartResult.Line.Kind, in chart: ConsoleChart) -> String {
        switch kind {
        case .whole: name(of: chart)
        case .segment(""): self("None")
        case .segment(let name): name
        case .other: self("Other")
        case .part(let measure): name(of: measure)
        case .net: self("Net")
        }
    }

    func name(of measure: ChartMeasure) -> String {
        switch measure {
        case .proceeds: self("Proceeds")
        case .tax: self("Tax")
        case .commission: self("Commission")
        case .new, .monthlyRevenueNew: self("New")
        case .reactivated, .monthlyRevenueReactivated: self("Reactivated")
        case .monthlyRevenueExpansion: self("Expansion")
        case .monthlyRevenueContraction: self("Contraction")
        case .churned, .monthlyRevenueChurned: self("Churned")
        case .payments: self("Payments")
        case .refunds: self("Refunds", meaning: "count")
        case .active: self("Active subscriptions")
        case .monthlyRevenue: "MRR"
        case .revenue: self("Revenue")
        case .refunded: self("Refunded", meaning: "amount")
        case .committedRevenue: self("Committed revenue")
        case .seats: self("Seats")
        case .activeTrial: self("Active trials")
        case .activePaid: self("Paid subscriptions")
        case .trialsStarted: self("Trials started")
        case .trialConversions: self("Trial conversions")
        default: measure.rawValue
        }
    }

    /// A number as people read it.
    func text(_ number: ChartNumber) -> String {
        switch number {
        case .count(let sum): bound(sum) + self.number(Int(sum.value))
        case .money(let sum, let currency): bound(sum) + money(sum.value, currency.rawValue)
        case .share(let part, let whole):
            whole.value == 0 ? "–" : percent(Double(part.value) * 100 / Double(whole.value))
        case .mean(let sum, let count, let currency):
            count == 0 ? "–" : rounded(.money(BoundedSum(sum.value / Int64(count)), currency))
        }
    }

    /// A number as it stands for a whole chart: amounts with the decimals of their currency.
    func rounded(_ number: ChartNumber) -> String {
        guard case .money(let sum, let currency) = number else { return text(number) }
        return bound(sum) + rounded(sum.value, currency.rawValue)
    }

    /// What is before a number that is only the end of what can be counted.
    private func bound(_ sum: BoundedSum) -> String { sum.isClamped ? (sum.value < 0 ? "≤ " : "≥ ") : "" }

    /// A share of a hundred, with one decimal.
    func percent(_ value: Double, signed: Bool = false) -> String {
        guard value.isFinite else { return "–" }
        let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
        let sign = tenths < 0 ? "−" : signed && tenths > 0 ? "+" : ""
        return "\(sign)\(self.number(abs(tenths) / 10)).\(abs(tenths) % 10)%"
    }
}
