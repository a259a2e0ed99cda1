// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether the customer agreed to a price increase.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/priceincreasestatus>
public struct PriceIncreaseStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not answered yet.
    public static let pending = PriceIncreaseStatus(rawValue: 0)

    /// Consented, or notified of an increase that needs no consent.
    public static let accepted = PriceIncreaseStatus(rawValue: 1)
}
