// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How much the customer got back for the app, in US dollars.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/lifetimedollarsrefunded>
public struct LifetimeDollarsRefunded: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = LifetimeDollarsRefunded(rawValue: 0)

    /// Nothing.
    public static let zero = LifetimeDollarsRefunded(rawValue: 1)

    /// 0.01 to 49.99.
    public static let upTo50 = LifetimeDollarsRefunded(rawValue: 2)

    /// 50 to 99.99.
    public static let upTo100 = LifetimeDollarsRefunded(rawValue: 3)

    /// 100 to 499.99.
    public static let upTo500 = LifetimeDollarsRefunded(rawValue: 4)

    /// 500 to 999.99.
    public static let upTo1000 = LifetimeDollarsRefunded(rawValue: 5)

    /// 1000 to 1999.99.
    public static let upTo2000 = LifetimeDollarsRefunded(rawValue: 6)

    /// 2000 and more.
    public static let from2000 = LifetimeDollarsRefunded(rawValue: 7)
}
