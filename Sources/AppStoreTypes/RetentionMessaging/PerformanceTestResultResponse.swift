// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The outcome of a performance test.
///
/// <https://developer.apple.com/documentation/retentionmessaging/performancetestresultresponse>
public struct PerformanceTestResultResponse: Hashable, Sendable, Codable {
    /// What it did.
    public var config: PerformanceTestConfig

    /// The address it asked.
    public var target: String

    /// How it ended.
    public var result: PerformanceTestStatus

    /// The share of good answers in per cent.
    public var successRate: Int

    /// How many requests wait for an answer.
    public var numPending: Int

    /// How fast the answers came.
    public var responseTimes: PerformanceTestResponseTimes

    /// The failures: how many of each ``SendAttemptResult``.
    public var failures: [String: Int]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        config: PerformanceTestConfig,
        target: String,
        result: PerformanceTestStatus,
        successRate: Int,
        numPending: Int,
        responseTimes: PerformanceTestResponseTimes,
        failures: [String: Int]? = nil
    ) {
        self.config = config
        self.target = target
        self.result = result
        self.successRate = successRate
        self.numPending = numPending
        self.responseTimes = responseTimes
        self.failures = failures
    }
}
