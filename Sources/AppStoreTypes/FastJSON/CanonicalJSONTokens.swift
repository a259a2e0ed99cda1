// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The parts of a JSON text in the form that servers and clients write: no escapes, whole numbers, names in ASCII.
///
/// Anything else is left to an ordinary decoder. The bytes must outlive it.
final class CanonicalJSONTokens {
    enum Kind: UInt8 {
        case null
        case no
        case yes
        case number
        case text
        case list
        case object
    }

    struct Token {
        var kind: Kind
        var start = 0
        var end = 0
        /// A number's value; for an object, where the member that is asked for next usually is.
        var number: Int64 = 0
        /// The index behind the last token of this value.
        var next = 0
    }

    private let bytes: UnsafeRawBufferPointer
    private(set) var tokens: [Token] = []
    /// An object with more members is left to a decoder that does not compare each with each.
    private static let maximumMembers = 64

    init(_ bytes: UnsafeRawBufferPointer) throws(FastPathUnavailable) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 12 + 4)
        var position = 0
        skipSpaces(at: &position)
        try read(at: &position, depth: 0)
        skipSpaces(at: &position)
        guard position == bytes.count else { throw FastPathUnavailable() }
    }

    private func byte(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    private func skipSpaces(at position: inout Int) {
        while position < bytes.count, case let byte = bytes[position], byte <= 0x20,
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        {
            position += 1
        }
    }

    private func read(at position: inout Int, depth: Int) throws(FastPathUnavailable) {
        guard depth < 32 else { throw FastPathUnavailable() }
        let index = tokens.count
        switch byte(position) {
        case UInt8(ascii: "\""): try readText(at: &position)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): try readNumber(at: &position)
        case UInt8(ascii: "t"): try readLiteral("true", .yes, at: &position)
        case UInt8(ascii: "f"): try readLiteral("false", .no, at: &position)
        case UInt8(ascii: "n"): try readLiteral("null", .null, at: &position)
        case UInt8(ascii: "["):
            tokens.append(Token(kind: .list))
            try readElements(until: UInt8(ascii: "]"), at: &position) { position throws(FastPathUnavailable) in
                try read(at: &position, depth: depth + 1)
            }
        case UInt8(ascii: "{"):
            tokens.append(Token(kind: .object))
            try readElements(until: UInt8(ascii: "}"), at: &position) { position throws(FastPathUnavailable) in
                // A name beyond ASCII may be equal to one that is written otherwise.
                try readText(at: &position, isName: true)
                skipSpaces(at: &position)
                guard byte(position) == UInt8(ascii: ":") else { throw FastPathUnavailable() }
                position += 1
                skipSpaces(at: &position)
                try read(at: &position, depth: depth + 1)
            }
            try refuseDoubles(of: index)
        default: throw FastPathUnavailable()
        }
        tokens[index].next = tokens.count
    }

    private func readElements(
        until end: UInt8,
        at position: inout Int,
        _ element: (inout Int) throws(FastPathUnavailable) -> Void
    ) throws(FastPathUnavailable) {
        position += 1
        skipSpaces(at: &position)
        if byte(position) == end {
            position += 1
            return
        }
        while true {
            try element(&position)
            skipSpaces(at: &position)
            let next = byte(position)
            position += 1
            if next == end { return }
            guard next == UInt8(ascii: ",") else { throw FastPathUnavailable() }
            skipSpaces(at: &position)
        }
    }

    private func readText(at position: inout Int, isName: Bool = false) throws(FastPathUnavailable) {
        guard byte(position) == UInt8(ascii: "\""), let base = bytes.baseAddress else { throw FastPathUnavailable() }
        let start = position + 1
        guard let place = memchr(base + start, Int32(UInt8(ascii: "\"")), bytes.count - start) else {
            throw FastPathUnavailable()
        }
        let end = UnsafeRawPointer(place) - base
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        var odd: UInt8 = 0
        for byte in text {
            odd |= byte & 0x80 | (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        if odd != 0 {
            guard !isName, odd == 0x80, String(validating: text, as: UTF8.self) != nil else {
                throw FastPathUnavailable()
            }
        }
        position = end + 1
        tokens.append(Token(kind: .text, start: start, end: end, next: tokens.count + 1))
    }

    private func readNumber(at position: inout Int) throws(FastPathUnavailable) {
        let isNegative = byte(position) == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let start = position
        var value: Int64 = 0
        while case let digit = byte(position), 0x30...0x39 ~= digit, position - start < 18 {
            value = value * 10 + Int64(digit - 0x30)
            position += 1
        }
        let next = byte(position)
        // What cannot follow is found by whoever reads on.
        let isEnd = next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
        guard isEnd, position > start, byte(start) != UInt8(ascii: "0") || (position == start + 1 && !isNegative)
        else { throw FastPathUnavailable() }
        tokens.append(Token(kind: .number, number: isNegative ? -value : value))
    }

    private func readLiteral(_ word: StaticString, _ kind: Kind, at position: inout Int) throws(FastPathUnavailable) {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count, let base = bytes.baseAddress,
            memcmp(base + position, word.utf8Start, count) == 0
        else { throw FastPathUnavailable() }
        position += count
        tokens.append(Token(kind: kind))
    }

    /// Leaves an object with two members of one name to the ordinary decoder, which knows which of them counts.
    private func refuseDoubles(of object: Int) throws(FastPathUnavailable) {
        var name = object + 1
        var count = 0
        while name < tokens.count {
            count += 1
            guard count <= Self.maximumMembers else { throw FastPathUnavailable() }
            let token = tokens[name]
            var other = tokens[name + 1].next
            name = other
            while other < tokens.count {
                let candidate = tokens[other]
                if candidate.end - candidate.start == token.end - token.start,
                    memcmp(address(candidate), address(token), token.end - token.start) == 0
                {
                    throw FastPathUnavailable()
                }
                other = tokens[other + 1].next
            }
        }
    }

    private func address(_ token: Token) -> UnsafeRawPointer {
        guard let base = bytes.baseAddress else { preconditionFailure("a text has an address") }
        return base + token.start
    }

    /// The characters of a text.
    func text(_ index: Int) throws(FastPathUnavailable) -> String {
        let token = tokens[index]
        guard token.kind == .text else { throw FastPathUnavailable() }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[token.start..<token.end]), as: UTF8.self)
    }

    func number(_ index: Int) throws(FastPathUnavailable) -> Int64 {
        guard tokens[index].kind == .number else { throw FastPathUnavailable() }
        return tokens[index].number
    }

    func isTrue(_ index: Int) throws(FastPathUnavailable) -> Bool {
        switch tokens[index].kind {
        case .yes: true
        case .no: false
        default: throw FastPathUnavailable()
        }
    }

    /// The value of an object's member; the search begins where the next one usually is.
    func value(of name: String, in object: Int) -> Int? {
        var name = name
        return name.withUTF8 { value(of: $0, in: object) }
    }

    func value(of name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
        let end = tokens[object].next
        let first = object + 1
        let hint = Int(tokens[object].number)
        let from = hint > object && hint < end ? hint : first
        let found = search(name, from, end) ?? (from > first ? search(name, first, from) : nil)
        if let found { tokens[object].number = Int64(tokens[found].next) }
        return found
    }

    private func isSame(_ token: Token, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = name.baseAddress else { return true }
        return memcmp(address(token), start, name.count) == 0
    }

    private func search(_ name: UnsafeBufferPointer<UInt8>, _ first: Int, _ end: Int) -> Int? {
        var index = first
        while index < end {
            let token = tokens[index]
            if token.kind == .text, token.end - token.start == name.count,
                isSame(token, name)
            {
                return index + 1
            }
            index = tokens[index + 1].next
        }
        return nil
    }
}
