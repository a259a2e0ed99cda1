// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One of Apple's attempts to send a notification.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/sendattemptitem>
public struct SendAttemptItem: Hashable, Sendable, Codable {
    /// When.
    public var attemptDate: Date

    /// With what outcome.
    public var sendAttemptResult: SendAttemptResult

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(attemptDate: Date, sendAttemptResult: SendAttemptResult) {
        self.attemptDate = attemptDate
        self.sendAttemptResult = sendAttemptResult
    }
}
