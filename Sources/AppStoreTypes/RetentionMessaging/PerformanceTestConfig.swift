// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a performance test does and asks for.
///
/// <https://developer.apple.com/documentation/retentionmessaging/performancetestconfig>
public struct PerformanceTestConfig: Hashable, Sendable, Codable {
    /// The most requests at once.
    public var maxConcurrentRequests: Int?

    /// The number of requests.
    public var totalRequests: Int?

    /// The length in milliseconds.
    public var totalDuration: Int?

    /// The slowest good answer in milliseconds.
    public var responseTimeThreshold: Int?

    /// The least share of good answers in per cent.
    public var successRateThreshold: Int?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        maxConcurrentRequests: Int? = nil,
        totalRequests: Int? = nil,
        totalDuration: Int? = nil,
        responseTimeThreshold: Int? = nil,
        successRateThreshold: Int? = nil
    ) {
        self.maxConcurrentRequests = maxConcurrentRequests
        self.totalRequests = totalRequests
        self.totalDuration = totalDuration
        self.responseTimeThreshold = responseTimeThreshold
        self.successRateThreshold = successRateThreshold
    }
}
