// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SKError {
    /// What can go wrong in the original interface.
    public enum Code: Int, Error, Sendable, CaseIterable {
        /// No one knows.
        case unknown = 0

        /// The app may not do it.
        case clientInvalid

        /// The customer changed their mind.
        case paymentCancelled

        /// The payment makes no sense.
        case paymentInvalid

        /// The customer may not pay on this device.
        case paymentNotAllowed

        /// The product is not sold in the storefront.
        case storeProductNotAvailable

        /// The customer does not allow the cloud service.
        case cloudServicePermissionDenied

        /// The network failed.
        case cloudServiceNetworkConnectionFailed

        /// The customer took the permission back.
        case cloudServiceRevoked

        /// The customer has to read the store's privacy notice first.
        case privacyAcknowledgementRequired

        /// The app's request data is not its own.
        case unauthorizedRequestData

        /// The product has no such offer.
        case invalidOfferIdentifier

        /// The offer's signature is wrong.
        case invalidSignature

        /// A part of the offer is missing.
        case missingOfferParams

        /// The offer's price is not one the store knows.
        case invalidOfferPrice

        /// An overlay was closed.
        case overlayCancelled

        /// An overlay's configuration is wrong.
        case overlayInvalidConfiguration

        /// An overlay took too long.
        case overlayTimeout

        /// The customer may not have the offer.
        case ineligibleForOffer

        /// The system cannot do it.
        case unsupportedPlatform

        /// An overlay was shown in the background.
        case overlayPresentedInBackgroundScene

        /// Matches errors of this code in a `catch`.
        public static func ~= (match: Code, error: any Error) -> Bool {
            (error as? SKError)?.code == match
        }

        var text: String {
            switch self {
            case .unknown: "Unknown error."
            case .clientInvalid: "The app is not allowed to do this."
            case .paymentCancelled: "The payment was cancelled."
            case .paymentInvalid: "The payment is not valid."
            case .paymentNotAllowed: "Payments are not allowed on this device."
            case .storeProductNotAvailable: "The product is not available in this storefront."
            case .cloudServicePermissionDenied: "Access to the cloud service was denied."
            case .cloudServiceNetworkConnectionFailed: "The network connection failed."
            case .cloudServiceRevoked: "The permission for the cloud service was revoked."
            case .privacyAcknowledgementRequired: "The privacy notice has to be acknowledged."
            case .unauthorizedRequestData: "The request data is not authorized."
            case .invalidOfferIdentifier: "The offer is not valid."
            case .invalidSignature: "The offer's signature is not valid."
            case .missingOfferParams: "A part of the offer is missing."
            case .invalidOfferPrice: "The offer's price is not valid."
            case .overlayCancelled: "The overlay was cancelled."
            case .overlayInvalidConfiguration: "The overlay's configuration is not valid."
            case .overlayTimeout: "The overlay timed out."
            case .ineligibleForOffer: "The customer is not eligible for the offer."
            case .unsupportedPlatform: "This is not supported on this platform."
            case .overlayPresentedInBackgroundScene: "The overlay's scene is in the background."
            }
        }
    }
}

extension SKError {
    /// No one knows.
    public static var unknown: SKError.Code { .unknown }

    /// The app may not do it.
    public static var clientInvalid: SKError.Code { .clientInvalid }

    /// The customer changed their mind.
    public static var paymentCancelled: SKError.Code { .paymentCancelled }

    /// The payment makes no sense.
    public static var paymentInvalid: SKError.Code { .paymentInvalid }

    /// The customer may not pay on this device.
    public static var paymentNotAllowed: SKError.Code { .paymentNotAllowed }

    /// The product is not sold in the storefront.
    public static var storeProductNotAvailable: SKError.Code { .storeProductNotAvailable }

    /// The customer does not allow the cloud service.
    public static var cloudServicePermissionDenied: SKError.Code { .cloudServicePermissionDenied }

    /// The network failed.
    public static var cloudServiceNetworkConnectionFailed: SKError.Code { .cloudServiceNetworkConnectionFailed }

    /// The customer took the permission back.
    public static var cloudServiceRevoked: SKError.Code { .cloudServiceRevoked }

    /// The customer has to read the store's privacy notice first.
    public static var privacyAcknowledgementRequired: SKError.Code { .privacyAcknowledgementRequired }

    /// The app's request data is not its own.
    public static var unauthorizedRequestData: SKError.Code { .unauthorizedRequestData }

    /// The product has no such offer.
    public static var invalidOfferIdentifier: SKError.Code { .invalidOfferIdentifier }

    /// The offer's signature is wrong.
    public static var invalidSignature: SKError.Code { .invalidSignature }

    /// A part of the offer is missing.
    public static var missingOfferParams: SKError.Code { .missingOfferParams }

    /// The offer's price is not one the store knows.
    public static var invalidOfferPrice: SKError.Code { .invalidOfferPrice }

    /// An overlay was closed.
    public static var overlayCancelled: SKError.Code { .overlayCancelled }

    /// An overlay's configuration is wrong.
    public static var overlayInvalidConfiguration: SKError.Code { .overlayInvalidConfiguration }

    /// An overlay took too long.
    public static var overlayTimeout: SKError.Code { .overlayTimeout }

    /// The customer may not have the offer.
    public static var ineligibleForOffer: SKError.Code { .ineligibleForOffer }

    /// The system cannot do it.
    public static var unsupportedPlatform: SKError.Code { .unsupportedPlatform }

    /// An overlay was shown in the background.
    public static var overlayPresentedInBackgroundScene: SKError.Code { .overlayPresentedInBackgroundScene }
}
