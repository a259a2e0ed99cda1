// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a figure counts.
///
/// An open set. `Documentation/Figures.md` defines each; amounts of money are milliunits of the row's currency.
public struct FigureMeasure: WireString {
    /// The measure's name, as exports spell it.
    public let rawValue: String

    /// Makes a measure from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What customers paid, less what went back.
    public static let revenue = FigureMeasure(rawValue: "revenue")

    /// What is left of the revenue for the team.
    public static let proceeds = FigureMeasure(rawValue: "proceeds")

    /// What the law takes of the revenue.
    public static let tax = FigureMeasure(rawValue: "tax")

    /// What Apple keeps of the revenue.
    public static let commission = FigureMeasure(rawValue: "commission")

    /// What went back, as a positive amount.
    public static let refunded = FigureMeasure(rawValue: "refunded")

    /// Payments above zero.
    public static let payments = FigureMeasure(rawValue: "payments")

    /// Refunds.
    public static let refunds = FigureMeasure(rawValue: "refunds")

    /// Subscriptions in service at the day's end.
    public static let active = FigureMeasure(rawValue: "active")

    /// Those of them in a period that was paid for.
    public static let activePaid = FigureMeasure(rawValue: "active_paid")

    /// Those of them in a free trial.
    public static let activeTrial = FigureMeasure(rawValue: "active_trial")

    /// Subscriptions in service at the day's end that never were before it began.
    public static let new = FigureMeasure(rawValue: "new")

    /// Subscriptions in service at the day's end that were not a day before, but earlier.
    public static let reactivated = FigureMeasure(rawValue: "reactivated")

    /// Subscriptions in service a day before that are not at the day's end.
    public static let churned = FigureMeasure(rawValue: "churned")

    /// Free trials that began.
    public static let trialsStarted = FigureMeasure(rawValue: "trials_started")

    /// First paid periods after a free trial.
    public static let trialConversions = FigureMeasure(rawValue: "trial_conversions")

    /// What the paid periods in service at the day's end bring in a month.
    public static let monthlyRevenue = FigureMeasure(rawValue: "mrr")

    /// Monthly revenue of subscriptions that never had any.
    public static let monthlyRevenueNew = FigureMeasure(rawValue: "mrr_new")

    /// Monthly revenue of subscriptions that had some once, but none a day before.
    public static let monthlyRevenueReactivated = FigureMeasure(rawValue: "mrr_reactivated")

    /// How much more subscriptions bring than a day before.
    public static let monthlyRevenueExpansion = FigureMeasure(rawValue: "mrr_expansion")

    /// How much less subscriptions bring than a day before, as a positive amount.
    public static let monthlyRevenueContraction = FigureMeasure(rawValue: "mrr_contraction")

    /// Monthly revenue of a day before that is gone, as a positive amount.
    public static let monthlyRevenueChurned = FigureMeasure(rawValue: "mrr_churned")
}
