// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Who may redeem an offer code.
public enum OfferCodeEligibility: String, Hashable, Sendable, Codable, CaseIterable {
    /// Customers who never subscribed in the group.
    case new

    /// Customers who subscribe now.
    case existing

    /// Customers who subscribed once.
    case expired
}
