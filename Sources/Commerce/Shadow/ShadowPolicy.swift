// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// When a difference between Purser and another provider counts.
public struct ShadowPolicy: Hashable, Sendable, Codable {
    /// How long a difference must last before it is confirmed, in seconds.
    ///
    /// Either side may be behind for a while; RevenueCat, for example, notices a cancellation up to two hours later.
    public var graceWindowSeconds: Int

    /// How far two end dates may be apart, in seconds.
    public var toleranceSeconds: Int

    /// For how long a missing change counts as late, in seconds; afterward, it is missed.
    public var lateSeconds: Int

    /// Makes a policy.
    public init(graceWindowSeconds: Int = 10_800, toleranceSeconds: Int = 60, lateSeconds: Int = 86_400) {
        self.graceWindowSeconds = graceWindowSeconds
        self.toleranceSeconds = toleranceSeconds
        self.lateSeconds = lateSeconds
    }

    /// How soon a pending difference is looked at again, in seconds.
    public var recheckSeconds: Int { max(60, graceWindowSeconds / 4) }
}
