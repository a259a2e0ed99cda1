// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Product.SubscriptionInfo.RenewalInfo {
    /// Why a subscription ended.
    public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: Int

        /// Makes a value from the App Store's.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer turned renewal off.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)

        /// The customer could not be charged.
        public static let billingError = ExpirationReason(rawValue: 2)

        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)

        /// The product was no longer sold.
        public static let productUnavailable = ExpirationReason(rawValue: 4)

        /// The subscription left its bundle.
        public static var unbundled: ExpirationReason {
            ExpirationReason(rawValue: ExpirationIntent.unbundled.rawValue)
        }

        /// Another reason.
        public static let unknown = ExpirationReason(rawValue: 5)
    }
}

extension Product.SubscriptionInfo.RenewalInfo.ExpirationReason {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .autoRenewDisabled: "Auto-Renew Disabled"
        case .billingError: "Billing Error"
        case .didNotConsentToPriceIncrease: "Did Not Consent To Price Increase"
        case .productUnavailable: "Product Unavailable"
        case .unknown: "Unknown"
        case .unbundled: "Unbundled"
        default: "\(rawValue)"
        }
    }
}
