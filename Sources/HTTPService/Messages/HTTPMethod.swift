// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A request method; any token is a value.
///
/// <https://www.rfc-editor.org/rfc/rfc9110#section-9>
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method as it is in the request line.
    public let rawValue: String

    /// Takes a method as it is in a request line; methods are case-sensitive.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes a method from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The method as it is in the request line.
    public var description: String { rawValue }

    /// Reads.
    public static let get = HTTPMethod(rawValue: "GET")

    /// Reads the header fields alone.
    public static let head = HTTPMethod(rawValue: "HEAD")

    /// Acts.
    public static let post = HTTPMethod(rawValue: "POST")

    /// Replaces.
    public static let put = HTTPMethod(rawValue: "PUT")

    /// Changes in part.
    public static let patch = HTTPMethod(rawValue: "PATCH")

    /// Removes.
    public static let delete = HTTPMethod(rawValue: "DELETE")

    /// Asks what is allowed.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}
