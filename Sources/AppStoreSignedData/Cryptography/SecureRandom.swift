// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// Random bytes fit for keys and nonces.
public enum SecureRandom {
    /// Some fresh random bytes.
    ///
    /// The process stops when the system has no randomness to give: continuing would hand out guessable secrets.
    public static func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            guard let base = output.baseAddress, count > 0 else { return }
            let done = unsafe RAND_bytes(base, Int32(count))
            precondition(done == 1, "no randomness: check the system's random device")
            written = count
        }
    }
}
