// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The App Store's number of an app.
///
/// Apple leaves it out of documents made in the sandbox.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/appappleid>
public struct AppAppleID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number as Apple writes it.
    public let rawValue: Int64

    /// Makes an identifier from Apple's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}
