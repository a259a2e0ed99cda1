// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

/// Whether two byte strings are equal, in a time that tells nothing of where they differ.
///
/// Strings of different lengths are distinguished at once: the length is not a secret.
public func constantTimeEquals(_ left: some ContiguousBytes, _ right: some ContiguousBytes) -> Bool {
    unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in
            guard left.count == right.count else { return false }
            guard let firstBytes = left.baseAddress, let secondBytes = right.baseAddress else { return true }
            return unsafe CRYPTO_memcmp(firstBytes, secondBytes, left.count) == 0
        }
    }
}
