// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// Owns one reference to an OpenSSL key.
///
/// `@unchecked Sendable`: the key is never changed after it is made, and OpenSSL guards its reference count and its
/// caches with locks of its own.
@safe
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }
}

extension KeyHandle {
    /// What kind of key it is, or nothing for a kind that Apple does not use.
    var algorithm: KeyAlgorithm? {
        if unsafe EVP_PKEY_is_a(pointer, "RSA") == 1 { return .rsa(bits: Int(unsafe EVP_PKEY_get_bits(pointer))) }
        guard unsafe EVP_PKEY_is_a(pointer, "EC") == 1 else { return nil }
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return nil }
        let text = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return switch text {
        case "prime256v1", "P-256": .p256
        case "secp384r1", "P-384": .p384
        default: nil
        }
    }

    /// The public half as a DER SubjectPublicKeyInfo.
    var subjectPublicKeyInfo: [UInt8] {
        let length = unsafe i2d_PUBKEY(pointer, nil)
        guard length > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { output, count in
            var cursor = output.baseAddress
            count = Int(unsafe i2d_PUBKEY(pointer, &cursor))
        }
    }
}
