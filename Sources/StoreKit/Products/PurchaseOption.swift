// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// A choice that goes along with a purchase.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/purchaseoption>
    public struct PurchaseOption: Equatable, Hashable, Sendable {
        let choice: PurchaseOptionValue

        init(_ choice: PurchaseOptionValue) {
            self.choice = choice
        }

        /// Ties the purchase to a customer of the app.
        ///
        /// - Parameter token: The customer's UUID; it comes back in each transaction.
        /// - Returns: The option.
        public static func appAccountToken(_ token: UUID) -> Product.PurchaseOption { Self(.appAccountToken(token)) }

        /// Sends a text under a key that the store knows.
        ///
        /// The purchase throws ``StoreKitError/unsupported`` for a key that stands for nothing: Apple documents none. Those
        /// that ``promotionalOffer(_:compactJWS:)`` and ``introductoryOfferEligibility(compactJWS:)`` make are known.
        public static func custom(key: String, value: String) -> Product.PurchaseOption {
            Self(.custom(key: key, value: .text(value)))
        }

        /// Sends a number under a key that the store knows.
        ///
        /// The purchase throws ``StoreKitError/unsupported`` for a key that stands for nothing: Apple documents none. Those
        /// that ``promotionalOffer(_:compactJWS:)`` and ``introductoryOfferEligibility(compactJWS:)`` make are known.
        public static func custom(key: String, value: Double) -> Product.PurchaseOption {
            Self(.custom(key: key, value: .number(value)))
        }

        /// Sends a truth value under a key that the store knows.
        ///
        /// The purchase throws ``StoreKitError/unsupported`` for a key that stands for nothing: Apple documents none. Those
        /// that ``promotionalOffer(_:compactJWS:)`` and ``introductoryOfferEligibility(compactJWS:)`` make are known.
        public static func custom(key: String, value: Bool) -> Product.PurchaseOption {
            Self(.custom(key: key, value: .truth(value)))
        }

        /// Sends bytes under a key that the store knows.
        ///
        /// The purchase throws ``StoreKitError/unsupported`` for a key that stands for nothing: Apple documents none. Those
        /// that ``promotionalOffer(_:compactJWS:)`` and ``introductoryOfferEligibility(compactJWS:)`` make are known.
        public static func custom(key: String, value: Data) -> Product.PurchaseOption {
            Self(.custom(key: key, value: .bytes(value)))
        }

        /// Asks the app when the storefront changes during the purchase.
        ///
        /// - Parameter shouldContinuePurchase: Whether to continue in the new storefront.
        /// - Returns: The option.
        @preconcurrency
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> Product.PurchaseOption {
            Self(.onStorefrontChange(StorefrontChangeHandler(shouldContinuePurchase)))
        }

        /// Buys with a promotional offer, signed by the app's server in the first format.
        public static func promotionalOffer(
            offerID: String,
            keyID: String,
            nonce: UUID,
            signature: Data,
            timestamp: Int
        ) -> Product.PurchaseOption {
            let parts = SubscriptionOffer.Signature(
                keyID: keyID,
                nonce: nonce,
                timestamp: timestamp,
                signature: signature
            )
            return Self(.promotionalOffer(id: offerID, signature: parts))
        }

        /// Buys with a promotional offer, signed by the app's server in the first format.
        public static func promotionalOffer(
            offerID: String,
            signature: Product.SubscriptionOffer.Signature
        ) -> Product.PurchaseOption {
            Self(.promotionalOffer(id: offerID, signature: signature))
        }

        /// Buys with a promotional offer, signed by the app's server as a JWS.
        ///
        /// - Parameters:
        ///   - offerID: The offer.
        ///   - compactJWS: The server's signature.
        /// - Returns: The two custom options that Apple's StoreKit makes of it. The purchase throws
        ///   ``StoreKitError/unknown`` when the signature is wrong, see ``StoreKitSimulator/checksOfferSignatures``.
        public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [Product.PurchaseOption] {
            let signature = Data(compactJWS.utf8).base64EncodedString()
            return [
                custom(key: PurchaseOptionValue.signedOfferID, value: offerID),
                custom(key: PurchaseOptionValue.signedOffer, value: signature),
            ]
        }

        /// Buys more than one of a consumable.
        ///
        /// - Parameter quantity: How many; 1 to 10.
        /// - Returns: The option.
        public static func quantity(_ quantity: Int) -> Product.PurchaseOption { Self(.quantity(quantity)) }

        /// Lets the purchase wait for a parent's permission, in the sandbox.
        ///
        /// A simulator that runs elsewhere and the store in this process obey, as the sandbox does. A test session pays
        /// no heed to it, as Apple's does not: it goes by its own `askToBuyEnabled`.
        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> Product.PurchaseOption {
            Self(.simulatesAskToBuy(simulateAskToBuy))
        }

        /// Buys with a win-back offer.
        public static func winBackOffer(_ offer: Product.SubscriptionOffer) -> Product.PurchaseOption {
            Self(.winBackOffer(offer))
        }

        /// Says whether the customer may have the introductory offer, signed by the app's server.
        public static func introductoryOfferEligibility(compactJWS: String) -> Product.PurchaseOption {
            custom(key: PurchaseOptionValue.introductoryEligibility, value: compactJWS)
        }

        /// Buys a subscription for a group, or more seats for one.
        ///
        /// The purchase throws ``Product/PurchaseError/invalidQuantity`` for a product that is not sold to groups, and for no
        /// more seats than the customer has.
        ///
        /// - Parameter targetSeatQuantity: How many people are to use it, those who use it already included.
        /// - Returns: The option.
        public static func seats(_ targetSeatQuantity: Int) -> Product.PurchaseOption {
            Self(.seats(targetSeatQuantity))
        }

        /// Keeps the App Store from asking whom to invite after a purchase of seats that it invites to itself.
        ///
        /// There is no sheet on Linux: ``StoreKitSimulator/invitationSheets`` says when one would be shown.
        public static func multiSeatInvitationSheetSuppressed(_ isSuppressed: Bool) -> Product.PurchaseOption {
            Self(.multiSeatInvitationSheetSuppressed(isSuppressed))
        }

        /// Chooses how a subscription with a commitment is billed.
        ///
        /// The purchase throws ``Product/PurchaseError/productUnavailable`` for a plan that the product does not have, and
        /// for `monthly` in a storefront where Apple does not sell it.
        public static func billingPlanType(
            _ type: Product.SubscriptionInfo.BillingPlanType
        ) -> Product.PurchaseOption {
            Self(.billingPlanType(type))
        }
    }
}

extension Product.PurchaseOption: CustomDebugStringConvertible {
    /// The choice, without signatures.
    public var debugDescription: String { choice.summary }
}
