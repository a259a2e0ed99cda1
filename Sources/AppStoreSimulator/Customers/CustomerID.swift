// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A customer of the simulated store, by the name that the test gives.
public struct CustomerID: WireString {
    /// The name.
    public let rawValue: String

    /// Makes an identifier from a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A customer's family, by the name that the test gives.
public struct FamilyID: WireString {
    /// The name.
    public let rawValue: String

    /// Makes an identifier from a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A purchase that waits for a parent or for the customer, by the name that the simulator gives.
public struct PendingPurchaseID: WireString {
    /// The name.
    public let rawValue: String

    /// Makes an identifier from a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
