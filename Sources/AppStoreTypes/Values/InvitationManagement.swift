// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The side that invites the members of a group subscription.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/invitationmanagement>
public struct InvitationManagement: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store: each member has a transaction of their own.
    public static let apple = InvitationManagement(rawValue: "APPLE")

    /// The app's team: each member holds a seat claim, and no transaction.
    public static let developer = InvitationManagement(rawValue: "DEVELOPER")
}
