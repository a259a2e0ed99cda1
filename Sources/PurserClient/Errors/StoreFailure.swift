// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

/// What a store's error says, in the numbers of the original interface whichever interface threw it.
package struct StoreFailure: Error, Hashable, Sendable {
    /// The code of `SKError`.
    package var code: Int

    /// The system's own text, when it says more than the number.
    package var text: String?

    package static let canceled = StoreFailure(code: SKError.Code.paymentCancelled.rawValue)

    package var isCancelled: Bool { code == Self.canceled.code }

    package init(code: Int, text: String? = nil) {
        self.code = code
        self.text = text
    }

    /// Reads any error of StoreKit.
    package init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let error as SKError: self.init(code: error.code.rawValue, text: Self.ownText(of: error))
        case let error as Product.PurchaseError: self.init(Self.code(of: error), Self.systemText(of: error))
        case let error as StoreKitError: self.init(Self.code(of: error), Self.systemText(of: error))
        case let error as URLError: self.init(.cloudServiceNetworkConnectionFailed, Self.systemText(of: error))
        default: self.init(code: SKError.Code.unknown.rawValue, text: (error as? any LocalizedError)?.errorDescription)
        }
    }

    private init(_ code: SKError.Code, _ text: String?) {
        self.init(code: code.rawValue, text: text)
    }

    /// What Apple's systems say in the customer's language; Linux knows no such texts.
    private static func systemText(of error: any Error) -> String? {
        #if canImport(Darwin)
        return error.localizedDescription
        #else
        return nil
        #endif
    }

    /// The system's text, unless it is what every error of this code says.
    private static func ownText(of error: SKError) -> String? {
        let text = error.localizedDescription
        return text.isEmpty || text == SKError(error.code).localizedDescription ? nil : text
    }

    private static func code(of error: Product.PurchaseError) -> SKError.Code {
        switch error {
        case .invalidQuantity: .paymentInvalid
        case .productUnavailable: .storeProductNotAvailable
        case .purchaseNotAllowed: .paymentNotAllowed
        case .ineligibleForOffer: .ineligibleForOffer
        case .invalidOfferIdentifier: .invalidOfferIdentifier
        case .invalidOfferPrice: .invalidOfferPrice
        case .invalidOfferSignature: .invalidSignature
        case .missingOfferParameters: .missingOfferParams
        default: .unknown
        }
    }

    private static func code(of error: StoreKitError) -> SKError.Code {
        switch error {
        case .userCancelled: .paymentCancelled
        case .networkError: .cloudServiceNetworkConnectionFailed
        case .notAvailableInStorefront: .storeProductNotAvailable
        case .notEntitled: .clientInvalid
        default: .unknown
        }
    }
}
