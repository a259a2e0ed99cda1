// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A flat property list in the old style of braces and quotes, as iOS 6 transaction receipts are written.
struct PropertyList {
    /// The values by key.
    let values: [String: String]

    /// The most entries that are looked at; Apple's have about thirty.
    private static let maximumEntries = 256

    init(_ values: [String: String]) {
        self.values = values
    }

    /// Reads a list; total on any bytes, nothing but spaces may follow it.
    init?(_ bytes: [UInt8]) {
        var scanner = Scanner(bytes: bytes)
        guard scanner.read("{") else { return nil }
        var values: [String: String] = [:]
        while !scanner.read("}") {
            guard values.count < Self.maximumEntries, let key = scanner.quoted(), scanner.read("="),
                let value = scanner.quoted(), scanner.read(";"), values.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        guard scanner.isAtEnd else { return nil }
        self.values = values
    }

    /// The list's text, its keys in alphabetical order.
    var bytes: [UInt8] { bytes(first: []) }

    /// The list's text: the keys that are named first, then the others in alphabetical order.
    func bytes(first: [String]) -> [UInt8] {
        let rank = Dictionary(uniqueKeysWithValues: first.enumerated().map { ($1, $0) })
        let order = values.sorted { one, other in
            (rank[one.key] ?? first.count, one.key) < (rank[other.key] ?? first.count, other.key)
        }
        let lines = order.map { "\t\(Self.quote($0.key)) = \(Self.quote($0.value));\n" }
        return Array(("{\n" + lines.joined() + "}").utf8)
    }

    private static func quote(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool {
            mutating get {
                skipSpace()
                return position == bytes.count
            }
        }

        mutating func read(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func quoted() -> String? {
            guard read("\"") else { return nil }
            var text: [UInt8] = []
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                if byte == UInt8(ascii: "\"") { return String(validating: text, as: UTF8.self) }
                if byte == UInt8(ascii: "\\") {
                    guard position < bytes.count else { return nil }
                    text.append(bytes[position])
                    position += 1
                } else {
                    text.append(byte)
                }
            }
            return nil
        }

        private mutating func skipSpace() {
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        }
    }
}
