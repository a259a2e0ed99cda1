// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The number by which stored bytes are found again; what is found is compared byte by byte.
enum DocumentLookup {
    /// A 64-bit hash after FNV-1a's manner, eight bytes at a time.
    static func key(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let hash = bytes.withUnsafeBytes { buffer in
            var hash = 0xcbf2_9ce4_8422_2325 ^ UInt64(buffer.count)
            for offset in stride(from: 0, to: buffer.count - 7, by: 8) {
                let part = UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                hash = (hash ^ part) &* 0x100_0000_01b3
                hash ^= hash >> 29
            }
            for byte in buffer.suffix(buffer.count % 8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return hash
        }
        return Int64(bitPattern: hash)
    }
}
