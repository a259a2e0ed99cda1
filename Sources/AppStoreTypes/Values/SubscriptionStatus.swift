// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A subscription's state as the server documents give it.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/status>
public struct SubscriptionStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Active.
    public static let active = SubscriptionStatus(rawValue: 1)

    /// Expired.
    public static let expired = SubscriptionStatus(rawValue: 2)

    /// In billing retry, without access.
    public static let billingRetry = SubscriptionStatus(rawValue: 3)

    /// In the billing grace period, with access.
    public static let billingGracePeriod = SubscriptionStatus(rawValue: 4)

    /// Revoked by a refund or by Family Sharing.
    public static let revoked = SubscriptionStatus(rawValue: 5)
}
