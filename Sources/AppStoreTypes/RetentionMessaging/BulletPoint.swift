// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One point of a message.
///
/// <https://developer.apple.com/documentation/retentionmessaging/bulletpoint>
public struct BulletPoint: Hashable, Sendable, Codable {
    /// Its text; at most 66 characters.
    public var text: String

    /// Its image.
    public var imageIdentifier: UUID

    /// What the image shows; at most 150 characters.
    public var altText: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(text: String, imageIdentifier: UUID, altText: String) {
        self.text = text
        self.imageIdentifier = imageIdentifier
        self.altText = altText
    }
}
