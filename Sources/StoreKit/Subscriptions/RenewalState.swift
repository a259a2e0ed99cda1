// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionInfo {
    /// Where a subscription stands.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalstate>
    public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: Int

        /// Makes a value from the App Store's.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Paid up.
        public static let subscribed = RenewalState(rawValue: 1)

        /// Over.
        public static let expired = RenewalState(rawValue: 2)

        /// The App Store tries to charge; the customer has no access.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)

        /// The App Store tries to charge; the customer keeps access.
        public static let inGracePeriod = RenewalState(rawValue: 4)

        /// Refunded, or no longer shared by the family.
        public static let revoked = RenewalState(rawValue: 5)
    }
}

extension Product.SubscriptionInfo.RenewalState {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .subscribed: "Subscribed"
        case .expired: "Expired"
        case .inBillingRetryPeriod: "In Billing Retry Period"
        case .inGracePeriod: "In Grace Period"
        case .revoked: "Revoked"
        default: "\(rawValue)"
        }
    }
}
