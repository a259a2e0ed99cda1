// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How fast the realtime endpoint answered, in milliseconds.
///
/// <https://developer.apple.com/documentation/retentionmessaging/performancetestresponsetimes>
public struct PerformanceTestResponseTimes: Hashable, Sendable, Codable {
    /// The mean.
    public var average: Int?

    /// The median.
    public var p50: Int?

    /// The slowest tenth begins here.
    public var p90: Int?

    /// The slowest twentieth begins here.
    public var p95: Int?

    /// The slowest hundredth begins here.
    public var p99: Int?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        average: Int? = nil,
        p50: Int? = nil,
        p90: Int? = nil,
        p95: Int? = nil,
        p99: Int? = nil
    ) {
        self.average = average
        self.p50 = p50
        self.p90 = p90
        self.p95 = p95
        self.p99 = p99
    }
}
