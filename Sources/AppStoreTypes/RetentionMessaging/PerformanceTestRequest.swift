// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Asks for a test of the realtime endpoint.
///
/// <https://developer.apple.com/documentation/retentionmessaging/performancetestrequest>
public struct PerformanceTestRequest: Hashable, Sendable, Codable {
    /// A sandbox subscription to ask about.
    public var originalTransactionId: OriginalTransactionID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(originalTransactionId: OriginalTransactionID) {
        self.originalTransactionId = originalTransactionId
    }
}
