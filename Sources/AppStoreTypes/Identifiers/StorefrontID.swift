// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Apple's number of a storefront, such as 143441 for the United States.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/storefrontid>
public struct StorefrontID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
