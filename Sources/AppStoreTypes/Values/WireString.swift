// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A text that Apple sends: an identifier, or a member of a set that may grow.
///
/// Equality is exact. Every text is a value, so decoding never fails on one that is new.
public protocol WireString: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
where RawValue == String {
    /// Makes a value from Apple's text.
    init(rawValue: String)
}

extension WireString {
    /// The text as Apple writes it.
    public var description: String { rawValue }

    /// Makes a value from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Orders values by their text.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
