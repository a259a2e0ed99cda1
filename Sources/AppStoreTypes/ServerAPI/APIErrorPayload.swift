// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why the App Store Server API refused.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/error-codes>
public struct APIErrorPayload: Hashable, Sendable, Codable {
    /// The code.
    public var errorCode: APIErrorCode

    /// Apple's text for developers.
    public var errorMessage: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(errorCode: APIErrorCode, errorMessage: String) {
        self.errorCode = errorCode
        self.errorMessage = errorMessage
    }
}
