// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the App Store posts to the realtime endpoint.
///
/// <https://developer.apple.com/documentation/retentionmessaging/realtimerequestbody>
public struct RealtimeRequestBody: Hashable, Sendable, Codable {
    /// The signed request.
    public var signedPayload: SignedPayload

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedPayload: SignedPayload) {
        self.signedPayload = signedPayload
    }
}
