// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a right opens content.
public enum AccessModel: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of it, as long as the right is active.
    case streaming

    /// What was published while the right was active, and what was current when it began; that stays open.
    case magazine
}
