// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How often a subscription renews automatically before the environment stops it.
public enum RenewalLimit: Hashable, Sendable, Codable {
    /// As long as the customer pays.
    case unlimited

    /// So many renewals, then renewal is turned off; today's sandbox allows 12.
    case total(Int)

    /// So many renewals in 24 hours, then renewal is turned off; the old sandbox allowed 6.
    case perDay(Int)
}
