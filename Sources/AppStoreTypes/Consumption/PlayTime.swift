// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How long the customer has used the app.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/playtime>
public struct PlayTime: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = PlayTime(rawValue: 0)

    /// Up to 5 minutes.
    public static let upTo5Minutes = PlayTime(rawValue: 1)

    /// 5 to 60 minutes.
    public static let upTo60Minutes = PlayTime(rawValue: 2)

    /// 1 to 6 hours.
    public static let upTo6Hours = PlayTime(rawValue: 3)

    /// 6 to 24 hours.
    public static let upTo24Hours = PlayTime(rawValue: 4)

    /// 1 to 4 days.
    public static let upTo4Days = PlayTime(rawValue: 5)

    /// 4 to 16 days.
    public static let upTo16Days = PlayTime(rawValue: 6)

    /// More than 16 days.
    public static let over16Days = PlayTime(rawValue: 7)
}
