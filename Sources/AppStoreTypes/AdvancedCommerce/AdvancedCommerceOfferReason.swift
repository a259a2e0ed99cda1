// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why an Advanced Commerce item has an offer.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/reason>
public struct AdvancedCommerceOfferReason: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To win a new subscriber.
    public static let acquisition = AdvancedCommerceOfferReason(rawValue: "ACQUISITION")

    /// To win a former subscriber back.
    public static let winBack = AdvancedCommerceOfferReason(rawValue: "WIN_BACK")

    /// To keep a subscriber.
    public static let retention = AdvancedCommerceOfferReason(rawValue: "RETENTION")
}
