// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// Hashes that are no longer safe, which older receipts and services still use.
///
/// <https://developer.apple.com/documentation/cryptokit/insecure>
public enum Insecure: Sendable {
    /// The bytes of SHA-1.
    public typealias SHA1Digest = HashedBytes<SHA1>

    /// The bytes of MD5.
    public typealias MD5Digest = HashedBytes<MD5>

    /// The hash of a receipt's device, bundle and salt.
    public struct SHA1: HashFunction, DigestLength {
        /// What comes of it.
        public typealias Digest = SHA1Digest

        /// The number of bytes that are hashed at a time.
        public static var blockByteCount: Int { 64 }

        /// The number of bytes.
        public static var byteCount: Int { 20 }

        /// The function's name.
        public static var name: String { "SHA1" }

        private var message = Data()

        /// Begins a hash.
        public init() {}

        /// Adds bytes.
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message.append(contentsOf: bufferPointer) }

        /// Ends the hash.
        public func finalize() -> SHA1Digest {
            var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
            let padded = Padding.blocks(message, block: 64)
            for block in stride(from: 0, to: padded.count, by: 64) {
                var words = stride(from: block, to: block + 64, by: 4).map { place in
                    padded[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                }
                for index in 16..<80 {
                    words.append(turned(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
                }
                var work = state
                for (index, word) in words.enumerated() {
                    let (mixed, constant) = Self.round(index, work)
                    let next = turned(work[0], 5) &+ mixed &+ work[4] &+ constant &+ word
                    work = [next, work[0], turned(work[1], 30), work[2], work[3]]
                }
                for index in 0..<5 { state[index] = state[index] &+ work[index] }
            }
            return SHA1Digest(
                bytes: state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
                }
            )
        }

        private static func round(_ index: Int, _ work: [UInt32]) -> (UInt32, UInt32) {
            switch index / 20 {
            case 0: ((work[1] & work[2]) | (~work[1] & work[3]), 0x5A82_7999)
            case 1: (work[1] ^ work[2] ^ work[3], 0x6ED9_EBA1)
            case 2: ((work[1] & work[2]) | (work[1] & work[3]) | (work[2] & work[3]), 0x8F1B_BCDC)
            default: (work[1] ^ work[2] ^ work[3], 0xCA62_C1D6)
            }
        }
    }

    /// The hash that older code names files and customers by.
    public struct MD5: HashFunction, DigestLength {
        /// What comes of it.
        public typealias Digest = MD5Digest

        /// The number of bytes that are hashed at a time.
        public static var blockByteCount: Int { 64 }

        /// The number of bytes.
        public static var byteCount: Int { 16 }

        /// The function's name.
        public static var name: String { "MD5" }

        private var message = Data()

        /// Begins a hash.
        public init() {}

        /// Adds bytes.
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message.append(contentsOf: bufferPointer) }

        /// Ends the hash.
        public func finalize() -> MD5Digest {
            var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
            let padded = Padding.blocks(message, block: 64, isBigEndian: false)
            for block in stride(from: 0, to: padded.count, by: 64) {
                let words = stride(from: block, to: block + 64, by: 4).map { place in
                    padded[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                }
                var work = state
                for index in 0..<64 {
                    let (mixed, place) = Self.round(index, work)
                    let sum = work[0] &+ mixed &+ Self.sines[index] &+ words[place]
                    work = [work[3], work[1] &+ turned(sum, Self.turns[index / 16][index % 4]), work[1], work[2]]
                }
                for index in 0..<4 { state[index] = state[index] &+ work[index] }
            }
            return MD5Digest(
                bytes: state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
            )
        }

        private static func round(_ index: Int, _ work: [UInt32]) -> (UInt32, Int) {
            switch index / 16 {
            case 0: ((work[1] & work[2]) | (~work[1] & work[3]), index)
            case 1: ((work[3] & work[1]) | (~work[3] & work[2]), (5 * index + 1) % 16)
            case 2: (work[1] ^ work[2] ^ work[3], (3 * index + 5) % 16)
            default: (work[2] ^ (work[1] | ~work[3]), 7 * index % 16)
            }
        }

        private static let turns: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

        private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
    }
}

private func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
