// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SKError {
    /// The original interface's error for one of the newer interface.
    init(reason error: any Error) {
        switch error {
        case let error as SKError: self = error
        case let error as Product.PurchaseError: self.init(Code(error))
        case let error as StoreKitError: self.init(Code(error), userInfo: [NSUnderlyingErrorKey: error])
        default: self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
        }
    }
}

extension SKError {
    /// The newer interface's error for this one.
    var newer: any Error {
        switch code {
        case .paymentCancelled, .overlayCancelled: StoreKitError.userCancelled
        case .paymentInvalid: Product.PurchaseError.invalidQuantity
        case .paymentNotAllowed: Product.PurchaseError.purchaseNotAllowed
        case .storeProductNotAvailable: Product.PurchaseError.productUnavailable
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidSignature: Product.PurchaseError.invalidOfferSignature
        case .missingOfferParams: Product.PurchaseError.missingOfferParameters
        case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
        case .ineligibleForOffer: Product.PurchaseError.ineligibleForOffer
        case .clientInvalid: StoreKitError.notEntitled
        case .unsupportedPlatform: StoreKitError.unsupported
        case .cloudServiceNetworkConnectionFailed:
            StoreKitError.networkError(URLError(.networkConnectionLost))
        default: StoreKitError.unknown
        }
    }
}

extension SKError.Code {
    fileprivate init(_ error: Product.PurchaseError) {
        switch error {
        case .invalidQuantity: self = .paymentInvalid
        case .productUnavailable: self = .storeProductNotAvailable
        case .purchaseNotAllowed: self = .paymentNotAllowed
        case .ineligibleForOffer: self = .ineligibleForOffer
        case .invalidOfferIdentifier: self = .invalidOfferIdentifier
        case .invalidOfferPrice: self = .invalidOfferPrice
        case .invalidOfferSignature: self = .invalidSignature
        case .missingOfferParameters: self = .missingOfferParams
        case .paymentMethodBindingConfigurationRequired: self = .paymentNotAllowed
        }
    }

    fileprivate init(_ error: StoreKitError) {
        switch error {
        case .userCancelled: self = .paymentCancelled
        case .networkError: self = .cloudServiceNetworkConnectionFailed
        case .notAvailableInStorefront: self = .storeProductNotAvailable
        case .notEntitled: self = .clientInvalid
        case .unsupported: self = .unsupportedPlatform
        case .unknown, .systemError, .invalidPresentationContext: self = .unknown
        }
    }
}
