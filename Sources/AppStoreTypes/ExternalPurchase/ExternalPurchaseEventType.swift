// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a transaction of an external purchase is.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/externalpurchaseserverapi/eventtype>
public struct ExternalPurchaseEventType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A purchase.
    public static let buy = ExternalPurchaseEventType(rawValue: "BUY")

    /// A refund.
    public static let refund = ExternalPurchaseEventType(rawValue: "REFUND")
}
