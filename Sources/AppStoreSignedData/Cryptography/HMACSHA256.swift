// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

/// HMAC with SHA-256.
///
/// <https://www.rfc-editor.org/rfc/rfc2104>
public enum HMACSHA256 {
    /// The 32-byte code of a message under a key.
    public static func code(for message: some ContiguousBytes, key: some ContiguousBytes) -> [UInt8] {
        // HMAC fills a short key with zeros, and OpenSSL wants at least one byte of it.
        var secret = unsafe key.withUnsafeBytes { unsafe Array($0) }
        if secret.isEmpty { secret = [0] }
        return unsafe [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { output, count in
            var length: UInt32 = 0
            let done = unsafe message.withUnsafeBytes { message in
                unsafe HMAC(
                    EVP_sha256(),
                    secret,
                    Int32(secret.count),
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    message.count,
                    output.baseAddress,
                    &length
                )
            }
            precondition(unsafe done != nil, "OpenSSL cannot compute an HMAC: check the installation of libcrypto")
            count = Int(length)
        }
    }

    /// Whether a code is the message's, compared in constant time.
    public static func isValid(
        _ code: some ContiguousBytes,
        for message: some ContiguousBytes,
        key: some ContiguousBytes
    ) -> Bool {
        constantTimeEquals(code, Self.code(for: message, key: key))
    }
}
