// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The key of a purchase's whole life; for a subscription it stays the same across renewals.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/originaltransactionid>
public struct OriginalTransactionID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
