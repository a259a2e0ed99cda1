// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Numbers our own commands so that their numbers and their instants never disagree.
///
/// A clock that was set back would otherwise place a later command before an earlier one: its instant is raised to
/// the last one's.
public struct CommandNumbering: Hashable, Sendable, Codable {
    /// The last place given, if any.
    public private(set) var last: FactOrder?

    /// Continues after the last place that was given.
    public init(last: FactOrder? = nil) {
        self.last = last
    }

    /// The place of the next command.
    ///
    /// - Parameter now: What the clock says.
    /// - Returns: The next number, at `now` or at the last command's instant when that is later.
    public mutating func next(at now: Date) -> FactOrder {
        let instant = max(now, last?.instant ?? now)
        let order = FactOrder(instant: instant, sequence: (last?.sequence ?? 0) + 1)
        last = order
        return order
    }
}
