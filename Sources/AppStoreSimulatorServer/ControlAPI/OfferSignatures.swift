// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// Looks at what an app's server signed for a purchase, as the App Store does before it sells.
struct OfferSignatures: Sendable {
    let keys: [ServerAPIKey]
    /// The instant by which a signature's age is measured; without one its own counts, for servers sign by the wall
    /// clock.
    let clock: (@Sendable () -> Date)?

    /// What comes with a purchase that asks for a promotional offer.
    struct PromotionalOfferRequest: Sendable {
        var product: ProductID
        var app: BundleID
        var offer: OfferID
        var signature: PromotionalOfferSignature?
        var jws: String?
        var appAccountToken: AppAccountToken?
        var applicationUsername: String?
    }

    /// Checks the signature of a promotional offer, old form or new, and answers with the nonce it used up.
    ///
    /// - Throws: A `Problem` that says what is not good.
    func check(_ input: PromotionalOfferRequest) throws -> String {
        do {
            if let jws = input.jws { return try check(jws: jws, input) }
            guard let signature = input.signature else {
                throw Problem(
                    .forbidden,
                    code: SimulatorError.Code.missingSignature.rawValue,
                    detail: "A promotional offer needs \"promotionalOfferSignature\" or \"promotionalOfferJWS\","
                        + " made by the app's server with a key of GET /keys."
                )
            }
            let offer = PromotionalOffer(productID: input.product, offerID: input.offer, customer: customer(of: input))
            try signature.verify(
                offer,
                bundleID: input.app,
                asOf: clock?() ?? Date(millisecondsSince1970: signature.timestamp),
                key: { try key($0, of: input.app) }
            )
            return signature.nonce.uuidString.lowercased()
        } catch let error as TokenError {
            throw Self.refusal(error)
        }
    }

    /// Reads what a server signed about the introductory offer.
    ///
    /// - Throws: A `Problem` that says what is not good.
    func eligibility(
        _ jws: String,
        product: ProductID,
        app: BundleID
    ) throws -> (allows: Bool?, nonce: String, transaction: String?) {
        do {
            let request = try InAppRequest(verifying: jws) { try key($0, of: app) }
            guard request.purpose == .introductoryOfferEligibility, request.bundleID == app,
                request.productID == product
            else { throw TokenError(code: .claim, message: "the token is about something else") }
            return (request.allowsIntroductoryOffer, request.nonce, request.transactionID)
        } catch let error as TokenError {
            throw Self.refusal(error)
        }
    }

    /// Reads a signed request of Advanced Commerce.
    ///
    /// - Throws: A ``ServerAPIError`` with Apple's message.
    func order(_ jws: String, app: BundleID) throws -> (request: Data, nonce: String) {
        do {
            let request = try InAppRequest(verifying: jws) { try key($0, of: app) }
            guard request.purpose == .advancedCommerce, request.bundleID == app, let body = request.request else {
                throw AdvancedCommerceBody.error(.nullAdvancedCommerceData)
            }
            return (body, request.nonce)
        } catch is TokenError {
            throw AdvancedCommerceBody.error(.invalidSignature)
        }
    }

    private func check(jws: String, _ input: PromotionalOfferRequest) throws -> String {
        let request = try InAppRequest(verifying: jws) { try key($0, of: input.app) }
        guard request.purpose == .promotionalOffer, request.bundleID == input.app, request.productID == input.product,
            request.offerID == input.offer
        else { throw TokenError(code: .claim, message: "the token is about something else") }
        return request.nonce
    }

    private func customer(of input: PromotionalOfferRequest) -> PromotionalOffer.Customer {
        if let token = input.appAccountToken { return .accountToken(token) }
        return input.applicationUsername.map { .applicationUsername($0) } ?? .anyone
    }

    private func key(_ id: String, of app: BundleID) throws -> PublicKey? {
        try keys.first { $0.keyID == id && $0.bundleID == app }.map { try PrivateKey(pem: $0.privateKeyPEM).publicKey }
    }

    private static func refusal(_ error: TokenError) -> Problem {
        Problem(
            .forbidden,
            code: SimulatorError.Code.invalidSignature.rawValue,
            detail: "The signature was refused: \(error.message)."
        )
    }
}

extension SimulatorEngine {
    /// How many nonces are remembered; the oldest ones go first.
    private static let nonceLimit = 10_000

    /// Uses up a nonce.
    ///
    /// - Throws: A `SimulatorError` when it was used before, or an `SQLiteError`.
    func use(nonce: String) throws {
        guard try history.connection.first("SELECT 1 FROM nonces WHERE nonce = \(nonce)", as: Int.self) == nil else {
            throw SimulatorError(.invalidSignature, "The signature's nonce was used before; sign the offer again.")
        }
        try history.connection.execute("INSERT INTO nonces (nonce) VALUES (\(nonce))")
        try history.connection.execute(
            "DELETE FROM nonces WHERE number <= (SELECT max(number) FROM nonces) - \(Self.nonceLimit)"
        )
    }
}
