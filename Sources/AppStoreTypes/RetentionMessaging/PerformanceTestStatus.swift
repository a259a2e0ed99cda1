// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a performance test ended.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/retentionmessaging/performanceteststatus>
public struct PerformanceTestStatus: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is running.
    public static let pending = PerformanceTestStatus(rawValue: "PENDING")

    /// It passed.
    public static let pass = PerformanceTestStatus(rawValue: "PASS")

    /// It failed.
    public static let fail = PerformanceTestStatus(rawValue: "FAIL")
}
