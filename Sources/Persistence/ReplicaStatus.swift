// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a replica stands, and the result of the reads that could have gone there.
package struct ReplicaStatus: Hashable, Sendable {
    /// Where it is, without a password.
    package var name: String

    /// How old what it shows can be at most; nothing when that cannot be determined.
    package var age: Duration?

    /// Whether it is used now.
    package var isFresh: Bool

    /// The reads that it answered.
    package var served = 0

    /// The reads that went to the primary because it was not proven to be new enough.
    package var late = 0

    /// The reads that went to the primary because it failed.
    package var failed = 0

    /// Makes a reading.
    package init(name: String, age: Duration?, isFresh: Bool) {
        self.name = name
        self.age = age
        self.isFresh = isFresh
    }
}
