// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What kind of product a history is limited to.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/producttype>
public struct HistoryProductType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Subscriptions that renew.
    public static let autoRenewable = HistoryProductType(rawValue: "AUTO_RENEWABLE")

    /// Subscriptions that do not renew.
    public static let nonRenewable = HistoryProductType(rawValue: "NON_RENEWABLE")

    /// Products that are used up.
    public static let consumable = HistoryProductType(rawValue: "CONSUMABLE")

    /// Products that are owned permanently.
    public static let nonConsumable = HistoryProductType(rawValue: "NON_CONSUMABLE")
}
