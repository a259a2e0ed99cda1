// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// What a running simulator knows of a device's customer.
struct DeviceResponse: Decodable, Sendable {
    struct Purchase: Decodable, Sendable {
        var isFinished: Bool
        var signedTransactionInfo: String
    }

    struct Subscription: Decodable, Sendable {
        var group: String
        var status: Int
        var signedTransactionInfo: String
        var signedRenewalInfo: String
    }

    var app: String
    var storefront: String
    var storefrontId: String?
    var currency: String?
    var allowsPurchases: Bool
    var pending: [String]
    var transactions: [Purchase]
    var subscriptions: [Subscription]
    var signedAppTransactionInfo: String?

    var record: StorefrontRecord {
        StorefrontRecord(countryCode: storefront, id: storefrontId ?? "", currency: currency ?? "USD")
    }
}

/// What a running simulator answers to a purchase.
struct PurchaseResponse: Decodable, Sendable {
    struct Pending: Decodable, Sendable {
        var id: String
        var reason: String
        var product: String?
    }

    var signedTransactionInfo: String?
    var pending: Pending?
}

/// What the app asks a running simulator to sell.
struct PurchaseRequest: Encodable, Sendable {
    var customer: String
    var product: String
    var quantity: Int?
    var seats: Int?
    var billingPlan: String?
    var appAccountToken: AppAccountToken?
    var promotionalOffer: String?
    var promotionalOfferSignature: PromotionalOfferSignature?
    var promotionalOfferJWS: String?
    var introductoryEligibilityJWS: String?
    var winBackOffer: String?
    var simulatesAskToBuy: Bool?
    var advancedCommerceJWS: String?

    /// Makes the request for an order.
    ///
    /// - Throws: ``StoreKitError/unsupported`` for an option that a simulator elsewhere cannot honor.
    init(_ order: PurchaseOrder, customer: String) throws {
        self.customer = customer
        product = order.product
        for option in order.options {
            switch option.choice {
            case .appAccountToken(let token): appAccountToken = AppAccountToken(rawValue: token)
            case .quantity(let count): quantity = count
            case .simulatesAskToBuy(let simulates): simulatesAskToBuy = simulates
            case .winBackOffer(let offer): winBackOffer = offer.id
            case .promotionalOffer(let id, let signature):
                promotionalOffer = id
                promotionalOfferSignature = PromotionalOfferSignature(
                    keyIdentifier: signature.keyID,
                    nonce: signature.nonce,
                    timestamp: Int64(signature.timestamp),
                    signature: signature.signature.base64EncodedString()
                )
            case .custom(PurchaseOptionValue.signedOfferID, .text(let id)): promotionalOffer = id
            case .custom(PurchaseOptionValue.signedOffer, .text(let text)):
                promotionalOfferJWS = Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
            case .custom(PurchaseOptionValue.introductoryEligibility, .text(let jws)): introductoryEligibilityJWS = jws
            case .custom(PurchaseOptionValue.advancedCommerce, .text(let jws)): advancedCommerceJWS = jws
            case .billingPlanType(let type): billingPlan = type.rawValue
            case .seats(let count): seats = count
            case .custom(let key, _):
                StoreLog.warn("a purchase is refused: \(PurchaseOptionValue.refusal(ofCustom: key))")
                throw StoreKitError.unsupported
            // Seen to by the runtime before and after the purchase.
            case .onStorefrontChange, .multiSeatInvitationSheetSuppressed: continue
            case .codeOffer, .unsignedOffer, .purchaseDate:
                StoreLog.warn("a purchase is refused: a simulator elsewhere does not know \(option.choice.summary)")
                throw StoreKitError.unsupported
            }
        }
    }
}

/// A refusal of a running simulator.
struct ProblemResponse: Decodable, Sendable {
    var code: String?
    var detail: String?
}

/// The receipt of a running simulator.
struct ReceiptResponse: Decodable, Sendable {
    var receipt: String
}

/// The token of a purchase outside the App Store that a running simulator made.
struct ExternalPurchaseResponse: Decodable, Sendable {
    var token: String
}
