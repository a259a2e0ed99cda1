// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product's identifier, unique within the developer's account.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/productid>
public struct ProductID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
