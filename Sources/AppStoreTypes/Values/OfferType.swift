// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The kind of offer a transaction was bought with.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/offertype>
public struct OfferType: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An introductory offer.
    public static let introductory = OfferType(rawValue: 1)

    /// A promotional offer.
    public static let promotional = OfferType(rawValue: 2)

    /// An offer code.
    public static let offerCode = OfferType(rawValue: 3)

    /// A win-back offer.
    public static let winBack = OfferType(rawValue: 4)

    /// A retention offer, for a subscriber who is about to cancel.
    public static let retention = OfferType(rawValue: 5)
}
