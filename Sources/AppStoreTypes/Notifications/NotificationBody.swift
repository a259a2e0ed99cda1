// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the App Store posts for a version 2 notification.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2>
public struct NotificationBody: Hashable, Sendable, Codable {
    /// The notification.
    public var signedPayload: SignedPayload

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedPayload: SignedPayload) {
        self.signedPayload = signedPayload
    }
}
