// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How far back a revocation reaches.
public enum RevocationEffect: String, Hashable, Sendable, Codable, CaseIterable {
    /// As if the purchase had never been made.
    case asIfNeverBought = "retroactive"

    /// From the instant of the revocation on.
    case fromItsDate = "from-refund-date"
}
