// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether paying for a higher plan converts what is left of lower plans.
public enum ConversionPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Only a request converts; this is the default.
    case manual

    /// The delivery of a higher plan converts the rest of the lower plans, in the same transaction of the database.
    case onUpgrade = "on-upgrade"
}
