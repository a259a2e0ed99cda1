// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What an app asks of the Advanced Commerce API.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/operation>
public struct AdvancedCommerceOperation: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To buy once.
    public static let createOneTimeCharge = AdvancedCommerceOperation(rawValue: "CREATE_ONE_TIME_CHARGE")

    /// To subscribe.
    public static let createSubscription = AdvancedCommerceOperation(rawValue: "CREATE_SUBSCRIPTION")

    /// To change a subscription.
    public static let modifySubscription = AdvancedCommerceOperation(rawValue: "MODIFY_SUBSCRIPTION")

    /// To turn a subscription's renewal on again.
    public static let reactivateSubscription = AdvancedCommerceOperation(rawValue: "REACTIVATE_SUBSCRIPTION")
}
