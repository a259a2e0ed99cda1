// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The messages that were uploaded.
///
/// <https://developer.apple.com/documentation/retentionmessaging/getmessagelistresponse>
public struct GetMessageListResponse: Hashable, Sendable, Codable {
    /// The messages.
    public var messageIdentifiers: [GetMessageListResponseItem]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(messageIdentifiers: [GetMessageListResponseItem]) {
        self.messageIdentifiers = messageIdentifiers
    }
}
