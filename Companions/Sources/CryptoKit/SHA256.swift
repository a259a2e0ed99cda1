// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_exported public import Foundation
@_exported public import StoreKitCrypto

/// The hash that purchase code makes of identifiers and nonces.
///
/// <https://developer.apple.com/documentation/cryptokit/sha256>
public struct SHA256: Sendable {
    private var message = Data()

    /// Begins a hash.
    public init() {}

    /// Adds bytes.
    public mutating func update<Bytes: DataProtocol>(data: Bytes) { message.append(contentsOf: data) }

    /// Ends the hash.
    public func finalize() -> SHA256Digest { Self.hash(data: message) }

    /// Hashes bytes.
    public static func hash<Bytes: DataProtocol>(data: Bytes) -> SHA256Digest {
        var state = initial
        var padded = [UInt8](data)
        let bitCount = UInt64(padded.count) * 8
        padded.append(0x80)
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
        for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
        return SHA256Digest(
            bytes: state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
        )
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
            let small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
            schedule.append(schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1)
        }
        var work = state
        for index in 0..<64 {
            let big1 = rotate(work[4], 6) ^ rotate(work[4], 11) ^ rotate(work[4], 25)
            let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
            let first = work[7] &+ big1 &+ choice &+ rounds[index] &+ schedule[index]
            let big0 = rotate(work[0], 2) ^ rotate(work[0], 13) ^ rotate(work[0], 22)
            let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
            work = [first &+ big0 &+ majority] + work.prefix(7)
            work[4] = work[4] &+ first
        }
        for index in 0..<8 { state[index] = state[index] &+ work[index] }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let primes: [UInt64] = {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }()

    /// The first 32 bits of the fractions of the square roots of the first eight primes.
    private static let initial = primes.prefix(8).map { prime in
        UInt32(truncatingIfNeeded: root { UInt128($0) * UInt128($0) <= UInt128(prime) << 64 })
    }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let rounds = primes.map { prime in
        UInt32(truncatingIfNeeded: root { UInt128($0) * UInt128($0) * UInt128($0) <= UInt128(prime) << 96 })
    }

    /// The largest number of 36 bits that is not too large.
    private static func root(isAtMost: (UInt64) -> Bool) -> UInt64 {
        stride(from: 35, through: 0, by: -1).reduce(UInt64(0)) { root, bit in
            let trial = root | UInt64(1) << UInt64(bit)
            return isAtMost(trial) ? trial : root
        }
    }
}

/// The 32 bytes of a hash.
public struct SHA256Digest: Sequence, Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// The number of bytes.
    public static var byteCount: Int { 32 }

    /// Gives the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    /// Lends the bytes out.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    /// The bytes in hexadecimal digits.
    public var description: String { "SHA256 digest: " + bytes.map { String(format: "%02x", $0) }.joined() }
}
