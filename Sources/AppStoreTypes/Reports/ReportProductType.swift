// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What kind of product a report's line is about.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/product-type-identifiers>
public struct ReportProductType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An app for iPhone.
    public static let app = ReportProductType(rawValue: "1")

    /// An app for iPhone and iPad.
    public static let universalApp = ReportProductType(rawValue: "1F")

    /// An app for iPad.
    public static let iPadApp = ReportProductType(rawValue: "1T")

    /// A bundle of apps.
    public static let bundle = ReportProductType(rawValue: "1-B")

    /// An app for Mac.
    public static let macApp = ReportProductType(rawValue: "F1")

    /// A bundle of apps for Mac.
    public static let macBundle = ReportProductType(rawValue: "F1-B")

    /// An app again.
    public static let redownload = ReportProductType(rawValue: "3")

    /// An app for iPhone and iPad again.
    public static let universalRedownload = ReportProductType(rawValue: "3F")

    /// An update.
    public static let update = ReportProductType(rawValue: "7")

    /// An update for iPhone and iPad.
    public static let universalUpdate = ReportProductType(rawValue: "7F")

    /// An update for iPad.
    public static let iPadUpdate = ReportProductType(rawValue: "7T")

    /// An update for Mac.
    public static let macUpdate = ReportProductType(rawValue: "F7")

    /// A consumable or non-consumable.
    public static let inAppPurchase = ReportProductType(rawValue: "IA1")

    /// A consumable or non-consumable on Mac.
    public static let macInAppPurchase = ReportProductType(rawValue: "IA1-M")

    /// A restored non-consumable.
    public static let restoredNonConsumable = ReportProductType(rawValue: "IA3")

    /// A subscription that does not renew.
    public static let nonRenewingSubscription = ReportProductType(rawValue: "IA9")

    /// A subscription that does not renew, on Mac.
    public static let macNonRenewingSubscription = ReportProductType(rawValue: "IA9-M")

    /// A subscription that renews.
    public static let autoRenewableSubscription = ReportProductType(rawValue: "IAY")

    /// A subscription that renews, on Mac.
    public static let macAutoRenewableSubscription = ReportProductType(rawValue: "IAY-M")

    /// A purchase in a Mac app.
    public static let macStoreInAppPurchase = ReportProductType(rawValue: "FI1")

    /// A free subscription.
    public static let freeSubscription = ReportProductType(rawValue: "IAC")
}

extension ReportProductType {
    /// Whether it is a purchase inside an app.
    public var isInAppPurchase: Bool { rawValue.hasPrefix("IA") || rawValue.hasPrefix("FI") }
}
