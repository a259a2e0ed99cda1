// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Signs documents as Apple does: ES256, with the certificates in the header.
///
/// The simulator and the tests use it; nothing trusts its documents but a verifier that is given its root.
public struct DocumentSigner: Sendable {
    private let key: PrivateKey
    private let prefix: String

    /// Signs as the App Store does, with three certificates.
    ///
    /// - Parameters:
    ///   - chain: The certificates, the signing one first.
    ///   - key: The signing certificate's key.
    /// - Throws: ``CryptographyError`` when the key is not P-256 or not the certificate's.
    public init(chain: [Certificate], key: PrivateKey) throws {
        try self.init(chain: chain, key: key, keyID: nil)
    }

    /// Signs as the App Store does, with a hierarchy's certificates.
    public init(_ hierarchy: CertificateHierarchy) throws {
        try self.init(chain: hierarchy.chain, key: hierarchy.leaf.key)
    }

    /// Signs as StoreKit testing in Xcode does, with one certificate that issued itself.
    public init(xcode: CertifiedKey) throws {
        try self.init(chain: [xcode.certificate], key: xcode.key, keyID: "Apple_Xcode_Key")
    }

    private init(chain: [Certificate], key: PrivateKey, keyID: String?) throws {
        guard let leaf = chain.first, key.algorithm == .p256, try leaf.publicKey == key.publicKey else {
            throw CryptographyError(
                code: .unsuitableKey,
                message: "documents are signed with the P-256 key of the first certificate"
            )
        }
        self.key = key
        let header = Header(
            alg: "ES256",
            kid: keyID,
            typ: keyID == nil ? nil : "JWT",
            x5c: chain.map { Base64.encode(Array($0.der)) }
        )
        prefix = Base64URL.encode(try AppStoreJSON.encode(header)) + "."
    }

    private struct Header: Encodable {
        let alg: String
        let kid: String?
        let typ: String?
        let x5c: [String]
    }

    /// Signs a payload's JSON.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func sign(_ payload: Data) throws -> SignedPayload {
        let message = prefix + Base64URL.encode(payload)
        let signature = try key.joseSignature(for: Array(message.utf8))
        return SignedPayload(rawValue: message + "." + Base64URL.encode(signature))
    }

    /// Encodes a document and signs it.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails, or what the encoder throws.
    public func sign(_ document: some SignedDocument) throws -> SignedPayload {
        try sign(AppStoreJSON.encode(document))
    }
}
