// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// HMAC with SHA-1, for one-time passwords: authenticator apps know no other.
///
/// <https://www.rfc-editor.org/rfc/rfc2104>
package enum HMACSHA1 {
    /// The 20-byte code of a message under a key that is not empty.
    package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 20) { output, count in
            var length: UInt32 = 0
            let done = unsafe HMAC(
                EVP_sha1(),
                key,
                Int32(key.count),
                message,
                message.count,
                output.baseAddress,
                &length
            )
            precondition(unsafe done != nil, "OpenSSL cannot compute an HMAC: check the installation of libcrypto")
            count = Int(length)
        }
    }
}
