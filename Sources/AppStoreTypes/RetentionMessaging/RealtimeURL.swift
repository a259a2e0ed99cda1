// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The address of the realtime endpoint.
///
/// <https://developer.apple.com/documentation/retentionmessaging/realtimeurlrequest>
public struct RealtimeURL: Hashable, Sendable, Codable {
    /// The address; at most 256 characters.
    public var realtimeURL: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(realtimeURL: String) {
        self.realtimeURL = realtimeURL
    }
}
