// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The kind of group that shares a subscription's seats.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/grouptype>
public struct CustomerGroupType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An organization that buys for its people.
    public static let organization = CustomerGroupType(rawValue: "ORGANIZATION")

    /// A customer and the people they invited.
    public static let consumer = CustomerGroupType(rawValue: "CONSUMER")
}
