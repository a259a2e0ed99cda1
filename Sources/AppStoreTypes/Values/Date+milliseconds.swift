// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension Date {
    /// Makes an instant from Apple's count of milliseconds since 1970 in UTC.
    public init(millisecondsSince1970: Int64) {
        self.init(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
    }

    /// The instant as Apple counts: whole milliseconds since 1970 in UTC, to the nearest.
    ///
    /// An instant that no such count can hold (a hostile document may name one) gives the nearest that can.
    public var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        if let exact = Int64(exactly: milliseconds) { return exact }
        return milliseconds > 0 ? .max : .min
    }
}
