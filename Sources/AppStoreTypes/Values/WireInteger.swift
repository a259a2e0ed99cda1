// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A number that Apple sends as a member of a set that may grow.
///
/// Every number is a value, so decoding never fails on one that is new.
public protocol WireInteger: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible
where RawValue == Int {
    /// Makes a value from Apple's number.
    init(rawValue: Int)
}

extension WireInteger {
    /// The number in decimal digits.
    public var description: String { String(rawValue) }

    /// Orders values by their number.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
