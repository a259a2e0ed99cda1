// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// The hash that purchase code makes of identifiers and nonces.
///
/// <https://developer.apple.com/documentation/cryptokit/sha256>
public struct SHA256: HashFunction, DigestLength {
    /// What comes of it.
    public typealias Digest = SHA256Digest

    /// The number of bytes that are hashed at a time.
    public static var blockByteCount: Int { 64 }

    /// The number of bytes.
    public static var byteCount: Int { 32 }

    /// The function's name.
    public static var name: String { "SHA256" }

    private var message = Data()

    /// Begins a hash.
    public init() {}

    /// Adds bytes.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message.append(contentsOf: bufferPointer) }

    /// Ends the hash.
    public func finalize() -> SHA256Digest {
        SHA256Digest(bytes: SHA2.hash(message, start: Constants.roots(first: 8), rotations: .words32))
    }
}

/// A longer hash.
///
/// <https://developer.apple.com/documentation/cryptokit/sha512>
public struct SHA512: HashFunction, DigestLength {
    /// What comes of it.
    public typealias Digest = SHA512Digest

    /// The number of bytes that are hashed at a time.
    public static var blockByteCount: Int { 128 }

    /// The number of bytes.
    public static var byteCount: Int { 64 }

    /// The function's name.
    public static var name: String { "SHA512" }

    private var message = Data()

    /// Begins a hash.
    public init() {}

    /// Adds bytes.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message.append(contentsOf: bufferPointer) }

    /// Ends the hash.
    public func finalize() -> SHA512Digest {
        SHA512Digest(bytes: SHA2.hash(message, start: Constants.longRoots.prefix(8).map(\.self), rotations: .words64))
    }
}

/// The first 48 bytes of a hash that begins elsewhere than SHA-512.
///
/// <https://developer.apple.com/documentation/cryptokit/sha384>
public struct SHA384: HashFunction, DigestLength {
    /// What comes of it.
    public typealias Digest = SHA384Digest

    /// The number of bytes that are hashed at a time.
    public static var blockByteCount: Int { 128 }

    /// The number of bytes.
    public static var byteCount: Int { 48 }

    /// The function's name.
    public static var name: String { "SHA384" }

    private var message = Data()

    /// Begins a hash.
    public init() {}

    /// Adds bytes.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message.append(contentsOf: bufferPointer) }

    /// Ends the hash.
    public func finalize() -> SHA384Digest {
        let start = Array(Constants.longRoots[8..<16])
        return SHA384Digest(bytes: Array(SHA2.hash(message, start: start, rotations: .words64).prefix(48)))
    }
}

/// The numbers by which a function of the family turns its words.
struct Rotations<Word: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    var small0: (Int, Int, Int)
    var small1: (Int, Int, Int)
    var big0: (Int, Int, Int)
    var big1: (Int, Int, Int)
    var rounds: [Word]

    static func turned(_ word: Word, _ by: (Int, Int, Int)) -> Word {
        turn(word, by.0) ^ turn(word, by.1) ^ turn(word, by.2)
    }

    static func shifted(_ word: Word, _ by: (Int, Int, Int)) -> Word {
        turn(word, by.0) ^ turn(word, by.1) ^ (word >> by.2)
    }

    private static func turn(_ word: Word, _ count: Int) -> Word { word >> count | word << (Word.bitWidth - count) }
}

extension Rotations where Word == UInt32 {
    static let words32 = Rotations(
        small0: (7, 18, 3),
        small1: (17, 19, 10),
        big0: (2, 13, 22),
        big1: (6, 11, 25),
        rounds: Constants.longCubeRoots.prefix(64).map { UInt32($0 >> 32) }
    )
}

extension Rotations where Word == UInt64 {
    static let words64 = Rotations(
        small0: (1, 8, 7),
        small1: (19, 61, 6),
        big0: (28, 34, 39),
        big1: (14, 18, 41),
        rounds: Constants.longCubeRoots
    )
}

/// What the functions of the family share.
enum SHA2 {
    static func hash<Word: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ message: Data,
        start: [Word],
        rotations: Rotations<Word>
    ) -> [UInt8] {
        let size = Word.bitWidth / 8
        let padded = Padding.blocks(message, block: 16 * size)
        var state = start
        for block in stride(from: 0, to: padded.count, by: 16 * size) {
            let words = stride(from: block, to: block + 16 * size, by: size).map { place in
                padded[place..<place + size].reduce(Word(0)) { $0 << 8 | Word($1) }
            }
            mix(words, into: &state, rotations)
        }
        return state.flatMap { word in
            (0..<size).map { UInt8(truncatingIfNeeded: word >> (Word.bitWidth - 8 - 8 * $0)) }
        }
    }

    private static func mix<Word: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ words: [Word],
        into state: inout [Word],
        _ rotations: Rotations<Word>
    ) {
        var schedule = words
        for index in 16..<rotations.rounds.count {
            let early = Rotations.shifted(schedule[index - 15], rotations.small0)
            let late = Rotations.shifted(schedule[index - 2], rotations.small1)
            schedule.append(schedule[index - 16] &+ early &+ schedule[index - 7] &+ late)
        }
        var work = state
        for (round, word) in zip(rotations.rounds, schedule) {
            let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
            let first = work[7] &+ Rotations.turned(work[4], rotations.big1) &+ choice &+ round &+ word
            let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
            work = [first &+ Rotations.turned(work[0], rotations.big0) &+ majority] + work.prefix(7)
            work[4] = work[4] &+ first
        }
        for index in 0..<8 { state[index] = state[index] &+ work[index] }
    }
}

/// The fractions of roots of primes, which the functions begin with.
enum Constants {
    private static let primes: [UInt64] = {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 80 {
            if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }()

    /// The first 64 bits of the fractions of the square roots of the first 16 primes.
    static let longRoots = primes.prefix(16).map { prime in
        fraction(of: prime) { Wide($0).times($0).isAtMost(prime, shiftedBy: 128) }
    }

    /// The first 64 bits of the fractions of the cube roots of the first 80 primes.
    static let longCubeRoots = primes.map { prime in
        fraction(of: prime) { Wide($0).times($0).times($0).isAtMost(prime, shiftedBy: 192) }
    }

    /// The first 32 bits of the fractions of the square roots of the first primes.
    static func roots(first count: Int) -> [UInt32] { longRoots.prefix(count).map { UInt32($0 >> 32) } }

    /// The fraction of the largest number, in parts of 2 to the 64, that is not too large.
    private static func fraction(of prime: UInt64, isAtMost: (UInt128) -> Bool) -> UInt64 {
        let root = stride(from: 68, through: 0, by: -1).reduce(UInt128(0)) { root, bit in
            let trial = root | UInt128(1) << UInt128(bit)
            return isAtMost(trial) ? trial : root
        }
        return UInt64(truncatingIfNeeded: root)
    }
}

/// A number of any length, in pieces of 32 bits, the smallest first.
private struct Wide {
    private var pieces: [UInt32]

    init(_ number: UInt128) {
        pieces = (0..<4).map { UInt32(truncatingIfNeeded: number >> (32 * UInt128($0))) }
    }

    func times(_ number: UInt128) -> Wide {
        let other = Wide(number).pieces
        var product = [UInt32](repeating: 0, count: pieces.count + other.count)
        for (place, piece) in pieces.enumerated() {
            var carry: UInt64 = 0
            for (offset, factor) in other.enumerated() {
                let sum = UInt64(piece) * UInt64(factor) + UInt64(product[place + offset]) + carry
                product[place + offset] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
            product[place + other.count] = UInt32(carry)
        }
        var result = self
        result.pieces = product
        return result
    }

    /// Whether the number is not larger than another one followed by zeros.
    func isAtMost(_ number: UInt64, shiftedBy bits: Int) -> Bool {
        let limit = Array(repeating: UInt32(0), count: bits / 32) + [UInt32(truncatingIfNeeded: number), 0]
        for place in stride(from: max(limit.count, pieces.count) - 1, through: 0, by: -1) {
            let (mine, other) = (place < pieces.count ? pieces[place] : 0, place < limit.count ? limit[place] : 0)
            if mine != other { return mine < other }
        }
        return true
    }
}
