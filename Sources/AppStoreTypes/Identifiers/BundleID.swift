// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An app's bundle identifier.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/bundleid>
public struct BundleID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
