// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A storefront's three-letter ISO 3166-1 country code, such as CHN.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/storefrontcountrycode>
public struct StorefrontCountryCode: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
