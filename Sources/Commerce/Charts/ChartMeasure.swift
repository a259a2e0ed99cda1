// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a figure counts.
///
/// An open set. `Documentation/Charts.md` defines each; amounts of money are milliunits of the row's currency.
public struct ChartMeasure: WireString {
    /// The measure's name, as exports spell it.
    public let rawValue: String

    /// Makes a measure from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What customers paid, less what went back.
    public static let revenue = ChartMeasure(rawValue: "revenue")

    /// What is left of the revenue for the team.
    public static let proceeds = ChartMeasure(rawValue: "proceeds")

    /// What the law takes of the revenue.
    public static let tax = ChartMeasure(rawValue: "tax")

    /// What Apple keeps of the revenue.
    public static let commission = ChartMeasure(rawValue: "commission")

    /// What went back, as a positive amount.
    public static let refunded = ChartMeasure(rawValue: "refunded")

    /// Payments above zero.
    public static let payments = ChartMeasure(rawValue: "payments")

    /// Refunds.
    public static let refunds = ChartMeasure(rawValue: "refunds")

    /// Subscriptions in service at the day's end.
    public static let active = ChartMeasure(rawValue: "active")

    /// Those of them in a period that was paid for.
    public static let activePaid = ChartMeasure(rawValue: "active_paid")

    /// Those of them in a free trial.
    public static let activeTrial = ChartMeasure(rawValue: "active_trial")

    /// Subscriptions in service at the day's end that never were before it began.
    public static let new = ChartMeasure(rawValue: "new")

    /// Subscriptions in service at the day's end that were not a day before, but earlier.
    public static let reactivated = ChartMeasure(rawValue: "reactivated")

    /// Subscriptions in service a day before that are not at the day's end.
    public static let churned = ChartMeasure(rawValue: "churned")

    /// Seats of the group subscriptions in service at the day's end.
    public static let seats = ChartMeasure(rawValue: "seats")

    /// What customers have agreed to pay in months to come, of the commitments in service at the day's end.
    public static let committedRevenue = ChartMeasure(rawValue: "committed_revenue")

    /// Free trials that began.
    public static let trialsStarted = ChartMeasure(rawValue: "trials_started")

    /// First paid periods after a free trial.
    public static let trialConversions = ChartMeasure(rawValue: "trial_conversions")

    /// The monthly revenue of the paid periods in service at the day's end.
    public static let monthlyRevenue = ChartMeasure(rawValue: "mrr")

    /// Monthly revenue of subscriptions that never had any.
    public static let monthlyRevenueNew = ChartMeasure(rawValue: "mrr_new")

    /// Monthly revenue of subscriptions that had some once, but none a day before.
    public static let monthlyRevenueReactivated = ChartMeasure(rawValue: "mrr_reactivated")

    /// How much more subscriptions bring than a day before.
    public static let monthlyRevenueExpansion = ChartMeasure(rawValue: "mrr_expansion")

    /// How much less subscriptions bring than a day before, as a positive amount.
    public static let monthlyRevenueContraction = ChartMeasure(rawValue: "mrr_contraction")

    /// Monthly revenue of a day before that is gone, as a positive amount.
    public static let monthlyRevenueChurned = ChartMeasure(rawValue: "mrr_churned")
}
