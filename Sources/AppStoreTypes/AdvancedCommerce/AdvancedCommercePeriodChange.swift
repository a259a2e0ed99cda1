// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A new length of a subscription's period.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmodifyperiodchange>
public struct AdvancedCommercePeriodChange: Hashable, Sendable, Codable {
    /// When.
    public var effective: AdvancedCommerceEffective

    /// The length.
    public var period: SubscriptionPeriod

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(effective: AdvancedCommerceEffective, period: SubscriptionPeriod) {
        self.effective = effective
        self.period = period
    }
}
