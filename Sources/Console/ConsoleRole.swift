// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a person may do in the console; each role may do what those before it may.
package enum ConsoleRole: String, Sendable, CaseIterable, Codable, Comparable {
    /// Sees everything and changes nothing.
    case viewer
    /// Acts for single customers.
    case support
    /// Acts for all customers at once, erases, and says who else may sign in.
    case admin

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether one role may less than another.
    package static func < (left: ConsoleRole, right: ConsoleRole) -> Bool { left.rank < right.rank }
}
