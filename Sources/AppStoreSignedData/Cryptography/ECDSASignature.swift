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
    var der: [UInt8] {
        DER.sequence([DER.integer(Array(raw.prefix(32))), DER.integer(Array(raw.suffix(32)))])
    }
}
