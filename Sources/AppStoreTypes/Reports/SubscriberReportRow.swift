// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a subscriber report: one purchase of one subscriber.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/subscriber-report>
public struct SubscriberReportRow: ReportLine {
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

    /// The column Marketing Opt-In Duration.
    public var marketingOptInDuration: String? {
        get { record.text("Marketing Opt-In Duration") }
        set { record.set(newValue, "Marketing Opt-In Duration") }
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

    /// The storefront in two letters.
    public var country: String? {
        get { record.text("Country") }
        set { record.set(newValue, "Country") }
    }

    /// The subscriber's number in reports.
    public var subscriberID: String? {
        get { record.text("Subscriber ID") }
        set { record.set(newValue, "Subscriber ID") }
    }

    /// Whether that number is new.
    public var subscriberIDReset: String? {
        get { record.text("Subscriber ID Reset") }
        set { record.set(newValue, "Subscriber ID Reset") }
    }

    /// Yes for a refund.
    public var refund: String? {
        get { record.text("Refund") }
        set { record.set(newValue, "Refund") }
    }

    /// The day of a refunded purchase.
    public var purchaseDate: ReportDay? {
        get { record.day("Purchase Date") }
        set { record.set(newValue, "Purchase Date") }
    }

    /// How many; negative for refunds.
    public var units: Decimal? {
        get { record.amount("Units") }
        set { record.set(newValue, "Units") }
    }
}

extension SubscriberReportRow {
    /// The columns in Apple's order, version 1_3.
    public static let columns: [String] = [
        "Event Date", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
        "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID",
        "Subscription Offer Type", "Subscription Offer Duration", "Marketing Opt-In Duration", "Customer Price",
        "Customer Currency", "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason",
        "Client", "Device", "Country", "Subscriber ID", "Subscriber ID Reset", "Refund", "Purchase Date", "Units",
    ]
}
