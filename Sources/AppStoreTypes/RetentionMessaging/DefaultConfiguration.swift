// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The message that is shown when the realtime endpoint gives none.
///
/// <https://developer.apple.com/documentation/retentionmessaging/defaultconfigurationrequest>
public struct DefaultConfiguration: Hashable, Sendable, Codable {
    /// The message.
    public var messageIdentifier: UUID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(messageIdentifier: UUID) {
        self.messageIdentifier = messageIdentifier
    }
}
