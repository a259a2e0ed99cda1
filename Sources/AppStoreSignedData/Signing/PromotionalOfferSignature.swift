// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The signature of a promotional offer, as the app hands it to StoreKit.
public struct PromotionalOfferSignature: Hashable, Sendable, Codable {
    /// The key's identifier.
    public var keyIdentifier: String

    /// The UUID that makes it good for one use.
    public var nonce: UUID

    /// When it was made, in milliseconds since 1970.
    public var timestamp: Int64

    /// The signature in base64.
    public var signature: String

    /// Joins the parts.
    public init(keyIdentifier: String, nonce: UUID, timestamp: Int64, signature: String) {
        self.keyIdentifier = keyIdentifier
        self.nonce = nonce
        self.timestamp = timestamp
        self.signature = signature
    }

    /// Encodes the parts, the nonce in lower case as it was signed.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(keyIdentifier, forKey: .keyIdentifier)
        try container.encode(nonce.uuidString.lowercased(), forKey: .nonce)
        try container.encode(timestamp, forKey: .timestamp)
        try container.encode(signature, forKey: .signature)
    }

    /// For how long Apple accepts a signature, in seconds.
    public static let lifetime: TimeInterval = 24 * 60 * 60

    /// Checks the signature as the App Store does; whether the nonce was used before is the caller's part.
    ///
    /// - Parameters:
    ///   - offer: What is about to be bought, and by whom.
    ///   - bundleID: The app.
    ///   - now: The present instant.
    ///   - key: The public key with an identifier, when there is one.
    /// - Throws: ``TokenError``.
    public func verify(
        _ offer: PromotionalOffer,
        bundleID: BundleID,
        asOf now: Date,
        key: (_ identifier: String) throws -> PublicKey?
    ) throws {
        guard let key = try key(keyIdentifier) else {
            throw TokenError(code: .unknownKey, message: "the offer names no key that is known here")
        }
        guard let der = Base64.decode(signature) else {
            throw TokenError(code: .malformed, message: "the offer's signature is not base64")
        }
        let message = Self.message(offer, bundleID: bundleID, keyID: keyIdentifier, nonce: nonce, timestamp: timestamp)
        guard key.algorithm == .p256, key.isValidSignature(der, for: message) else {
            throw TokenError(
                code: .signature,
                message: "the signature is not over this offer; compare app, product, offer, customer, nonce and time"
            )
        }
        let age = now.timeIntervalSince(Date(millisecondsSince1970: timestamp))
        guard age < Self.lifetime else {
            throw TokenError(code: .expired, message: "the offer was signed more than 24 hours ago")
        }
    }

    /// Whether the signature can be one at all, whichever key made it: ECDSA over P-256, in DER and base64.
    package var isWellFormed: Bool { Base64.decode(signature).map { ECDSASignature(der: $0) != nil } ?? false }

    /// What is signed: seven fields with U+2063, the invisible separator, between them.
    static func message(
        _ offer: PromotionalOffer,
        bundleID: BundleID,
        keyID: String,
        nonce: UUID,
        timestamp: Int64
    ) -> [UInt8] {
        let fields = [
            bundleID.rawValue, keyID, offer.productID.rawValue, offer.offerID.rawValue, offer.customer.text,
            nonce.uuidString.lowercased(), String(timestamp),
        ]
        return Array(fields.joined(separator: "\u{2063}").utf8)
    }
}
