// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The name of something a customer may use, such as "premium".
public struct EntitlementID: WireString {
    /// The name as the team writes it.
    public let rawValue: String

    /// Makes a name from the team's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
