// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// An image that was uploaded.
///
/// <https://developer.apple.com/documentation/retentionmessaging/getimagelistresponseitem>
public struct GetImageListResponseItem: Hashable, Sendable, Codable {
    /// The image.
    public var imageIdentifier: UUID

    /// How far its review has come.
    public var imageState: ImageState

    /// What it is for.
    public var imageSize: ImageSize?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(imageIdentifier: UUID, imageState: ImageState, imageSize: ImageSize? = nil) {
        self.imageIdentifier = imageIdentifier
        self.imageState = imageState
        self.imageSize = imageSize
    }
}
