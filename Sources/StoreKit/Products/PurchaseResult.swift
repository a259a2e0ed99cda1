// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// How an attempt to buy ended.
    public enum PurchaseResult {
        /// The customer bought the product, or already had it.
        case success(VerificationResult<Transaction>)

        /// The customer changed their mind.
        case userCancelled

        /// Something outside the app has to happen first, such as a parent's permission.
        ///
        /// When it does, the transaction comes through ``Transaction/updates``.
        case pending
    }

    /// Why a purchase could not begin.
    public enum PurchaseError: Error {
        /// The quantity is below one or more than the store allows.
        case invalidQuantity

        /// The product is not for sale in the storefront.
        case productUnavailable

        /// The customer may not pay on this device.
        case purchaseNotAllowed

        /// The customer may not have the offer.
        case ineligibleForOffer

        /// The product has no such offer.
        case invalidOfferIdentifier

        /// The offer's price is not one the store knows.
        case invalidOfferPrice

        /// The offer's signature is wrong.
        case invalidOfferSignature

        /// A part of the offer's signature is missing.
        case missingOfferParameters

        /// A payment method has to be bound to the customer first.
        case paymentMethodBindingConfigurationRequired
    }
}

extension Product.PurchaseResult: Sendable {}
extension Product.PurchaseError: Equatable {}
extension Product.PurchaseError: Hashable {}

extension Product.PurchaseError: LocalizedError {
    /// What went wrong.
    public var errorDescription: String? {
        switch self {
        case .invalidQuantity: "The quantity cannot be bought."
        case .productUnavailable: "Item Unavailable"
        case .purchaseNotAllowed: "Purchases are not allowed on this device."
        case .ineligibleForOffer: "The customer is not eligible for the offer."
        case .invalidOfferIdentifier: "The product has no such offer."
        case .invalidOfferPrice: "The offer's price is not valid."
        case .invalidOfferSignature: "The offer's signature is not valid."
        case .missingOfferParameters: "A part of the offer's signature is missing."
        case .paymentMethodBindingConfigurationRequired: "A payment method has to be bound first."
        }
    }

    /// Why it went wrong.
    public var failureReason: String? {
        switch self {
        case .invalidQuantity: "A quantity is between 1 and 10, and 1 for everything but consumables."
        case .productUnavailable: "It is not sold in the customer's storefront."
        case .purchaseNotAllowed: "The customer or a parent turned purchases off."
        case .ineligibleForOffer: "The customer had such an offer before, or never subscribed."
        case .invalidOfferIdentifier: "The identifier is not one of the product's offers."
        case .invalidOfferPrice: "The store does not know the price."
        case .invalidOfferSignature: "It does not match the offer, or its key is not known."
        case .missingOfferParameters: "The key, nonce, time or signature is empty."
        case .paymentMethodBindingConfigurationRequired: "The app's configuration asks for it."
        }
    }

    /// What may help.
    public var recoverySuggestion: String? {
        switch self {
        case .invalidQuantity: "Choose another quantity."
        case .productUnavailable: "Choose another product."
        case .purchaseNotAllowed: "Allow purchases in the device's settings."
        case .ineligibleForOffer: "Buy without the offer."
        default: nil
        }
    }
}
