// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How old the customer's account is.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/accounttenure>
public struct AccountTenure: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = AccountTenure(rawValue: 0)

    /// Up to 3 days.
    public static let upTo3Days = AccountTenure(rawValue: 1)

    /// 3 to 10 days.
    public static let upTo10Days = AccountTenure(rawValue: 2)

    /// 10 to 30 days.
    public static let upTo30Days = AccountTenure(rawValue: 3)

    /// 30 to 90 days.
    public static let upTo90Days = AccountTenure(rawValue: 4)

    /// 90 to 180 days.
    public static let upTo180Days = AccountTenure(rawValue: 5)

    /// 180 to 365 days.
    public static let upTo365Days = AccountTenure(rawValue: 6)

    /// More than 365 days.
    public static let over365Days = AccountTenure(rawValue: 7)
}
