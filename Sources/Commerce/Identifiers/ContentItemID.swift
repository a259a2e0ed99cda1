// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// One thing to read, hear or see, such as an issue of a magazine.
public struct ContentItemID: WireString {
    /// The identifier as the team writes it.
    public let rawValue: String

    /// Makes an identifier from the team's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
