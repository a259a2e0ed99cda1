// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a subscription report: the subscriptions of one kind on one day.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/subscription-report>
public struct SubscriptionReportRow: ReportLine {
    /// The cells by column, unknown columns included.
    public var record: ReportRecord

    /// Reads a line.
    public init(record: ReportRecord) {
        self.record = record
    }

    /// The app's name.
    public var appName: String? {
        get { record.text("App Name") }
        set { record.set(newValue, "App Name") }
    }

    /// The app's number.
    public var appAppleID: String? {
        get { record.text("App Apple ID") }
        set { record.set(newValue, "App Apple ID") }
    }

    /// The subscription's name.
    public var subscriptionName: String? {
        get { record.text("Subscription Name") }
        set { record.set(newValue, "Subscription Name") }
    }

    /// The subscription's number.
    public var subscriptionAppleID: String? {
        get { record.text("Subscription Apple ID") }
        set { record.set(newValue, "Subscription Apple ID") }
    }

    /// The subscription's group.
    public var subscriptionGroupID: String? {
        get { record.text("Subscription Group ID") }
        set { record.set(newValue, "Subscription Group ID") }
    }

    /// The length of the subscription's period.
    public var standardSubscriptionDuration: String? {
        get { record.text("Standard Subscription Duration") }
        set { record.set(newValue, "Standard Subscription Duration") }
    }

    /// The offer's name.
    public var subscriptionOfferName: String? {
        get { record.text("Subscription Offer Name") }
        set { record.set(newValue, "Subscription Offer Name") }
    }

    /// The promotional offer.
    public var promotionalOfferID: String? {
        get { record.text("Promotional Offer ID") }
        set { record.set(newValue, "Promotional Offer ID") }
    }

    /// What the customer pays for one.
    public var customerPrice: Decimal? {
        get { record.amount("Customer Price") }
        set { record.set(newValue, "Customer Price") }
    }

    /// What the customer pays in.
    public var customerCurrency: String? {
        get { record.text("Customer Currency") }
        set { record.set(newValue, "Customer Currency") }
    }

    /// The developer's share of one.
    public var developerProceeds: Decimal? {
        get { record.amount("Developer Proceeds") }
        set { record.set(newValue, "Developer Proceeds") }
    }

    /// What the developer is paid in.
    public var proceedsCurrency: String? {
        get { record.text("Proceeds Currency") }
        set { record.set(newValue, "Proceeds Currency") }
    }

    /// Whether an old price was kept.
    public var preservedPricing: String? {
        get { record.text("Preserved Pricing") }
        set { record.set(newValue, "Preserved Pricing") }
    }

    /// Why the share is higher, such as Rate After One Year.
    public var proceedsReason: String? {
        get { record.text("Proceeds Reason") }
        set { record.set(newValue, "Proceeds Reason") }
    }

    /// Where it was bought.
    public var client: String? {
        get { record.text("Client") }
        set { record.set(newValue, "Client") }
    }

    /// The kind of device.
    public var device: String? {
        get { record.text("Device") }
        set { record.set(newValue, "Device") }
    }

    /// The part of the country.
    public var state: String? {
        get { record.text("State") }
        set { record.set(newValue, "State") }
    }

    /// The storefront in two letters.
    public var country: String? {
        get { record.text("Country") }
        set { record.set(newValue, "Country") }
    }

    /// The column Active Standard Price Subscriptions.
    public var activeStandardPriceSubscriptions: Int64? {
        get { record.integer("Active Standard Price Subscriptions") }
        set { record.set(newValue, "Active Standard Price Subscriptions") }
    }

    /// The column Active Free Trial Introductory Offer Subscriptions.
    public var activeFreeTrialIntroductoryOfferSubscriptions: Int64? {
        get { record.integer("Active Free Trial Introductory Offer Subscriptions") }
        set { record.set(newValue, "Active Free Trial Introductory Offer Subscriptions") }
    }

    /// The column Active Pay Up Front Introductory Offer Subscriptions.
    public var activePayUpFrontIntroductoryOfferSubscriptions: Int64? {
        get { record.integer("Active Pay Up Front Introductory Offer Subscriptions") }
        set { record.set(newValue, "Active Pay Up Front Introductory Offer Subscriptions") }
    }

    /// The column Active Pay as You Go Introductory Offer Subscriptions.
    public var activePayAsYouGoIntroductoryOfferSubscriptions: Int64? {
        get { record.integer("Active Pay as You Go Introductory Offer Subscriptions") }
        set { record.set(newValue, "Active Pay as You Go Introductory Offer Subscriptions") }
    }

    /// The column Free Trial Promotional Offer Subscriptions.
    public var freeTrialPromotionalOfferSubscriptions: Int64? {
        get { record.integer("Free Trial Promotional Offer Subscriptions") }
        set { record.set(newValue, "Free Trial Promotional Offer Subscriptions") }
    }

    /// The column Pay Up Front Promotional Offer Subscriptions.
    public var payUpFrontPromotionalOfferSubscriptions: Int64? {
        get { record.integer("Pay Up Front Promotional Offer Subscriptions") }
        set { record.set(newValue, "Pay Up Front Promotional Offer Subscriptions") }
    }

    /// The column Pay As You Go Promotional Offer Subscriptions.
    public var payAsYouGoPromotionalOfferSubscriptions: Int64? {
        get { record.integer("Pay As You Go Promotional Offer Subscriptions") }
        set { record.set(newValue, "Pay As You Go Promotional Offer Subscriptions") }
    }

    /// The column Free Trial Offer Code Subscriptions.
    public var freeTrialOfferCodeSubscriptions: Int64? {
        get { record.integer("Free Trial Offer Code Subscriptions") }
        set { record.set(newValue, "Free Trial Offer Code Subscriptions") }
    }

    /// The column Pay Up Front Offer Code Subscriptions.
    public var payUpFrontOfferCodeSubscriptions: Int64? {
        get { record.integer("Pay Up Front Offer Code Subscriptions") }
        set { record.set(newValue, "Pay Up Front Offer Code Subscriptions") }
    }

    /// The column Pay As You Go Offer Code Subscriptions.
    public var payAsYouGoOfferCodeSubscriptions: Int64? {
        get { record.integer("Pay As You Go Offer Code Subscriptions") }
        set { record.set(newValue, "Pay As You Go Offer Code Subscriptions") }
    }

    /// The column Marketing Opt-Ins.
    public var marketingOptIns: Int64? {
        get { record.integer("Marketing Opt-Ins") }
        set { record.set(newValue, "Marketing Opt-Ins") }
    }

    /// The column Billing Retry.
    public var billingRetry: Int64? {
        get { record.integer("Billing Retry") }
        set { record.set(newValue, "Billing Retry") }
    }

    /// The column Grace Period.
    public var gracePeriod: Int64? {
        get { record.integer("Grace Period") }
        set { record.set(newValue, "Grace Period") }
    }

    /// The column Subscribers.
    public var subscribers: Int64? {
        get { record.integer("Subscribers") }
        set { record.set(newValue, "Subscribers") }
    }
}

extension SubscriptionReportRow {
    /// The columns in Apple's order, version 1_3.
    public static let columns: [String] = [
        "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID", "Subscription Group ID",
        "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID", "Customer Price",
        "Customer Currency", "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason",
        "Client", "Device", "State", "Country", "Active Standard Price Subscriptions",
        "Active Free Trial Introductory Offer Subscriptions", "Active Pay Up Front Introductory Offer Subscriptions",
        "Active Pay as You Go Introductory Offer Subscriptions", "Free Trial Promotional Offer Subscriptions",
        "Pay Up Front Promotional Offer Subscriptions", "Pay As You Go Promotional Offer Subscriptions",
        "Free Trial Offer Code Subscriptions", "Pay Up Front Offer Code Subscriptions",
        "Pay As You Go Offer Code Subscriptions", "Marketing Opt-Ins", "Billing Retry", "Grace Period", "Subscribers",
    ]
}
