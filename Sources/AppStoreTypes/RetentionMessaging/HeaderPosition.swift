// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where a message's header stands.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/retentionmessaging/headerposition>
public struct HeaderPosition: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Above the body.
    public static let aboveBody = HeaderPosition(rawValue: "ABOVE_BODY")

    /// Above the image.
    public static let aboveImage = HeaderPosition(rawValue: "ABOVE_IMAGE")
}
