// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether the customer bought the product, or has it through Family Sharing or a group subscription.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/inappownershiptype>
public struct InAppOwnershipType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Bought by this customer.
    public static let purchased = InAppOwnershipType(rawValue: "PURCHASED")

    /// Shared by a family member.
    public static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")

    /// Assigned by the buyer of a group subscription, who alone paid.
    public static let assigned = InAppOwnershipType(rawValue: "ASSIGNED")
}
