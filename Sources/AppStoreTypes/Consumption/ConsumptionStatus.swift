// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How much of a purchase was used.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionstatus>
public struct ConsumptionStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = ConsumptionStatus(rawValue: 0)

    /// Nothing.
    public static let notConsumed = ConsumptionStatus(rawValue: 1)

    /// A part.
    public static let partiallyConsumed = ConsumptionStatus(rawValue: 2)

    /// All of it.
    public static let fullyConsumed = ConsumptionStatus(rawValue: 3)
}
