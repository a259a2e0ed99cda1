// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What an app hands to StoreKit in JWS form, once its signature is checked; the simulator's doorkeeper.
public struct InAppRequest: Hashable, Sendable {
    /// What such a request is for; an open set.
    public struct Purpose: RawRepresentable, Hashable, Sendable {
        /// The audience that the token names.
        public let rawValue: String

        /// Makes a purpose from an audience.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A promotional offer.
        public static let promotionalOffer = Purpose(rawValue: "promotional-offer")

        /// Whether a customer may have the introductory offer.
        public static let introductoryOfferEligibility = Purpose(rawValue: "introductory-offer-eligibility")

        /// A request of Advanced Commerce.
        public static let advancedCommerce = Purpose(rawValue: "advanced-commerce-api")
    }

    /// What the request is for.
    public let purpose: Purpose

    /// The issuer's identifier.
    public let issuerID: String

    /// The key's identifier.
    public let keyID: String

    /// The app.
    public let bundleID: BundleID

    /// When it was signed.
    public let issuedAt: Date

    /// What makes it good for one use.
    public let nonce: String

    /// The product, in offers.
    public let productID: ProductID?

    /// The offer, in promotional offers.
    public let offerID: OfferID?

    /// The transaction by which the customer is known.
    public let transactionID: String?

    /// Whether the customer may have the introductory offer.
    public let allowsIntroductoryOffer: Bool?

    /// The JSON of a request of Advanced Commerce.
    public let request: Data?

    struct Claims: Codable {
        var iss: String
        var iat: Int64
        var aud: String
        var bid: BundleID
        var nonce: String
        var productId: ProductID?
        var offerIdentifier: OfferID?
        var transactionId: String?
        var allowIntroductoryOffer: Bool?
        var request: String?
    }

    /// Checks a request; whether the nonce was used before is the caller's part.
    ///
    /// - Parameters:
    ///   - token: The JWS.
    ///   - key: The public key with an identifier, when there is one.
    /// - Throws: ``TokenError``.
    public init(verifying token: String, key: (_ identifier: String) throws -> PublicKey?) throws {
        let (keyID, claims) = try CompactToken.open(token, as: Claims.self, key: key)
        purpose = Purpose(rawValue: claims.aud)
        issuerID = claims.iss
        self.keyID = keyID
        bundleID = claims.bid
        issuedAt = Date(timeIntervalSince1970: Double(claims.iat))
        nonce = claims.nonce
        productID = claims.productId
        offerID = claims.offerIdentifier
        transactionID = claims.transactionId
        allowsIntroductoryOffer = claims.allowIntroductoryOffer
        request = try claims.request.map {
            guard let bytes = Base64.decode($0) else {
                throw TokenError(code: .claim, message: "the request in the token is not base64")
            }
            return Data(bytes)
        }
        guard isComplete else {
            throw TokenError(code: .claim, message: "the token lacks a claim that its audience needs")
        }
    }

    private var isComplete: Bool {
        switch purpose {
        case .promotionalOffer: productID != nil && offerID != nil
        case .introductoryOfferEligibility: productID != nil && allowsIntroductoryOffer != nil && transactionID != nil
        case .advancedCommerce: request != nil
        default: true
        }
    }
}
