// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A customer, as the app's team names one.
///
/// Apple never sees it; purchases are tied to it by claims.
public struct CustomerID: WireString {
    /// The identifier as the team writes it.
    public let rawValue: String

    /// Makes an identifier from the team's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
