// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A message that the App Store shows.
///
/// <https://developer.apple.com/documentation/retentionmessaging/message>
public struct RealtimeMessage: Hashable, Sendable, Codable {
    /// The message.
    public var messageIdentifier: UUID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(messageIdentifier: UUID) {
        self.messageIdentifier = messageIdentifier
    }
}
