// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

/// A public key: P-256, P-384 or RSA.
public struct PublicKey: Sendable {
    let handle: KeyHandle

    /// What kind of key it is.
    public let algorithm: KeyAlgorithm

    /// Wraps a key that OpenSSL made.
    init(handle: KeyHandle) throws {
        guard let algorithm = handle.algorithm else {
            throw CryptographyError(
                code: .unsuitableKey,
                message: "the key is neither P-256, P-384 nor RSA; use one of these"
            )
        }
        self.handle = handle
        self.algorithm = algorithm
    }

    /// Reads a key from PEM ("BEGIN PUBLIC KEY").
    ///
    /// - Throws: ``CryptographyError`` when the text is not such a key.
    public init(pem: String) throws {
        let key = unsafe try MemoryBuffer(reading: Array(pem.utf8)).use { unsafe copenssl_PEM_read_public_key($0) }
        guard let key = unsafe key else {
            throw CryptographyError.openSSL("not a public key in PEM", code: .malformedKey)
        }
        try self.init(handle: unsafe KeyHandle(owning: key))
    }

    /// Reads a key from a DER SubjectPublicKeyInfo.
    ///
    /// - Throws: ``CryptographyError`` when the bytes are not such a key.
    public init(subjectPublicKeyInfo: Data) throws {
        let key = unsafe subjectPublicKeyInfo.withUnsafeBytes { bytes in
            var cursor = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return unsafe d2i_PUBKEY(nil, &cursor, bytes.count)
        }
        guard let key = unsafe key else {
            throw CryptographyError.openSSL("not a DER public key", code: .malformedKey)
        }
        try self.init(handle: unsafe KeyHandle(owning: key))
    }

    /// The key as a DER SubjectPublicKeyInfo.
    public var subjectPublicKeyInfo: Data { Data(handle.subjectPublicKeyInfo) }

    /// The key in PEM.
    public var pem: String { PEM.encode(handle.subjectPublicKeyInfo, label: "PUBLIC KEY") }
}

extension PublicKey: Hashable {
    /// Keys are equal when their DER is.
    public static func == (left: PublicKey, right: PublicKey) -> Bool {
        left.handle.subjectPublicKeyInfo == right.handle.subjectPublicKeyInfo
    }

    /// Hashes the key's DER.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(handle.subjectPublicKeyInfo)
    }
}

extension PublicKey {
    /// Whether a signature over a message is this key's, with SHA-256: ECDSA in DER, or RSA PKCS #1.
    public func isValidSignature(_ signature: some ContiguousBytes, for message: some ContiguousBytes) -> Bool {
        isValidSignature(signature, for: message, digest: .sha256)
    }

    /// Whether an ES256 signature (r and s in 64 bytes) over a message is this key's.
    public func isValidJOSESignature(_ signature: [UInt8], for message: some ContiguousBytes) -> Bool {
        guard algorithm == .p256, let der = ECDSASignature(raw: signature)?.der else { return false }
        return isValidSignature(der, for: message, digest: .sha256)
    }

    func isValidSignature(
        _ signature: some ContiguousBytes,
        for message: some ContiguousBytes,
        digest: DigestAlgorithm
    ) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer {
            unsafe EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        guard unsafe EVP_DigestVerifyInit(context, nil, digest.method, nil, handle.pointer) == 1 else { return false }
        return unsafe signature.withUnsafeBytes { signature in
            unsafe message.withUnsafeBytes { message in
                unsafe EVP_DigestVerify(
                    context,
                    signature.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    signature.count,
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    message.count
                ) == 1
            }
        }
    }

    /// The SHA-1 of the key's bits, by which certificates name it.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.2>
    var keyIdentifier: [UInt8] {
        let bits = DERReader.subjectPublicKeyBits(handle.subjectPublicKeyInfo) ?? []
        return DigestAlgorithm.sha1.digest(of: bits)
    }
}
