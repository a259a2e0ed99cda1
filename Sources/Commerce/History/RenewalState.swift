// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A subscription's state in StoreKit's words; the server's documents number the same five.
///
/// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalstate>
public enum RenewalState: String, Hashable, Sendable, Codable, CaseIterable {
    /// A period covers the instant.
    case subscribed

    /// It ended.
    case expired

    /// Apple still tries to charge; there is no access.
    case inBillingRetryPeriod

    /// Apple still tries to charge, and there is access.
    case inGracePeriod

    /// Refunded, or no longer shared.
    case revoked

    /// The number that the server's documents give it.
    public var status: SubscriptionStatus {
        switch self {
        case .subscribed: .active
        case .expired: .expired
        case .inBillingRetryPeriod: .billingRetry
        case .inGracePeriod: .billingGracePeriod
        case .revoked: .revoked
        }
    }
}
