// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Names the test notification that was asked for.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/sendtestnotificationresponse>
public struct SendTestNotificationResponse: Hashable, Sendable, Codable {
    /// The token by which to ask for its outcome.
    public var testNotificationToken: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(testNotificationToken: String) {
        self.testNotificationToken = testNotificationToken
    }
}
