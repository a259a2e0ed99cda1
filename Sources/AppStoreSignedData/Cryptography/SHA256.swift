// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

/// SHA-256.
///
/// <https://csrc.nist.gov/pubs/fips/180-4/upd1/final>
public enum SHA256 {
    /// The length of a digest in bytes.
    public static let byteCount = 32

    /// The digest of some bytes.
    public static func digest(of bytes: some ContiguousBytes) -> [UInt8] {
        DigestAlgorithm.sha256.digest(of: bytes)
    }
}

/// The digests that Apple's signatures use.
enum DigestAlgorithm: Sendable {
    case sha1
    case sha256
    case sha384

    /// The digest of some bytes.
    func digest(of bytes: some ContiguousBytes) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 64) { output, count in
            var length: UInt32 = 0
            let done = unsafe bytes.withUnsafeBytes { input in
                unsafe EVP_Digest(input.baseAddress, input.count, output.baseAddress, &length, method, nil)
            }
            // A digest of bytes in memory fails only when the library is broken; nothing is safe then.
            precondition(done == 1, "OpenSSL cannot compute a digest: check the installation of libcrypto")
            count = Int(length)
        }
    }

    /// OpenSSL's method; the library owns it for the life of the process.
    var method: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        }
    }
}
