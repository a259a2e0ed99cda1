// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// One conversion of what was left of a plan into days of another.
public struct ConversionID: WireString {
    /// The identifier as the server writes it.
    public let rawValue: String

    /// Makes an identifier from the server's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
