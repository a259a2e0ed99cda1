// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// A fact's place in the one order of all facts of a scope: instant, then rank, then tie.
///
/// It never depends on when or how often the fact arrived, so the same facts give the same state.
public struct FactOrder: Hashable, Sendable, Codable {
    /// What tells facts of one instant and rank apart.
    public enum Tie: Hashable, Sendable, Codable {
        /// The number of one of our own commands.
        case sequence(Int64)

        /// The digest of what came from outside.
        case digest(FactDigest)
    }

    /// The instant in milliseconds since 1970 in UTC.
    public let milliseconds: Int64

    /// How much the fact's word is worth.
    public let rank: FactRank

    /// The tie-breaker among facts of the same instant and rank.
    public let tie: Tie

    /// Makes the place of something that came from outside.
    ///
    /// - Parameters:
    ///   - instant: When it was said: the instant of signing, or when Apple was asked. Kept to the millisecond.
    ///   - rank: How much it is worth.
    ///   - digest: The SHA-256 of its bytes; of a signed document's, the words come first and the signature last.
    public init(instant: Date, rank: FactRank, digest: FactDigest) {
        milliseconds = instant.millisecondsSince1970
        self.rank = rank
        tie = .digest(digest)
    }

    /// Makes the place of one of our own commands.
    ///
    /// Later numbers must not have earlier instants; ``CommandNumbering`` keeps it so.
    public init(instant: Date, sequence: Int64) {
        milliseconds = instant.millisecondsSince1970
        rank = .commanded
        tie = .sequence(sequence)
    }

    /// The instant.
    public var instant: Date { Date(millisecondsSince1970: milliseconds) }

    /// The number, for one of our own commands.
    public var sequence: Int64? {
        guard case .sequence(let number) = tie else { return nil }
        return number
    }
}

extension FactOrder: Comparable {
    /// Orders by instant, then rank, then tie.
    public static func < (left: FactOrder, right: FactOrder) -> Bool {
        let (first, second) = ((left.milliseconds, left.rank), (right.milliseconds, right.rank))
        if first != second { return first < second }
        switch (left.tie, right.tie) {
        case (.sequence(let left), .sequence(let right)): return left < right
        case (.digest(let left), .digest(let right)): return left < right
        case (.digest, .sequence): return true
        case (.sequence, .digest): return false
        }
    }
}

extension FactOrder {
    /// Bytes that sort as the order itself, for a database column compared byte by byte.
    ///
    /// Eight bytes of instant, one of rank, one for the kind of tie-breaker, then 8 bytes of number or 32 of digest.
    public var sortKey: [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(42)
        Self.appendBigEndian(milliseconds, to: &key)
        key.append(rank.rawValue)
        switch tie {
        case .digest(let digest):
            key.append(0)
            key += digest.bytes
        case .sequence(let number):
            key.append(1)
            Self.appendBigEndian(number, to: &key)
        }
        return key
    }

    /// Reads a place back from its ``sortKey``, or nothing from any other bytes.
    public init?(sortKey: [UInt8]) {
        guard sortKey.count >= 10, let rank = FactRank(rawValue: sortKey[8]) else { return nil }
        milliseconds = Self.number(sortKey[..<8])
        self.rank = rank
        let rest = sortKey[10...]
        switch (sortKey[9], rest.count) {
        case (0, 32):
            guard let digest = FactDigest(rest) else { return nil }
            tie = .digest(digest)
        case (1, 8): tie = .sequence(Self.number(rest))
        default: return nil
        }
    }

    /// The number's bytes, its sign turned so that negative numbers sort first.
    private static func appendBigEndian(_ number: Int64, to bytes: inout [UInt8]) {
        let bits = UInt64(bitPattern: number) ^ (1 << 63)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ (1 << 63))
    }
}
