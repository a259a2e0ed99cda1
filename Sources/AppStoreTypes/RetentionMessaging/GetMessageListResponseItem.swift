// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A message that was uploaded.
///
/// <https://developer.apple.com/documentation/retentionmessaging/getmessagelistresponseitem>
public struct GetMessageListResponseItem: Hashable, Sendable, Codable {
    /// The message.
    public var messageIdentifier: UUID

    /// How far its review has come.
    public var messageState: MessageState

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(messageIdentifier: UUID, messageState: MessageState) {
        self.messageIdentifier = messageIdentifier
        self.messageState = messageState
    }
}
