// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product.PurchaseOption {
    /// The result of a subscription that was bought at a date in the past, in a test.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/purchaseoption/subscriptionrenewalbehavior>
    public enum SubscriptionRenewalBehavior: String, Hashable, Sendable, Codable {
        /// It renewed from then until now.
        case renewUntilNow

        /// It was canceled at once, so there is one period.
        case cancelImmediately
    }

    /// Buys with an offer code, in a test.
    ///
    /// - Parameter referenceName: The offer, as the configuration file names it.
    /// - Returns: The option.
    public static func codeOffer(referenceName: String) -> Product.PurchaseOption { Self(.codeOffer(referenceName)) }

    /// Buys with a promotional offer that no one had to sign, in a test.
    ///
    /// - Parameter id: The offer.
    /// - Returns: The option.
    public static func promotionalOffer(id: String) -> Product.PurchaseOption { Self(.unsignedOffer(id)) }

    /// Buys at a date in the past, in a test.
    ///
    /// Purchases in the past come before all others, the oldest first, and before refunds and whatever else becomes of them; one
    /// that came before a renewal of an earlier one is refused.
    ///
    /// - Parameters:
    ///   - date: When; not in the future.
    ///   - renewalBehavior: The result of a subscription since then.
    /// - Returns: The option.
    public static func purchaseDate(
        _ date: Date,
        renewalBehavior: Product.PurchaseOption.SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        Self(.purchaseDate(date, renewalBehavior))
    }
}
