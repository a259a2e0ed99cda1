// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the developer would have Apple decide, in version 1.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/refundpreferencev1>
public struct RefundPreferenceV1: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = RefundPreferenceV1(rawValue: 0)

    /// A refund.
    public static let preferGrant = RefundPreferenceV1(rawValue: 1)

    /// No refund.
    public static let preferDecline = RefundPreferenceV1(rawValue: 2)

    /// Either.
    public static let noPreference = RefundPreferenceV1(rawValue: 3)
}
