// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A message that makes an Advanced Commerce offer.
///
/// <https://developer.apple.com/documentation/retentionmessaging/advancedcommerceinfo>
public struct AdvancedCommerceRetention: Hashable, Sendable, Codable {
    /// The message.
    public var messageIdentifier: UUID

    /// The signed request in base64.
    public var advancedCommerceData: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(messageIdentifier: UUID, advancedCommerceData: String) {
        self.messageIdentifier = messageIdentifier
        self.advancedCommerceData = advancedCommerceData
    }
}
