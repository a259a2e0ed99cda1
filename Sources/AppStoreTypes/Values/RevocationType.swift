// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What withdrew a purchase.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/revocationtype>
public struct RevocationType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole price was refunded.
    public static let refundFull = RevocationType(rawValue: "REFUND_FULL")

    /// Part of the price was refunded.
    public static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")

    /// Family Sharing ended.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")

    /// The buyer of a group subscription, or the organization, removed the member.
    public static let assignmentRevoke = RevocationType(rawValue: "ASSIGNMENT_REVOKE")
}
