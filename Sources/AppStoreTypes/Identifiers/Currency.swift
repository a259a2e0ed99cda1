// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A three-letter ISO 4217 currency code, such as CNY.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/currency>
public struct Currency: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
