// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKitCrypto

/// A document of the App Store, with the outcome of checking its signature on this device.
///
/// The check is a real one: the signature, the certificate chain up to the configured root, and the instant of
/// signing. A document that was changed comes as ``unverified(_:_:)``.
///
/// <https://developer.apple.com/documentation/storekit/verificationresult>
@frozen
public enum VerificationResult<SignedType> {
    /// The document failed the check.
    case unverified(SignedType, VerificationResult<SignedType>.VerificationError)

    /// The document passed the check.
    case verified(SignedType)

    /// The document's content when it passed the check.
    ///
    /// - Throws: ``VerificationError`` when it failed.
    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .verified(let value): return value
            case .unverified(_, let error): throw error
            }
        }
    }

    /// The document's content, whether it passed the check or not.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .verified(let value), .unverified(let value, _): value
        }
    }
}

extension VerificationResult {
    /// Why a document failed the check.
    public enum VerificationError: Error {
        /// A certificate was revoked.
        case revokedCertificate

        /// The certificates do not lead to the root.
        case invalidCertificateChain

        /// The document was made for another device.
        case invalidDeviceVerification

        /// The document is not a signed document at all.
        case invalidEncoding

        /// The signature does not match the content.
        case invalidSignature

        /// The document lacks something that it must have.
        case missingRequiredProperties
    }
}

extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: Sendable where SignedType: Sendable {}
extension VerificationResult.VerificationError: Equatable {}
extension VerificationResult.VerificationError: Hashable {}

extension VerificationResult: CustomDebugStringConvertible where SignedType: CustomDebugStringConvertible {
    /// The outcome and the content.
    public var debugDescription: String {
        switch self {
        case .verified(let value): "verified(\(value.debugDescription))"
        case .unverified(let value, let error): "unverified(\(value.debugDescription), \(error))"
        }
    }
}

extension VerificationResult.VerificationError: LocalizedError {
    /// What went wrong.
    public var errorDescription: String? {
        switch self {
        case .revokedCertificate: "A certificate of the signature was revoked."
        case .invalidCertificateChain: "The certificates of the signature are not trusted."
        case .invalidDeviceVerification: "The document belongs to another device."
        case .invalidEncoding: "The document is not a signed document."
        case .invalidSignature: "The signature does not match the document."
        case .missingRequiredProperties: "The document is incomplete."
        }
    }

    /// Why it went wrong.
    public var failureReason: String? {
        switch self {
        case .revokedCertificate: "Its issuer took a certificate back."
        case .invalidCertificateChain: "The chain does not end at the configured root, or was not valid when it signed."
        case .invalidDeviceVerification: "Its hash was not made from this device's identifier."
        case .invalidEncoding: "It does not have the three parts of a JWS."
        case .invalidSignature: "The document was changed after it was signed, or signed with another key."
        case .missingRequiredProperties: "A field that every such document has is missing."
        }
    }

    /// What may help.
    public var recoverySuggestion: String? { "Do not give the customer what the document says; ask the store again." }
}
