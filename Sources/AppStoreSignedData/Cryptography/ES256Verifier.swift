// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
import Synchronization

/// Checks ES256 signatures of one key over messages that all begin with the same bytes.
///
/// A document's header, with its certificates, is most of what is signed, and is the same in every document of a
/// signing certificate: its share of the digest is computed once.
///
/// `@unchecked Sendable`: the digest of the prefix is only read after `init`; workers are lent under a lock.
@safe
final class ES256Verifier: @unchecked Sendable {
    private let key: KeyHandle
    private let prefix: OpaquePointer
    private let idle = Mutex<[Worker]>([])

    /// What one check needs; never used by two at once.
    @safe
    private struct Worker: @unchecked Sendable {
        let digest: OpaquePointer
        let key: OpaquePointer
    }

    private static let maximumIdle = 8

    /// Prepares for messages with a prefix.
    ///
    /// - Throws: ``CryptographyError`` when the key is not P-256, or OpenSSL fails.
    init(key: PublicKey, prefix bytes: UnsafeRawBufferPointer) throws {
        guard key.algorithm == .p256 else {
            throw CryptographyError(code: .unsuitableKey, message: "ES256 needs a P-256 key; this is \(key.algorithm)")
        }
        guard let prefix = unsafe EVP_MD_CTX_new() else { throw CryptographyError.openSSL("out of memory") }
        self.key = key.handle
        unsafe self.prefix = prefix
        guard unsafe EVP_DigestInit_ex(prefix, EVP_sha256(), nil) == 1,
            unsafe EVP_DigestUpdate(prefix, bytes.baseAddress, bytes.count) == 1
        else { throw CryptographyError.openSSL("no digest could be made") }
    }

    deinit {
        for worker in idle.withLock({ $0 }) { Self.free(worker) }
        unsafe EVP_MD_CTX_free(prefix)
    }

    /// Whether a signature over the prefix and what follows it is the key's.
    func isValid(_ signature: ECDSASignature, following rest: UnsafeRawBufferPointer) -> Bool {
        guard let worker = idle.withLock({ $0.popLast() }) ?? makeWorker() else { return false }
        defer { checkIn(worker) }
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        guard unsafe EVP_MD_CTX_copy_ex(worker.digest, prefix) == 1,
            unsafe EVP_DigestUpdate(worker.digest, rest.baseAddress, rest.count) == 1,
            unsafe EVP_DigestFinal_ex(worker.digest, &digest, nil) == 1
        else { return false }
        let der = signature.der
        let outcome = unsafe EVP_PKEY_verify(worker.key, der, der.count, digest, digest.count)
        if outcome != 1 { ERR_clear_error() }
        return outcome == 1
    }

    private func makeWorker() -> Worker? {
        guard let digest = unsafe EVP_MD_CTX_new(), let context = unsafe EVP_PKEY_CTX_new(key.pointer, nil) else {
            return nil
        }
        let worker = unsafe Worker(digest: digest, key: context)
        guard unsafe EVP_PKEY_verify_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1
        else {
            Self.free(worker)
            return nil
        }
        return worker
    }

    private func checkIn(_ worker: Worker) {
        let isStored = idle.withLock { idle in
            guard idle.count < Self.maximumIdle else { return false }
            idle.append(worker)
            return true
        }
        if !isStored { Self.free(worker) }
    }

    private static func free(_ worker: Worker) {
        unsafe EVP_MD_CTX_free(worker.digest)
        unsafe EVP_PKEY_CTX_free(worker.key)
    }
}
