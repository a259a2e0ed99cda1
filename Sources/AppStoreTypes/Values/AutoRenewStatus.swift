// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether a subscription renews at the end of its period.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/autorenewstatus>
public struct AutoRenewStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// It ends.
    public static let off = AutoRenewStatus(rawValue: 0)

    /// It renews.
    public static let on = AutoRenewStatus(rawValue: 1)
}
