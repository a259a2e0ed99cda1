// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// Keys on Curve25519 as plain bytes, for the companion module `CryptoKit`: OpenSSL does the work.
@_spi(Companions)
public enum RawCurve: Sendable {
    /// Agreeing on secrets.
    case x25519

    /// Signing.
    case ed25519

    private var kind: Int32 { self == .x25519 ? EVP_PKEY_X25519 : EVP_PKEY_ED25519 }

    /// A new private key of 32 bytes.
    ///
    /// - Throws: ``CryptoKitError/underlyingCoreCryptoError(error:)`` when OpenSSL has no randomness.
    public static func newPrivateKey() throws -> [UInt8] { try randomBytes(32) }

    /// Bytes that no one can guess.
    ///
    /// - Throws: ``CryptoKitError/underlyingCoreCryptoError(error:)`` when OpenSSL has no randomness.
    public static func randomBytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw CryptoKitError.lastOfOpenSSL }
        return bytes
    }

    /// The public key of a private one.
    ///
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when it is none.
    public func publicKey(of privateKey: [UInt8]) throws -> [UInt8] {
        try withPrivateKey(privateKey) { key in
            var (bytes, count) = ([UInt8](repeating: 0, count: 32), 32)
            guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { throw CryptoKitError.lastOfOpenSSL }
            return bytes
        }
    }

    /// Whether bytes are a public key.
    public func isPublicKey(_ bytes: [UInt8]) -> Bool { (try? withPublicKey(bytes) { _ in }) != nil }

    /// The secret of a private key and another's public one.
    ///
    /// - Throws: ``CryptoKitError`` when one of them is not a key, or the other's leads to no secret.
    public func secret(of privateKey: [UInt8], with publicKey: [UInt8]) throws -> [UInt8] {
        try withPrivateKey(privateKey) { own in
            try withPublicKey(publicKey) { other in
                guard let context = EVP_PKEY_CTX_new(own, nil) else { throw CryptoKitError.lastOfOpenSSL }
                defer { EVP_PKEY_CTX_free(context) }
                var (bytes, count) = ([UInt8](repeating: 0, count: 32), 32)
                guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
                    EVP_PKEY_derive(context, &bytes, &count) == 1
                else { throw CryptoKitError.lastOfOpenSSL }
                return bytes
            }
        }
    }

    /// Signs a message: 64 bytes.
    ///
    /// - Throws: ``CryptoKitError`` when the key is none.
    public func signature(over message: [UInt8], by privateKey: [UInt8]) throws -> [UInt8] {
        try withPrivateKey(privateKey) { key in
            guard let context = EVP_MD_CTX_new() else { throw CryptoKitError.lastOfOpenSSL }
            defer { EVP_MD_CTX_free(context) }
            var (bytes, count) = ([UInt8](repeating: 0, count: 64), 64)
            guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
                EVP_DigestSign(context, &bytes, &count, message, message.count) == 1
            else { throw CryptoKitError.lastOfOpenSSL }
            return bytes
        }
    }

    /// Whether a signature is a key's over a message.
    public func isValid(_ signature: [UInt8], over message: [UInt8], by publicKey: [UInt8]) -> Bool {
        let answer = try? withPublicKey(publicKey) { key in
            guard let context = EVP_MD_CTX_new() else { throw CryptoKitError.lastOfOpenSSL }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { throw CryptoKitError.lastOfOpenSSL }
            return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
        // A signature that is none leaves its error behind.
        ERR_clear_error()
        return answer ?? false
    }

    private func withPrivateKey<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) throws -> Result) throws -> Result {
        guard bytes.count == 32, let key = EVP_PKEY_new_raw_private_key(kind, nil, bytes, 32) else {
            throw CryptoKitError.incorrectKeySize
        }
        defer { EVP_PKEY_free(key) }
        return try body(key)
    }

    private func withPublicKey<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) throws -> Result) throws -> Result {
        guard bytes.count == 32, let key = EVP_PKEY_new_raw_public_key(kind, nil, bytes, 32) else {
            throw CryptoKitError.incorrectKeySize
        }
        defer { EVP_PKEY_free(key) }
        return try body(key)
    }
}

extension CryptoKitError {
    /// The last thing that OpenSSL complained of, which is then forgotten.
    static var lastOfOpenSSL: CryptoKitError {
        defer { ERR_clear_error() }
        return .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: ERR_peek_last_error()))
    }
}
