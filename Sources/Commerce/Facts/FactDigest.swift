// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The SHA-256 of the bytes that a fact was made from.
///
/// The caller computes it. It tells two facts of one instant and rank apart, and finds a repeated one.
public struct FactDigest: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    /// Makes a digest from its 32 bytes, or nothing when there are more or fewer.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = SIMD4<UInt64>()
        for (position, byte) in bytes.enumerated() {
            words[position / 8] = words[position / 8] << 8 | UInt64(byte)
        }
        self.words = words
    }

    /// Makes a digest from 64 hexadecimal digits, or nothing when the text is anything else.
    public init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        self.init(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
    }

    /// The digest in 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

extension FactDigest: Comparable {
    /// Orders digests as their bytes.
    public static func < (left: FactDigest, right: FactDigest) -> Bool {
        for place in 0..<4 where left.words[place] != right.words[place] {
            return left.words[place] < right.words[place]
        }
        return false
    }
}

extension FactDigest: CustomStringConvertible {
    /// The digest in hexadecimal digits.
    public var description: String { hexadecimal }
}

extension FactDigest: Codable {
    /// Decodes a digest from its hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = FactDigest(hexadecimal: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A digest is 64 hexadecimal digits."
            )
        }
        self = digest
    }

    /// Encodes the hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}
