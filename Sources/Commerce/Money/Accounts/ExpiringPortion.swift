// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A part of what was given that runs out at an instant of its own, or never.
public struct ExpiringPortion: Hashable, Sendable {
    /// Whole units; above zero.
    public var amount: Int64

    /// When it runs out, or nothing.
    public var expiresDate: Date?

    /// Makes a part.
    public init(amount: Int64, expiresDate: Date? = nil) {
        self.amount = amount
        self.expiresDate = expiresDate
    }
}
