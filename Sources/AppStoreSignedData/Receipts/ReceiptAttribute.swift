// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One attribute of an app receipt, exactly as it is there.
///
/// <https://developer.apple.com/library/archive/releasenotes/General/ValidateAppStoreReceipt/Chapters/ReceiptFields.html>
public struct ReceiptAttribute: Hashable, Sendable, Codable {
    /// The attribute's number, which says what it means.
    public let type: Int64

    /// The attribute's version.
    public let version: Int64

    /// The value; for most attributes, one ASN.1 element.
    public let value: Data

    /// Joins the parts.
    public init(type: Int64, version: Int64 = 1, value: Data) {
        self.type = type
        self.version = version
        self.value = value
    }
}

extension ReceiptAttribute {
    /// Reads a SET of attributes; nothing may follow it.
    static func decodeSet(_ bytes: [UInt8]) throws(DERError) -> [ReceiptAttribute] {
        var outer = DERReader(bytes)
        var elements = try outer.set()
        guard outer.isAtEnd else { throw .badLength }
        var attributes: [ReceiptAttribute] = []
        while !elements.isAtEnd {
            var parts = try elements.sequence()
            let type = try parts.integer()
            let version = try parts.integer()
            let value = try parts.content(0x04)
            guard parts.isAtEnd else { throw .badLength }
            attributes.append(ReceiptAttribute(type: type, version: version, value: Data(value)))
        }
        return attributes
    }

    /// Writes a SET of attributes in their given order, not in that of their bytes: purchases keep their places.
    package static func encodeSet(_ attributes: [ReceiptAttribute]) -> [UInt8] {
        let elements = attributes.map {
            DER.sequence([DER.integer($0.type), DER.integer($0.version), DER.octetString(Array($0.value))])
        }
        return DER.element(0x31, elements.flatMap(\.self))
    }
}

/// The attributes of a receipt by number; the first of each counts.
struct ReceiptAttributes {
    private let values: [Int64: [UInt8]]

    init(_ attributes: [ReceiptAttribute]) {
        values = Dictionary(attributes.map { ($0.type, Array($0.value)) }) { first, _ in first }
    }

    func bytes(_ type: Int64) -> Data? { values[type].map { Data($0) } }

    /// A text; an absent or empty one is nothing.
    func text(_ type: Int64) throws(DERError) -> String? {
        guard let value = values[type], !value.isEmpty else { return nil }
        var reader = DERReader(value)
        let text = try reader.text()
        guard reader.isAtEnd else { throw .badLength }
        return text.isEmpty ? nil : text
    }

    func integer(_ type: Int64) throws(DERError) -> Int64? {
        guard let value = values[type], !value.isEmpty else { return nil }
        var reader = DERReader(value)
        let number = try reader.integer()
        guard reader.isAtEnd else { throw .badLength }
        return number
    }

    /// An instant in RFC 3339, in UTC or with the distance to it; nil when the attribute is absent or empty.
    func date(_ type: Int64) throws(DERError) -> Date? {
        guard let text = try text(type) else { return nil }
        guard let time = CivilTime(withOffset: text) else { throw .badValue }
        return time.date
    }
}
