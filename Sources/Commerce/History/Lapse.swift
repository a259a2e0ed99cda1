// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// A time between two periods in which there was none.
public struct Lapse: Hashable, Sendable {
    /// When the period before it ended.
    public var startDate: Date

    /// When the period after it began.
    public var endDate: Date

    /// Until when a grace period kept access open.
    public var graceEndDate: Date?

    /// How long it was, in milliseconds.
    public var milliseconds: Int64 { endDate.milliseconds(since: startDate) }

    /// Whether a grace period kept access open all the way.
    public var isBridged: Bool { graceEndDate.map { $0 >= endDate } ?? false }
}
