// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

/// A private key: P-256, P-384 or RSA.
///
/// Its description never shows it.
public struct PrivateKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    let handle: KeyHandle

    /// The public half.
    public let publicKey: PublicKey

    /// Wraps a key that OpenSSL made.
    init(handle: KeyHandle) throws {
        self.handle = handle
        publicKey = try PublicKey(handle: handle)
    }

    /// Reads a key from PEM: PKCS #8 as in Apple's `.p8` files, or a traditional one without a password.
    ///
    /// - Throws: ``CryptographyError`` when the text is not such a key.
    public init(pem: String) throws {
        let key = unsafe try MemoryBuffer(reading: Array(pem.utf8)).use { unsafe copenssl_PEM_read_private_key($0) }
        guard let key = unsafe key else {
            throw CryptographyError.openSSL(
                "not a private key in PEM; give the .p8 file from App Store Connect as it is",
                code: .malformedKey
            )
        }
        try self.init(handle: unsafe KeyHandle(owning: key))
    }

    /// Makes a new key.
    ///
    /// - Throws: ``CryptographyError`` when RSA shorter than 1024 bits is asked for, or OpenSSL fails.
    public static func generate(_ algorithm: KeyAlgorithm) throws -> PrivateKey {
        let key =
            switch algorithm {
            case .p256: unsafe copenssl_EC_generate("P-256")
            case .p384: unsafe copenssl_EC_generate("P-384")
            case .rsa(let bits): unsafe bits >= 1024 ? copenssl_RSA_generate(UInt32(bits)) : nil
            }
        guard let key = unsafe key else { throw CryptographyError.openSSL("no key could be made") }
        return try PrivateKey(handle: unsafe KeyHandle(owning: key))
    }

    /// What kind of key it is.
    public var algorithm: KeyAlgorithm { publicKey.algorithm }

    /// The key in PKCS #8 PEM, without a password: keep it secret.
    public var pem: String {
        get throws {
            unsafe try MemoryBuffer().write { buffer in
                unsafe PEM_write_bio_PKCS8PrivateKey(buffer, handle.pointer, nil, nil, 0, nil, nil)
            }
        }
    }

    /// The kind of key, never the key.
    public var description: String { "private key (\(algorithm))" }

    /// The kind of key, never the key.
    public var debugDescription: String { description }
}

extension PrivateKey {
    /// Signs a message with SHA-256: ECDSA in DER, or RSA PKCS #1.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func signature(for message: some ContiguousBytes) throws -> [UInt8] {
        try signature(for: message, digest: .sha256)
    }

    /// Signs a message as ES256 does: r and s in 64 bytes.
    ///
    /// - Throws: ``CryptographyError`` when the key is not P-256, or OpenSSL fails.
    public func joseSignature(for message: some ContiguousBytes) throws -> [UInt8] {
        guard algorithm == .p256, let signature = ECDSASignature(der: try signature(for: message)) else {
            throw CryptographyError(code: .unsuitableKey, message: "ES256 needs a P-256 key; this one is \(algorithm)")
        }
        return signature.raw
    }

    func signature(for message: some ContiguousBytes, digest: DigestAlgorithm) throws -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw CryptographyError.openSSL("out of memory") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestSignInit(context, nil, digest.method, nil, handle.pointer) == 1 else {
            throw CryptographyError.openSSL("the key cannot sign", code: .unsuitableKey)
        }
        var length = Int(unsafe EVP_PKEY_get_size(handle.pointer))
        var signature = [UInt8](repeating: 0, count: length)
        let done = unsafe message.withUnsafeBytes { message in
            unsafe EVP_DigestSign(
                context,
                &signature,
                &length,
                message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                message.count
            )
        }
        guard done == 1 else { throw CryptographyError.openSSL("signing failed") }
        return Array(signature.prefix(length))
    }
}
