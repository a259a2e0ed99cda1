// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why bytes are not the ASN.1 that was expected.
enum DERError: Error, Hashable {
    case truncated
    case badLength
    case badValue
    case unexpectedTag(UInt8)
    case tooDeep
}

/// Reads definite-length ASN.1 element by element; total on any bytes.
struct DERReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// The next element's tag, when there is one.
    var nextTag: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Reads the next element whatever it is; answers its tag, content, and all of its bytes.
    mutating func element() throws(DERError) -> (tag: UInt8, content: ArraySlice<UInt8>, whole: ArraySlice<UInt8>) {
        let start = position
        let tag = try byte()
        guard tag & 0x1F != 0x1F else { throw .unexpectedTag(tag) }
        let count = try length()
        guard count <= bytes.endIndex - position else { throw .truncated }
        let content = bytes[position..<position + count]
        position += count
        return (tag, content, bytes[start..<position])
    }

    /// Reads the content of the next element, which must have a tag.
    mutating func content(_ tag: UInt8) throws(DERError) -> ArraySlice<UInt8> {
        guard let next = nextTag else { throw .truncated }
        guard next == tag else { throw .unexpectedTag(next) }
        return try element().content
    }

    mutating func sequence() throws(DERError) -> DERReader { DERReader(try content(0x30)) }

    mutating func set() throws(DERError) -> DERReader { DERReader(try content(0x31)) }

    /// Reads a whole number's magnitude without leading zeros; a negative one is an error.
    mutating func unsignedInteger() throws(DERError) -> [UInt8] {
        let content = try content(0x02)
        guard let first = content.first, first < 0x80 else { throw .badValue }
        return Array(content.drop { $0 == 0 })
    }

    /// Reads a whole number of at most eight bytes.
    mutating func integer() throws(DERError) -> Int64 {
        let content = try content(0x02)
        guard let first = content.first, content.count <= 8 else { throw .badValue }
        return content.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    /// Reads a text, UTF8String or IA5String.
    mutating func text() throws(DERError) -> String {
        let tag = nextTag
        let content = try content(tag == 0x16 ? 0x16 : 0x0C)
        guard let text = String(validating: content, as: UTF8.self) else { throw .badValue }
        return text
    }

    private mutating func byte() throws(DERError) -> UInt8 {
        guard position < bytes.endIndex else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func length() throws(DERError) -> Int {
        let first = try byte()
        if first < 0x80 { return Int(first) }
        let count = Int(first & 0x7F)
        guard 1...4 ~= count else { throw .badLength }
        var value = 0
        for _ in 0..<count { value = value << 8 | Int(try byte()) }
        return value
    }
}

extension DERReader {
    /// The bits of the key in a SubjectPublicKeyInfo.
    static func subjectPublicKeyBits(_ info: [UInt8]) -> [UInt8]? {
        var reader = DERReader(info)
        guard var parts = try? reader.sequence(), (try? parts.sequence()) != nil,
            let bits = try? parts.content(0x03), bits.first == 0
        else { return nil }
        return Array(bits.dropFirst())
    }
}
