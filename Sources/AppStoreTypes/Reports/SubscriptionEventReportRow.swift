// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a subscription event report: how often something happened on one day.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/subscription-event-report>
public struct SubscriptionEventReportRow: ReportLine {
    /// The cells by column, unknown columns included.
    public var record: ReportRecord

    /// Reads a line.
    public init(record: ReportRecord) {
        self.record = record
    }

    /// The day.
    public var eventDate: ReportDay? {
        get { record.day("Event Date") }
        set { record.set(newValue, "Event Date") }
    }

    /// What happened.
    public var event: String? {
        get { record.text("Event") }
        set { record.set(newValue, "Event") }
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

    /// The column Subscription Offer Type.
    public var subscriptionOfferType: String? {
        get { record.text("Subscription Offer Type") }
        set { record.set(newValue, "Subscription Offer Type") }
    }

    /// The column Subscription Offer Duration.
    public var subscriptionOfferDuration: String? {
        get { record.text("Subscription Offer Duration") }
        set { record.set(newValue, "Subscription Offer Duration") }
    }

    /// The column Marketing Opt-In.
    public var marketingOptIn: String? {
        get { record.text("Marketing Opt-In") }
        set { record.set(newValue, "Marketing Opt-In") }
    }

    /// The column Marketing Opt-In Duration.
    public var marketingOptInDuration: String? {
        get { record.text("Marketing Opt-In Duration") }
        set { record.set(newValue, "Marketing Opt-In Duration") }
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

    /// The column Consecutive Paid Periods.
    public var consecutivePaidPeriods: Int64? {
        get { record.integer("Consecutive Paid Periods") }
        set { record.set(newValue, "Consecutive Paid Periods") }
    }

    /// The day the subscription began.
    public var originalStartDate: ReportDay? {
        get { record.day("Original Start Date") }
        set { record.set(newValue, "Original Start Date") }
    }

    /// The kind of device.
    public var device: String? {
        get { record.text("Device") }
        set { record.set(newValue, "Device") }
    }

    /// Where it was bought.
    public var client: String? {
        get { record.text("Client") }
        set { record.set(newValue, "Client") }
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

    /// The column Previous Subscription Name.
    public var previousSubscriptionName: String? {
        get { record.text("Previous Subscription Name") }
        set { record.set(newValue, "Previous Subscription Name") }
    }

    /// The column Previous Subscription Apple ID.
    public var previousSubscriptionAppleID: String? {
        get { record.text("Previous Subscription Apple ID") }
        set { record.set(newValue, "Previous Subscription Apple ID") }
    }

    /// The column Days Before Canceling.
    public var daysBeforeCanceling: Int64? {
        get { record.integer("Days Before Canceling") }
        set { record.set(newValue, "Days Before Canceling") }
    }

    /// The column Cancellation Reason.
    public var cancellationReason: String? {
        get { record.text("Cancellation Reason") }
        set { record.set(newValue, "Cancellation Reason") }
    }

    /// The column Days Canceled.
    public var daysCanceled: Int64? {
        get { record.integer("Days Canceled") }
        set { record.set(newValue, "Days Canceled") }
    }

    /// How many; negative for returns.
    public var quantity: Decimal? {
        get { record.amount("Quantity") }
        set { record.set(newValue, "Quantity") }
    }

    /// The column Paid Service Days Recovered.
    public var paidServiceDaysRecovered: Int64? {
        get { record.integer("Paid Service Days Recovered") }
        set { record.set(newValue, "Paid Service Days Recovered") }
    }
}

extension SubscriptionEventReportRow {
    /// The columns in Apple's order, version 1_3.
    public static let columns: [String] = [
        "Event Date", "Event", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
        "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Type",
        "Subscription Offer Duration", "Marketing Opt-In", "Marketing Opt-In Duration", "Preserved Pricing",
        "Proceeds Reason", "Subscription Offer Name", "Promotional Offer ID", "Consecutive Paid Periods",
        "Original Start Date", "Device", "Client", "State", "Country", "Previous Subscription Name",
        "Previous Subscription Apple ID", "Days Before Canceling", "Cancellation Reason", "Days Canceled", "Quantity",
        "Paid Service Days Recovered",
    ]
}
