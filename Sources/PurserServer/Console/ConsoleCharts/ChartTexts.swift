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
        case .revenueByKind: self("Revenue by kind")
        case .oneTimePurchases: self("One-time purchases")
        case .endingTrials: self("Trials with auto-renew off")
        case .trialsMovement: self("Trials movement")
        case .status: self("Subscription status")
        case .churnReasons: self("Churn by reason")
        case .renewalRate: self("Renewal rate")
        case .billingRecovery: self("Grace and billing recovery")
        case .offers: self("Offers started")
        case .offerConversion: self("Offer conversion")
        case .priceConsents: self("Price increases")
        case .priceEffect: self("Revenue effect of price changes")
        case .payingCustomers: self("Paying customers")
        case .newPayingCustomers: self("New paying customers")
        case .newCustomers: self("New customers")
        case .activeCustomers: self("Active customers")
        case .conversion: self("Conversion to paying")
        case .refundRequests: self("Refund requests")
        case .purchaseFailures: self("Purchase failures")
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
        case .revenueByKind: self("new subscription periods + renewals + what is bought once = revenue")
        case .oneTimePurchases: self("revenue of all that is not an auto-renewable subscription")
        case .endingTrials: self("free trials in service that will not renew, at the end of the bucket")
        case .trialsMovement: self("entered − converted − not converted = the difference of active trials")
        case .status: self("at the end of the bucket; grace period and billing retry are not active")
        case .churnReasons: self("churned subscriptions by what the renewal info says")
        case .renewalRate:
            self("renewals ÷ paid periods that ended; a plan change is not a renewal, as in Apple's retention rate")
        case .billingRecovery: self("charges that failed, and how it ended")
        case .offers: self("first periods with an offer")
        case .offerConversion: self("full-price renewals ÷ last periods with an offer that ended")
        case .priceConsents: self("by the day Apple signed the customer's answer, and by the day of the renewal")
        case .priceEffect: self("MRR of renewals at another price − MRR at the price before")
        case .payingCustomers: self("customers who paid in the bucket, each once")
        case .newPayingCustomers: self("customers whose first payment is in the bucket")
        case .newCustomers: self("customers by the first order, claim or grant that names them")
        case .activeCustomers: self("customers whom the app or the backend asked for in the bucket, each once")
        case .conversion: self("paid within so many days ÷ new customers for whom these days are over")
        case .refundRequests: self("Apple's consumption requests, and refunds that Apple declined")
        case .purchaseFailures: self("purchases that failed on devices, as the app reported them")
        }
    }

    func name(of group: ConsoleChart.Group) -> String {
        switch group {
        case .revenue: self("Revenue")
        case .subscriptions: self("Subscriptions")
        case .renewals: self("Renewals and offers")
        case .trials: self("Trials")
        case .payers: self("Customers")
        case .support: self("Support")
        }
    }

    func name(of resolution: ChartResolution) -> String {
        switch resolution {
        case .day: self("Day", meaning: "resolution")
        case .week: self("Week")
        case .month: self("Month")
        case .fiscal: self("Fiscal month")
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

    func name(of segment: ChartSegment?) -> String {
        guard segment != .appVersion else { return self("By app version") }
        return switch segment?.dimension {
        case .product: self("By product")
        case .storefront: self("By storefront")
        case .offer: self("By offer")
        case .store: self("By store")
        case .group: self("By subscription group")
        case .region: self("By region")
        case .period: self("By period length")
        case .kind: self("By kind of product")
        case .day, nil: self("Not segmented")
        }
    }

    func column(_ segment: ChartSegment?) -> String {
        segment == .appVersion ? self("App version") : column(segment?.dimension)
    }

    func column(_ dimension: ChartRow.Dimension?) -> String {
        switch dimension {
        case .storefront: self("Storefront")
        case .offer: self("Offer")
        case .store: self("Store")
        case .group: self("Subscription group")
        case .region: self("Region")
        case .period: self("Period length")
        case .kind: self("Kind of product")
        case .product, .day, nil: self("Product")
        }
    }

    /// What people call a value of a dimension.
    func label(_ value: String, _ dimension: ChartRow.Dimension?, _ grouping: ChartGrouping) -> String {
        guard !value.isEmpty else { return self("None") }
        switch dimension {
        case .group: return grouping.groupNames[value] ?? value
        case .region: return ChartRegion(rawValue: value).map(name) ?? value
        case .kind: return productType(value)
        case .period: return productPeriod(value)
        case .product, .storefront, .offer, .store, .day, nil: return value
        }
    }

    private func name(of region: ChartRegion) -> String {
        switch region {
        case .northAmerica: self("United States and Canada")
        case .latinAmerica: self("Latin America and the Caribbean")
        case .europe: self("Europe")
        case .asiaPacific: self("Asia Pacific")
        case .africaMiddleEastIndia: self("Africa, Middle East and India")
        }
    }

    func name(
        of kind: ChartResult.Line.Kind,
        in chart: ConsoleChart,
        by segment: ChartSegment?,
        _ grouping: ChartGrouping
    ) -> String {
        switch kind {
        case .whole:
            if segment != nil, case .flows(let measures) = chart.formula, let first = measures.first {
                name(of: first)
            } else {
                name(of: chart)
            }
        case .segment(let name): label(name, segment?.dimension, grouping)
        case .other: self("Other")
        case .part(let measure): name(of: measure)
        case .net: self("Net")
        case .within(let days): self("within \(days) days")
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
        case .revenueNew: self("New periods")
        case .revenueRenewals: self("Renewals")
        case .revenueOneTime: self("One-time purchases")
        case .oneTimePayments: self("One-time payments")
        case .activeRenewing: self("Will renew")
        case .activeEnding: self("Auto-renew off")
        case .activeTrialEnding: self("Trials with auto-renew off")
        case .inGrace: self("In grace period")
        case .inRetry: self("In billing retry")
        case .billingFailed: self("Charges failed")
        case .recoveredInGrace: self("Recovered in grace period")
        case .recoveredInRetry: self("Recovered in billing retry")
        case .billingLost: self("Not recovered")
        case .renewalsDue: self("Periods that ended")
        case .renewalsDone: self("Renewed")
        case .renewalsChanged: self("Renewed with another plan")
        case .offersStarted: self("Offers started")
        case .refundsRequested: self("Refunds requested")
        case .refundsDeclined: self("Refunds declined")
        case .offersEnded: self("Offers that ended")
        case .offersConverted: self("Converted to the full price")
        case .priceAsked: self("Asked to consent")
        case .priceAccepted: self("Consented or informed")
        case .priceDeclined: self("Ended without consent")
        case .priceRenewals: self("Renewed at another price")
        case .priceEffect: self("Revenue effect of price changes")
        case .churnedCanceled: self("Auto-renew turned off")
        case .churnedBilling: self("Charge failed")
        case .churnedPrice: self("Price increase declined")
        case .churnedRefunded: self("Refunded or revoked")
        case .churnedOther: self("Other reason")
        case .trialsEntered: self("Trials entered")
        case .trialsPaid: self("Trials converted")
        case .trialsLost: self("Trials not converted")
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
