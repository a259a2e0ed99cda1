// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a subscription is billed.
public enum BillingPlan: String, Hashable, Sendable, Codable {
    /// The whole period at once.
    case upFront

    /// Month by month, with a commitment to all months.
    case monthly
}
