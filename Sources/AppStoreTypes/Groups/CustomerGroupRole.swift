// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A customer's role in a group, for one product.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/role>
public struct CustomerGroupRole: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The customer administers the group.
    public static let admin = CustomerGroupRole(rawValue: "ADMIN")

    /// The customer holds a seat and does not administer the group.
    public static let none = CustomerGroupRole(rawValue: "NONE")
}
