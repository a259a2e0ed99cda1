// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Which sandbox purchases count.
public enum SandboxPolicy: Hashable, Sendable, Codable {
    /// None.
    case refuse

    /// Those of the listed customers.
    case testersOnly([CustomerID])

    /// All.
    case accept
}
