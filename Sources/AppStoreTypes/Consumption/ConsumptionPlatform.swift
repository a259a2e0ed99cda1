// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where a purchase was used.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/platform>
public struct ConsumptionPlatform: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = ConsumptionPlatform(rawValue: 0)

    /// On Apple's platforms.
    public static let apple = ConsumptionPlatform(rawValue: 1)

    /// On another platform.
    public static let nonApple = ConsumptionPlatform(rawValue: 2)
}
