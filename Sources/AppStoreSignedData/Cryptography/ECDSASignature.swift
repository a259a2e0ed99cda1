// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A P-256 signature in its two spellings: r and s side by side, as JOSE has it, and DER, as OpenSSL has it.
///
/// <https://www.rfc-editor.org/rfc/rfc7518#section-3.4>
struct ECDSASignature: Hashable, Sendable {
    /// r and s, 32 bytes each, the most significant byte first.
    let raw: [UInt8]

    /// Takes exactly 64 bytes.
    init?(raw: [UInt8]) {
        guard raw.count == 64 else { return nil }
        self.raw = raw
    }

    /// Reads the DER spelling.
    init?(der: [UInt8]) {
        var reader = DERReader(der)
        guard var parts = try? reader.sequence(), reader.isAtEnd,
            let r = try? parts.unsignedInteger(), let s = try? parts.unsignedInteger(), parts.isAtEnd,
            r.count <= 32, s.count <= 32
        else { return nil }
        raw = [r, s].flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
    }

    /// The DER spelling.
    ///
    /// Written manually, for it is made for every document: two numbers without their leading zeros, each with one zero
    /// before it when its first bit is set; all lengths fit into one byte.
    var der: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 72) { output, count in
            var end = 2
            for half in [0..<32, 32..<64] {
                let first = half.first { raw[$0] != 0 } ?? half.upperBound - 1
                let pad = raw[first] >= 0x80 ? 1 : 0
                let length = half.upperBound - first + pad
                unsafe output[end] = 0x02
                unsafe output[end + 1] = UInt8(length)
                if pad == 1 { unsafe output[end + 2] = 0 }
                end += 2 + pad
                for index in first..<half.upperBound {
                    unsafe output[end] = raw[index]
                    end += 1
                }
            }
            unsafe output[0] = 0x30
            unsafe output[1] = UInt8(end - 2)
            count = end
        }
    }
}
