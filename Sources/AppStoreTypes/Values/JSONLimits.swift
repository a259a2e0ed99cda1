// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How much a JSON text may hold.
///
/// A value costs a decoder a thousand times what its bytes cost, so a small text of many values is expensive. The check is one
/// pass over the bytes before anything is built. It stops at the first limit that is exceeded and allocates nothing. It does
/// not parse: what is not JSON is left to the decoder, which then meets no more than the limits.
package struct JSONLimits: Hashable, Sendable {
    /// How many lists and objects may be inside each other.
    package var depth: Int

    /// How many members all objects may have together.
    package var members: Int

    /// How many values there may be: members, elements, and the lists and objects themselves.
    package var values: Int

    /// How long a text may be, in bytes as it is written.
    package var stringBytes: Int

    /// How long a number may be, in bytes.
    package var numberBytes: Int

    /// Makes limits.
    package init(depth: Int, members: Int, values: Int, stringBytes: Int = .max, numberBytes: Int = 64) {
        self.depth = depth
        self.members = members
        self.values = values
        self.stringBytes = stringBytes
        self.numberBytes = numberBytes
    }

    /// What a text has too much of.
    package struct Excess: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was counted.
        package enum Measure: String, Sendable {
            case depth
            case members
            case values
            case stringBytes
            case numberBytes
            /// UTF-16 and UTF-32, in which the bytes cannot be counted this way; JSON is UTF-8.
            case encoding
        }

        package var measure: Measure
        /// What was counted when the check stopped: the text may have more.
        package var count: Int
        package var limit: Int
        /// How many bytes were looked at.
        package var position: Int

        /// The count, the limit and what to do.
        package var description: String {
            switch measure {
            case .depth: "it nests at least \(count) levels deep. Use at most \(limit)."
            case .members: "it has at least \(count) members. Send at most \(limit)."
            case .values: "it has at least \(count) values. Send at most \(limit)."
            case .stringBytes: "it has a text of at least \(count) bytes. Send at most \(limit)."
            case .numberBytes: "it has a number of at least \(count) characters. Use at most \(limit)."
            case .encoding: "it is not in UTF-8. Encode it in UTF-8."
            }
        }
    }

    /// Returns what a text has too much of, or `nil`.
    package func excess(in bytes: UnsafeRawBufferPointer) -> Excess? {
        // The decoder recognizes other encodings by these; without them it reads UTF-8.
        if bytes.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) {
            return Excess(measure: .encoding, count: 0, limit: 0, position: 4)
        }
        var scan = Scan(bytes: bytes, limits: self)
        return scan.run()
    }

    /// Returns what a text has too much of, or `nil`.
    package func excess(in bytes: some ContiguousBytes) -> Excess? {
        bytes.withUnsafeBytes { excess(in: $0) }
    }

    private struct Scan {
        let bytes: UnsafeRawBufferPointer
        let limits: JSONLimits
        var position = 0
        var depth = 0
        var members = 0
        var values = 1

        mutating func run() -> Excess? {
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\""):
                    let count = skipText()
                    if count > limits.stringBytes { return excess(.stringBytes, count, limits.stringBytes) }
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    values += 1
                    if depth > limits.depth { return excess(.depth, depth, limits.depth) }
                    if values > limits.values { return excess(.values, values, limits.values) }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                case UInt8(ascii: ":"):
                    members += 1
                    if members > limits.members { return excess(.members, members, limits.members) }
                case UInt8(ascii: ","):
                    values += 1
                    if values > limits.values { return excess(.values, values, limits.values) }
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    let count = skipNumber()
                    if count > limits.numberBytes { return excess(.numberBytes, count, limits.numberBytes) }
                default:
                    break
                }
            }
            return nil
        }

        private func excess(_ measure: Excess.Measure, _ count: Int, _ limit: Int) -> Excess {
            Excess(measure: measure, count: count, limit: limit, position: position)
        }

        /// Moves behind a text whose opening quote was read, and returns its length.
        private mutating func skipText() -> Int {
            let start = position
            guard let base = bytes.baseAddress else { return 0 }
            while position < bytes.count, let found = memchr(base + position, 0x22, bytes.count - position) {
                let quote = UnsafeRawPointer(found) - base
                var escapes = 0
                while quote - escapes > position, bytes[quote - escapes - 1] == UInt8(ascii: "\\") { escapes += 1 }
                position = quote + 1
                if escapes.isMultiple(of: 2) { return quote - start }
            }
            position = bytes.count
            return bytes.count - start
        }

        /// Moves behind a number whose first character was read, and returns its length.
        private mutating func skipNumber() -> Int {
            let start = position - 1
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"):
                    position += 1
                    if position - start > limits.numberBytes { return position - start }
                default:
                    return position - start
                }
            }
            return position - start
        }
    }
}
