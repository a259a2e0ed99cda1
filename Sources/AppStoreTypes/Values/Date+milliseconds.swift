// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension Date {
    /// Makes an instant from Apple's count of milliseconds since 1970 in UTC.
    public init(millisecondsSince1970: Int64) {
        self.init(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
    }

    /// The instant as Apple counts: whole milliseconds since 1970 in UTC, to the nearest.
    public var millisecondsSince1970: Int64 {
        Int64((timeIntervalSince1970 * 1000).rounded())
    }
}
