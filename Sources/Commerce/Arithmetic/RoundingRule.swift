// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How an exact amount becomes a whole number of milliunits.
public enum RoundingRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// Towards zero.
    case down

    /// Away from zero.
    case up

    /// To the nearest, a half away from zero; what Apple's reports show.
    case nearest

    /// To the nearest, a half to the even one; sums of many amounts do not drift.
    case nearestEven
}
