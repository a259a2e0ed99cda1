// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The team's policies from an instant on.
public struct PolicyChange: Hashable, Sendable, Codable {
    /// The policies in force from the command's instant.
    public var policy: CommercePolicy

    /// Who changed them, and why, in words for people.
    public var reason: String

    /// Makes a change.
    public init(policy: CommercePolicy, reason: String) {
        self.policy = policy
        self.reason = reason
    }
}
