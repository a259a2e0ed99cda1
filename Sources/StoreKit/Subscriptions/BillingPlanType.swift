// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.SubscriptionInfo {
    /// How a subscription with a commitment is billed.
    public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Each month of the commitment.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")

        /// Once, at its beginning.
        public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    }
}
