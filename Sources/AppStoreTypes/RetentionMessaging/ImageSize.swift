// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What an image is for.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/retentionmessaging/imagesize>
public struct ImageSize: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The message's picture.
    public static let fullSize = ImageSize(rawValue: "FULL_SIZE")

    /// The picture of one point.
    public static let bulletPoint = ImageSize(rawValue: "BULLET_POINT")
}
