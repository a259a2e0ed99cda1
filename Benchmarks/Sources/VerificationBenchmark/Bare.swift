// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import CLibCrypto
import Foundation

/// OpenSSL and nothing else: what every verifier pays at least.
final class Bare {
    private let key: OpaquePointer
    private let context: OpaquePointer
    private let signature: [UInt8]
    private let message: [UInt8]
    private let digest: [UInt8]
    private let method: OpaquePointer?

    init(key: PrivateKey, message: [UInt8], method: OpaquePointer?) throws {
        self.message = message
        self.method = method
        let info = Array(key.publicKey.subjectPublicKeyInfo)
        var cursor: UnsafePointer<UInt8>?
        self.key = info.withUnsafeBufferPointer {
            cursor = $0.baseAddress
            return d2i_PUBKEY(nil, &cursor, $0.count)
        }
        signature = try key.signature(for: message)
        digest = SHA256.digest(of: message)
        context = EVP_PKEY_CTX_new(self.key, nil)
        guard EVP_PKEY_verify_init(context) == 1, EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1 else {
            fatalError("OpenSSL cannot verify")
        }
    }

    /// One check of a digest that is at hand, as `openssl speed` measures it.
    func checkDigest() -> Bool {
        EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
    }

    /// One check of the whole message, digest and set-up included.
    func checkMessage() -> Bool {
        let digestContext = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(digestContext) }
        guard EVP_DigestVerifyInit(digestContext, nil, method, nil, key) == 1 else { return false }
        return EVP_DigestVerify(digestContext, signature, signature.count, message, message.count) == 1
    }
}
