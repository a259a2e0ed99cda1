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

    /// The part of the revenue that is of subscription periods that customers bought.
    public static let revenueNew = ChartMeasure(rawValue: "revenue_new")

    /// The part of the revenue that is of subscription periods that renewed.
    public static let revenueRenewals = ChartMeasure(rawValue: "revenue_renewals")

    /// The part of the revenue that is of all that is not an auto-renewable subscription.
    public static let revenueOneTime = ChartMeasure(rawValue: "revenue_one_time")

    /// Payments above zero for what is not an auto-renewable subscription.
    public static let oneTimePayments = ChartMeasure(rawValue: "one_time_payments")

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

    /// Requests for consumption information, which Apple sends when a customer asks for a refund.
    public static let refundsRequested = ChartMeasure(rawValue: "refunds_requested")

    /// Refunds that Apple declined.
    public static let refundsDeclined = ChartMeasure(rawValue: "refunds_declined")

    /// Customers by the day of the first fact that names them.
    public static let customersNew = ChartMeasure(rawValue: "customers_new")

    /// Customers whom the app or the team's backend asked for; in no fact.
    public static let customersActive = ChartMeasure(rawValue: "customers_active")

    /// Purchases that failed on devices; reported by apps, and in no fact.
    public static let purchaseFailures = ChartMeasure(rawValue: "purchase_failures")

    /// Subscriptions in service at the day's end.
    public static let active = ChartMeasure(rawValue: "active")

    /// Those of them in a period that was paid for.
    public static let activePaid = ChartMeasure(rawValue: "active_paid")

    /// Those of them in a free trial.
    public static let activeTrial = ChartMeasure(rawValue: "active_trial")

    /// Subscriptions in service at the day's end that will renew, as far as documents say.
    public static let activeRenewing = ChartMeasure(rawValue: "active_renewing")

    /// Subscriptions in service at the day's end that will not renew.
    public static let activeEnding = ChartMeasure(rawValue: "active_ending")

    /// Those of them in a free trial.
    public static let activeTrialEnding = ChartMeasure(rawValue: "active_trial_ending")

    /// Subscriptions out of service at the day's end, in a grace period.
    public static let inGrace = ChartMeasure(rawValue: "in_grace")

    /// Subscriptions out of service at the day's end, in billing retry without a grace period.
    public static let inRetry = ChartMeasure(rawValue: "in_retry")

    /// Grace periods and billing retries that began.
    public static let billingFailed = ChartMeasure(rawValue: "billing_failed")

    /// Those that ended with a new period within a grace period.
    public static let recoveredInGrace = ChartMeasure(rawValue: "recovered_in_grace")

    /// Those that ended with a new period in billing retry without a grace period.
    public static let recoveredInRetry = ChartMeasure(rawValue: "recovered_in_retry")

    /// Those that ended without a new period.
    public static let billingLost = ChartMeasure(rawValue: "billing_lost")

    /// Paid periods that ended in their own time.
    public static let renewalsDue = ChartMeasure(rawValue: "renewals_due")

    /// Those of them that a renewal to the same product followed.
    public static let renewalsDone = ChartMeasure(rawValue: "renewals_done")

    /// Those of them that a renewal to another product followed.
    public static let renewalsChanged = ChartMeasure(rawValue: "renewals_changed")

    /// First periods with an offer.
    public static let offersStarted = ChartMeasure(rawValue: "offers_started")

    /// Last periods with an offer that ended in their own time.
    public static let offersEnded = ChartMeasure(rawValue: "offers_ended")

    /// Those of them that a paid renewal without an offer followed.
    public static let offersConverted = ChartMeasure(rawValue: "offers_converted")

    /// Customers who were asked to consent to a price increase.
    public static let priceAsked = ChartMeasure(rawValue: "price_asked")

    /// Customers who consented to a price increase, or were informed of one that needs no consent.
    public static let priceAccepted = ChartMeasure(rawValue: "price_accepted")

    /// Subscriptions that ended because the customer did not consent to a price increase.
    public static let priceDeclined = ChartMeasure(rawValue: "price_declined")

    /// Renewals of the same product at another price.
    public static let priceRenewals = ChartMeasure(rawValue: "price_renewals")

    /// The monthly revenue at the new prices of these renewals, less that at the old ones.
    public static let priceEffect = ChartMeasure(rawValue: "price_effect")

    /// Subscriptions in service at the day's end that never were before it began.
    public static let new = ChartMeasure(rawValue: "new")

    /// Subscriptions in service at the day's end that were not a day before, but earlier.
    public static let reactivated = ChartMeasure(rawValue: "reactivated")

    /// Subscriptions in service a day before that are not at the day's end.
    public static let churned = ChartMeasure(rawValue: "churned")

    /// Churned subscriptions whose renewal the customer turned off.
    public static let churnedCanceled = ChartMeasure(rawValue: "churned_canceled")

    /// Churned subscriptions whose charge failed.
    public static let churnedBilling = ChartMeasure(rawValue: "churned_billing")

    /// Churned subscriptions whose customer did not consent to a price increase.
    public static let churnedPrice = ChartMeasure(rawValue: "churned_price")

    /// Churned subscriptions whose period was refunded or revoked.
    public static let churnedRefunded = ChartMeasure(rawValue: "churned_refunded")

    /// Churned subscriptions with any other reason, or an unknown one.
    public static let churnedOther = ChartMeasure(rawValue: "churned_other")

    /// Seats of the group subscriptions in service at the day's end.
    public static let seats = ChartMeasure(rawValue: "seats")

    /// What customers have agreed to pay in months to come, of the commitments in service at the day's end.
    public static let committedRevenue = ChartMeasure(rawValue: "committed_revenue")

    /// Free trials that began.
    public static let trialsStarted = ChartMeasure(rawValue: "trials_started")

    /// First paid periods after a free trial.
    public static let trialConversions = ChartMeasure(rawValue: "trial_conversions")

    /// Subscriptions in a free trial at the day's end that were in none a day before.
    public static let trialsEntered = ChartMeasure(rawValue: "trials_entered")

    /// Subscriptions in a free trial a day before that are in service without one at the day's end.
    public static let trialsPaid = ChartMeasure(rawValue: "trials_paid")

    /// Subscriptions in a free trial a day before that are out of service at the day's end.
    public static let trialsLost = ChartMeasure(rawValue: "trials_lost")

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
