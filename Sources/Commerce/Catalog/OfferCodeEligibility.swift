// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Who may redeem an offer code.
public enum OfferCodeEligibility: String, Hashable, Sendable, Codable, CaseIterable {
    /// Who never subscribed in the group.
    case new

    /// Who subscribes now.
    case existing

    /// Who subscribed once.
    case expired
}
