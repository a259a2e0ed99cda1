// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// Derives a key from a password so slowly and with so much memory that guessing is dear.
///
/// <https://www.rfc-editor.org/rfc/rfc7914>
package struct Scrypt: Hashable, Sendable, Codable {
    /// The cost in time and memory: a power of two.
    package var cost: Int

    /// The size of a block.
    package var blockSize: Int

    /// How many independent mixes there are.
    package var parallelization: Int

    /// Chooses how dear a guess is; by default 16 MiB and about a fifth of a second.
    package init(cost: Int = 1 << 14, blockSize: Int = 8, parallelization: Int = 5) {
        self.cost = cost
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    /// Derives a key of 32 bytes, or nothing when the parameters cannot be.
    ///
    /// It holds its thread until it is done: call it where that may be.
    package func key(from password: String, salt: [UInt8]) -> [UInt8]? {
        let bytes = Array(password.utf8)
        let memory = UInt64(128 * blockSize) * UInt64(cost + parallelization + 2) + (1 << 20)
        var isDone = false
        let key = unsafe [UInt8](unsafeUninitializedCapacity: 32) { output, count in
            let status = unsafe bytes.withUnsafeBytes { password in
                unsafe EVP_PBE_scrypt(
                    password.baseAddress?.assumingMemoryBound(to: CChar.self),
                    password.count,
                    salt,
                    salt.count,
                    UInt64(cost),
                    UInt64(blockSize),
                    UInt64(parallelization),
                    memory,
                    output.baseAddress,
                    32
                )
            }
            isDone = status == 1
            count = isDone ? 32 : 0
        }
        return isDone ? key : nil
    }
}
