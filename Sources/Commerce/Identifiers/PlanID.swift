// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A plan: products of one plan give the same entitlements, and time bought with one extends the other's.
public struct PlanID: WireString {
    /// The identifier as the team writes it.
    public let rawValue: String

    /// Makes an identifier from the team's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
