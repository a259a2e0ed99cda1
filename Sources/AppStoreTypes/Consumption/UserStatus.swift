// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The state of the customer's account.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/userstatus>
public struct UserStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = UserStatus(rawValue: 0)

    /// Active.
    public static let active = UserStatus(rawValue: 1)

    /// Suspended.
    public static let suspended = UserStatus(rawValue: 2)

    /// Ended.
    public static let terminated = UserStatus(rawValue: 3)

    /// Limited.
    public static let limitedAccess = UserStatus(rawValue: 4)
}
