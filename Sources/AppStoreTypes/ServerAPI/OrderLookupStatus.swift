// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether an order number is one of this app's.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/orderlookupstatus>
public struct OrderLookupStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// It is, and the transactions follow.
    public static let valid = OrderLookupStatus(rawValue: 0)

    /// It is not.
    public static let invalid = OrderLookupStatus(rawValue: 1)
}
