// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What withdrew a purchase: a refund, or the end of Family Sharing.
public struct Revocation: Hashable, Sendable, Codable {
    /// When.
    public var date: Date

    /// Why Apple refunded it.
    public var reason: RevocationReason?

    /// What withdrew it; documents from before December 2025 do not say.
    public var type: RevocationType?

    /// How much was refunded, in thousandths of a per cent: 50000 is half.
    public var percentage: Int?

    /// Makes a revocation.
    public init(
        date: Date,
        reason: RevocationReason? = nil,
        type: RevocationType? = nil,
        percentage: Int? = nil
    ) {
        self.date = date
        self.reason = reason
        self.type = type
        self.percentage = percentage
    }
}
