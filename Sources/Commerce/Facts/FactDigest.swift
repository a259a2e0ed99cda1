// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The SHA-256 of the bytes that a fact was made from.
///
/// The caller computes it. It tells two facts of one instant and rank apart, and finds a repeated one.
public struct FactDigest: Hashable, Sendable {
    private let lanes: SIMD4<UInt64>

    /// The digest of 32 zero bytes, which no fact has.
    package static let zero = FactDigest(lanes: SIMD4())

    private init(lanes: SIMD4<UInt64>) {
        self.lanes = lanes
    }

    /// Makes a digest from its 32 bytes, or nothing when there are more or fewer.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var lanes = SIMD4<UInt64>()
        let isRead: Void? = bytes.withContiguousStorageIfAvailable { storage in
            let storage = UnsafeRawBufferPointer(storage)
            for place in 0..<4 {
                lanes[place] = UInt64(bigEndian: storage.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self))
            }
        }
        if isRead != nil {
            self.lanes = lanes
            return
        }
        var lane: UInt64 = 0
        var position = 0
        for byte in bytes {
            lane = lane << 8 | UInt64(byte)
            position += 1
            if position & 7 == 0 { lanes[position / 8 - 1] = lane }
        }
        self.lanes = lanes
    }

    /// Makes a digest from 64 hexadecimal digits, or nothing when the text is anything else.
    public init?(hexadecimal text: String) {
        guard text.utf8.count == 64 else { return nil }
        var lanes = SIMD4<UInt64>()
        var lane: UInt64 = 0
        var position = 0
        for letter in text.utf8 {
            let digit: UInt8
            switch letter {
            case 0x30...0x39: digit = letter - 0x30
            case 0x41...0x46: digit = letter - 0x41 + 10
            case 0x61...0x66: digit = letter - 0x61 + 10
            default: return nil
            }
            lane = lane << 4 | UInt64(digit)
            position += 1
            if position & 15 == 0 { lanes[position / 16 - 1] = lane }
        }
        self.lanes = lanes
    }

    /// Makes a digest that places a signed document by its content, and copies of the same content by their signatures.
    ///
    /// So it is never chance, which is in every signature, that decides which of two documents counts.
    init(of lanes: FactDigest, in copy: FactDigest) {
        var mixed = lanes.lanes
        mixed[3] = copy.lanes[0]
        self.lanes = mixed
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            for place in 0..<4 {
                for byte in 0..<8 {
                    bytes[place * 8 + byte] = UInt8(truncatingIfNeeded: lanes[place] >> UInt64(56 - byte * 8))
                }
            }
            count = 32
        }
    }

    /// The digest in 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: 64) { letters in
            for place in 0..<4 {
                for number in 0..<16 {
                    let digit = UInt8(truncatingIfNeeded: lanes[place] >> UInt64(60 - number * 4)) & 15
                    letters[place * 16 + number] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
                }
            }
            return 64
        }
    }
}

extension FactDigest: Comparable {
    /// Orders digests as their bytes.
    public static func < (left: FactDigest, right: FactDigest) -> Bool {
        for place in 0..<4 where left.lanes[place] != right.lanes[place] {
            return left.lanes[place] < right.lanes[place]
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
