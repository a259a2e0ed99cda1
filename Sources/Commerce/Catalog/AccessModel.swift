// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How an entitlement opens content.
public enum AccessModel: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of it, as long as the entitlement is active.
    case streaming

    /// What was published while the entitlement was active, and what was current when it began; that stays open.
    case magazine
}
