// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An order of ours, made before the payment.
public struct OrderID: WireString {
    /// The identifier as the server writes it.
    public let rawValue: String

    /// Makes an identifier from the server's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
