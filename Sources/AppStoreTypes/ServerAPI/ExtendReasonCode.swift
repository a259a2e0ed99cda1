// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why renewal dates are extended.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/extendreasoncode>
public struct ExtendReasonCode: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not said.
    public static let undeclared = ExtendReasonCode(rawValue: 0)

    /// To make a customer content.
    public static let customerSatisfaction = ExtendReasonCode(rawValue: 1)

    /// Another reason.
    public static let other = ExtendReasonCode(rawValue: 2)

    /// The service had failed.
    public static let serviceIssueOrOutage = ExtendReasonCode(rawValue: 3)
}
