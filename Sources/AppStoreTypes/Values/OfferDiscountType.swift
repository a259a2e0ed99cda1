// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How an offer is paid.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/offerdiscounttype>
public struct OfferDiscountType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing is paid.
    public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")

    /// A lower price for each of several periods.
    public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")

    /// One price for the whole length of the offer.
    public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")

    /// A lower price for a product that is bought once.
    public static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")
}
