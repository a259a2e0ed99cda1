// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A right that the team gave manually.
public struct GrantID: WireString {
    /// The identifier as the server writes it.
    public let rawValue: String

    /// Makes an identifier from the server's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
