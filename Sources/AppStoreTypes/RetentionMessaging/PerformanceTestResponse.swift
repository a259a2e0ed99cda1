// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Says that a performance test has begun.
///
/// <https://developer.apple.com/documentation/retentionmessaging/performancetestresponse>
public struct PerformanceTestResponse: Hashable, Sendable, Codable {
    /// What it does.
    public var config: PerformanceTestConfig

    /// The test's identifier.
    public var requestId: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(config: PerformanceTestConfig, requestId: String) {
        self.config = config
        self.requestId = requestId
    }
}
