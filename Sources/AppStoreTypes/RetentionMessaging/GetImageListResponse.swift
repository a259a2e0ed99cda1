// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The images that were uploaded.
///
/// <https://developer.apple.com/documentation/retentionmessaging/getimagelistresponse>
public struct GetImageListResponse: Hashable, Sendable, Codable {
    /// The images.
    public var imageIdentifiers: [GetImageListResponseItem]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(imageIdentifiers: [GetImageListResponseItem]) {
        self.imageIdentifiers = imageIdentifiers
    }
}
