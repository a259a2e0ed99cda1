// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Writes ASN.1 in DER: each function answers one whole element.
///
/// <https://www.itu.int/rec/T-REC-X.690>
enum DER {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
        element(0x30, elements.flatMap(\.self))
    }

    /// A SET OF, whose elements DER puts in the order of their bytes.
    static func set(_ elements: [[UInt8]]) -> [UInt8] {
        element(0x31, elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
    }

    /// A whole number that is not negative, from its big-endian bytes.
    static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        var bytes = Array(magnitude.drop { $0 == 0 })
        if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
        return element(0x02, bytes)
    }

    static func integer(_ value: Int64) -> [UInt8] {
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        while bytes.count > 1, (bytes[0] == 0 && bytes[1] < 0x80) || (bytes[0] == 0xFF && bytes[1] >= 0x80) {
            bytes.removeFirst()
        }
        return element(0x02, bytes)
    }

    static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

    static var null: [UInt8] { element(0x05, []) }

    static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

    static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] { element(0x03, [unusedBits] + bytes) }

    static func utf8String(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    static func printableString(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

    static func ia5String(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    /// An element in a constructed context-specific tag.
    static func explicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xA0 | number, content) }

    static func objectIdentifier(_ identifier: ObjectIdentifier) -> [UInt8] { element(0x06, identifier.content) }

    /// An instant as certificates spell it: UTCTime until 2049, then GeneralizedTime.
    static func time(_ date: Date) -> [UInt8] {
        let text = CivilTime(date).digits + "Z"
        return text < "2050" ? element(0x17, Array(text.utf8.dropFirst(2))) : element(0x18, Array(text.utf8))
    }

    static func generalizedTime(_ date: Date) -> [UInt8] {
        element(0x18, Array((CivilTime(date).digits + "Z").utf8))
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        var bytes: [UInt8] = []
        var rest = count
        while rest > 0 {
            bytes.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
