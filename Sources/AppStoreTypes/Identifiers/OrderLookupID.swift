// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The order number on the receipt that Apple mails to a customer.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/orderid>
public struct OrderLookupID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
