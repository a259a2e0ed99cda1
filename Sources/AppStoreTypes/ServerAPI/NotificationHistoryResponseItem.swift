// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A sent notification and Apple's attempts to send it.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponseitem>
public struct NotificationHistoryResponseItem: Hashable, Sendable, Codable {
    /// The notification.
    public var signedPayload: SignedPayload

    /// Apple's attempts.
    public var sendAttempts: [SendAttemptItem]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedPayload: SignedPayload, sendAttempts: [SendAttemptItem]? = nil) {
        self.signedPayload = signedPayload
        self.sendAttempts = sendAttempts
    }
}
