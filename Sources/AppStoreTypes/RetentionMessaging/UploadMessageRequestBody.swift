// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A message for customers who are about to cancel.
///
/// <https://developer.apple.com/documentation/retentionmessaging/uploadmessagerequestbody>
public struct UploadMessageRequestBody: Hashable, Sendable, Codable {
    /// Its header; at most 66 characters.
    public var header: String

    /// Its text; at most 144 characters.
    public var body: String?

    /// Its image.
    public var image: UploadMessageImage?

    /// Where the header stands.
    public var headerPosition: HeaderPosition?

    /// At most five points.
    public var bulletPoints: [BulletPoint]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        header: String,
        body: String? = nil,
        image: UploadMessageImage? = nil,
        headerPosition: HeaderPosition? = nil,
        bulletPoints: [BulletPoint]? = nil
    ) {
        self.header = header
        self.body = body
        self.image = image
        self.headerPosition = headerPosition
        self.bulletPoints = bulletPoints
    }
}
