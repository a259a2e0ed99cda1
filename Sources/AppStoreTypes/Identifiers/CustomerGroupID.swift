// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The identifier of a group whose members share a subscription's seats.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/groupid>
public struct CustomerGroupID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
