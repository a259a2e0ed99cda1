// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// Sealing with ChaCha20 and Poly1305, for the companion module `CryptoKit`: OpenSSL does the work.
@_spi(Companions)
public struct RawSeal: Sendable {
    private let key: [UInt8]
    private let nonce: [UInt8]
    private let authenticated: [UInt8]

    /// Takes a key of 32 bytes, a nonce of 12, and what is to be authenticated beside the message.
    ///
    /// - Throws: ``CryptoKitError`` when one of them is of another length.
    public init(key: [UInt8], nonce: [UInt8], authenticating authenticated: [UInt8]) throws {
        guard key.count == 32 else { throw CryptoKitError.incorrectKeySize }
        guard nonce.count == 12 else { throw CryptoKitError.incorrectParameterSize }
        self.key = key
        self.nonce = nonce
        self.authenticated = authenticated
    }

    /// Seals a message.
    ///
    /// - Returns: What is as long as the message, and the tag of 16 bytes.
    /// - Throws: ``CryptoKitError`` when OpenSSL fails.
    public func seal(_ message: [UInt8]) throws -> (ciphertext: [UInt8], tag: [UInt8]) {
        try withContext(encrypts: true) { context in
            let ciphertext = try run(message, in: context)
            var tag = [UInt8](repeating: 0, count: 16)
            guard finish(context),
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
            else { throw CryptoKitError.lastOfOpenSSL }
            return (ciphertext, tag)
        }
    }

    /// Opens what was sealed.
    ///
    /// - Throws: ``CryptoKitError/authenticationFailure`` when it was changed, or sealed with something else.
    public func open(_ ciphertext: [UInt8], tag: [UInt8]) throws -> [UInt8] {
        guard tag.count == 16 else { throw CryptoKitError.incorrectParameterSize }
        return try withContext(encrypts: false) { context in
            let message = try run(ciphertext, in: context)
            var tag = tag
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1 else {
                throw CryptoKitError.lastOfOpenSSL
            }
            guard finish(context) else {
                ERR_clear_error()
                throw CryptoKitError.authenticationFailure
            }
            return message
        }
    }

    private func withContext<Result>(encrypts: Bool, _ body: (OpaquePointer) throws -> Result) throws -> Result {
        guard let context = EVP_CIPHER_CTX_new() else { throw CryptoKitError.lastOfOpenSSL }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_CipherInit_ex(context, EVP_chacha20_poly1305(), nil, key, nonce, encrypts ? 1 : 0) == 1 else {
            throw CryptoKitError.lastOfOpenSSL
        }
        var count: Int32 = 0
        // Without a place to write to, the bytes are authenticated alone.
        guard
            authenticated.isEmpty
                || EVP_CipherUpdate(context, nil, &count, authenticated, Int32(authenticated.count)) == 1
        else { throw CryptoKitError.lastOfOpenSSL }
        return try body(context)
    }

    private func finish(_ context: OpaquePointer) -> Bool {
        // This cipher keeps nothing back to write at the end.
        var (nothing, count) = ([UInt8](repeating: 0, count: 16), Int32(0))
        return EVP_CipherFinal_ex(context, &nothing, &count) == 1
    }

    private func run(_ bytes: [UInt8], in context: OpaquePointer) throws -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        guard bytes.count < Int32.max else { throw CryptoKitError.incorrectParameterSize }
        var (result, count) = ([UInt8](repeating: 0, count: bytes.count), Int32(0))
        guard EVP_CipherUpdate(context, &result, &count, bytes, Int32(bytes.count)) == 1 else {
            throw CryptoKitError.lastOfOpenSSL
        }
        return result
    }
}
