// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The image of a message.
///
/// <https://developer.apple.com/documentation/retentionmessaging/uploadmessageimage>
public struct UploadMessageImage: Hashable, Sendable, Codable {
    /// The image.
    public var imageIdentifier: UUID

    /// What it shows; at most 150 characters.
    public var altText: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(imageIdentifier: UUID, altText: String) {
        self.imageIdentifier = imageIdentifier
        self.altText = altText
    }
}
