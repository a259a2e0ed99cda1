// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A document in JWS compact form, exactly as it came and not verified.
///
/// Nothing may be read from it but through a verifier, which answers with a ``Verified`` value.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransaction>
public struct SignedPayload: WireString {
    /// The three base64url segments with their dots.
    public let rawValue: String

    /// Takes a text as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The length alone, so that a log never holds a signed document.
    public var description: String { "signed payload of \(rawValue.utf8.count) bytes" }
}
