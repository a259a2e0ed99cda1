// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why more than one transaction represents a subscription period.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/additionaltransactionreason>
public struct AdditionalTransactionReason: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The customer added seats within the period.
    public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")
}
