// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Signs what an app hands to StoreKit in JWS form: offers, eligibility, requests of Advanced Commerce.
///
/// <https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests>
public struct InAppRequestSigner: Sendable {
    private let credentials: Credentials

    /// What requests are signed with.
    public struct Credentials: Sendable {
        /// The issuer's identifier from App Store Connect.
        public var issuerID: String

        /// The key's identifier.
        public var keyID: String

        /// The In-App Purchase key from the `.p8` file.
        public var key: PrivateKey

        /// The app.
        public var bundleID: BundleID

        /// Joins what requests are signed with.
        public init(issuerID: String, keyID: String, key: PrivateKey, bundleID: BundleID) {
            self.issuerID = issuerID
            self.keyID = keyID
            self.key = key
            self.bundleID = bundleID
        }
    }

    /// Makes a signer.
    ///
    /// - Throws: ``CryptographyError`` when the key is not P-256.
    public init(_ credentials: Credentials) throws {
        guard credentials.key.algorithm == .p256 else {
            throw CryptographyError(
                code: .unsuitableKey,
                message: "requests are signed with a P-256 key from a .p8 file"
            )
        }
        self.credentials = credentials
    }

    /// Signs a promotional offer the second way.
    ///
    /// - Parameters:
    ///   - productID: The subscription's product.
    ///   - offerID: The offer.
    ///   - transactionID: Any transaction of the customer, or the app transaction's identifier; Apple recommends one.
    ///   - nonce: A UUID that is used for nothing else.
    ///   - now: The present instant.
    /// - Returns: The JWS.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func promotionalOffer(
        productID: ProductID,
        offerID: OfferID,
        transactionID: String? = nil,
        nonce: UUID,
        asOf now: Date
    ) throws -> String {
        try sign(.promotionalOffer, nonce: nonce, asOf: now) {
            $0.productId = productID
            $0.offerIdentifier = offerID
            $0.transactionId = transactionID
        }
    }

    /// Signs whether a customer may have the introductory offer.
    ///
    /// - Parameters:
    ///   - productID: The subscription's product.
    ///   - isAllowed: Whether the customer may have it.
    ///   - transactionID: Any transaction of the customer, or the app transaction's identifier.
    ///   - nonce: A UUID that is used for nothing else.
    ///   - now: The present instant.
    /// - Returns: The JWS.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func introductoryOfferEligibility(
        productID: ProductID,
        isAllowed: Bool,
        transactionID: String,
        nonce: UUID,
        asOf now: Date
    ) throws -> String {
        try sign(.introductoryOfferEligibility, nonce: nonce, asOf: now) {
            $0.productId = productID
            $0.allowIntroductoryOffer = isAllowed
            $0.transactionId = transactionID
        }
    }

    /// Signs a request of Advanced Commerce.
    ///
    /// - Parameters:
    ///   - request: The request's JSON, with its `operation` and `version`.
    ///   - nonce: A UUID that is used for nothing else.
    ///   - now: The present instant.
    /// - Returns: The JWS.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func advancedCommerceRequest(_ request: Data, nonce: UUID, asOf now: Date) throws -> String {
        try sign(.advancedCommerce, nonce: nonce, asOf: now) { $0.request = Base64.encode(Array(request)) }
    }

    private func sign(
        _ purpose: InAppRequest.Purpose,
        nonce: UUID,
        asOf now: Date,
        fill: (inout InAppRequest.Claims) -> Void
    ) throws -> String {
        var claims = InAppRequest.Claims(
            iss: credentials.issuerID,
            iat: Int64(now.timeIntervalSince1970.rounded(.down)),
            aud: purpose.rawValue,
            bid: credentials.bundleID,
            nonce: nonce.uuidString.lowercased()
        )
        fill(&claims)
        return try CompactToken.make(claims, keyID: credentials.keyID, key: credentials.key)
    }
}
