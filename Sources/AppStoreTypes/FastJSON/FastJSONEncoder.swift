// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Writes JSON of our own faster than `JSONEncoder`, to the very same bytes.
///
/// What it does not know to write alike - fractions, texts with characters that need escapes - it leaves to that one.
struct FastJSONEncoder: Encoder {
    /// A value that was encoded.
    indirect enum Node {
        case null
        case no
        case yes
        case integer(Int64)
        case text(String)
        case list(List)
        case object(Object)
        /// Something that an ordinary encoder must write.
        case unusual
    }

    /// A list in progress.
    final class List {
        var elements: [Node] = []
    }

    /// An object in progress.
    final class Object {
        var members: [(name: String, node: Node)] = []
    }

    /// Where a value puts what it encodes to.
    final class Slot {
        var node: Node?
    }

    let slot: Slot

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The bytes of a value.
    ///
    /// - Throws: ``FastPathUnavailable`` when an ordinary encoder must write it, or what the value throws.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        try write(node(of: value), to: &bytes)
        return bytes
    }

    fileprivate static func node<Value: Encodable>(of value: Value) throws -> Node {
        if Value.self == Date.self, let date = value as? Date { return .integer(date.millisecondsSince1970) }
        guard Value.self != Data.self, Value.self != Decimal.self, Value.self != URL.self else {
            throw FastPathUnavailable()
        }
        let slot = Slot()
        try value.encode(to: FastJSONEncoder(slot: slot))
        guard let node = slot.node else { throw FastPathUnavailable() }
        return node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object(let object) = slot.node { return KeyedEncodingContainer(FastJSONKeyedEncoding(object: object)) }
        let object = Object()
        slot.node = .object(object)
        return KeyedEncodingContainer(FastJSONKeyedEncoding(object: object))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let list = List()
        slot.node = .list(list)
        return FastJSONUnkeyedEncoding(list: list)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { FastJSONSingleEncoding(slot: slot) }

    private static func write(_ node: Node, to bytes: inout [UInt8]) throws(FastPathUnavailable) {
        switch node {
        case .unusual: throw FastPathUnavailable()
        case .null: bytes += "null".utf8
        case .no: bytes += "false".utf8
        case .yes: bytes += "true".utf8
        case .integer(let number): bytes.append(decimal: number)
        case .text(let text): try write(text, to: &bytes)
        case .list(let list):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in list.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try write(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            let members = object.members.sorted { $0.name < $1.name }
            for (index, member) in members.enumerated() {
                if index > 0 {
                    guard members[index - 1].name != member.name else { throw FastPathUnavailable() }
                    bytes.append(UInt8(ascii: ","))
                }
                try write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try write(member.node, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) throws(FastPathUnavailable) {
        guard bytes.append(plain: text) else { throw FastPathUnavailable() }
    }
}

/// Members of an object, as they are encoded.
private struct FastJSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: FastJSONEncoder.Object

    var codingPath: [any CodingKey] { [] }

    private func add(_ node: FastJSONEncoder.Node, _ key: Key) { object.members.append((key.stringValue, node)) }

    mutating func encodeNil(forKey key: Key) { add(.null, key) }
    mutating func encode(_ value: Bool, forKey key: Key) { add(value ? .yes : .no, key) }
    mutating func encode(_ value: String, forKey key: Key) { add(.text(value), key) }
    mutating func encode(_ value: Int, forKey key: Key) { add(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int64, forKey key: Key) { add(.integer(value), key) }
    mutating func encode(_ value: Double, forKey key: Key) throws { throw FastPathUnavailable() }
    mutating func encode(_ value: Float, forKey key: Key) throws { throw FastPathUnavailable() }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        add(try FastJSONEncoder.node(of: value), key)
    }

    mutating func nestedContainer<Inner: CodingKey>(
        keyedBy keyType: Inner.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
        let inner = FastJSONEncoder.Object()
        add(.object(inner), key)
        return KeyedEncodingContainer(FastJSONKeyedEncoding<Inner>(object: inner))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let list = FastJSONEncoder.List()
        add(.list(list), key)
        return FastJSONUnkeyedEncoding(list: list)
    }

    // Classes that inherit their encoding are not among ours; the ordinary encoder writes them.
    mutating func superEncoder() -> any Encoder {
        object.members.append(("super", .unusual))
        return FastJSONEncoder(slot: FastJSONEncoder.Slot())
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        add(.unusual, key)
        return FastJSONEncoder(slot: FastJSONEncoder.Slot())
    }
}

/// Elements of a list, as they are encoded.
private struct FastJSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let list: FastJSONEncoder.List

    var codingPath: [any CodingKey] { [] }
    var count: Int { list.elements.count }

    mutating func encodeNil() { list.elements.append(.null) }
    mutating func encode(_ value: Bool) { list.elements.append(value ? .yes : .no) }
    mutating func encode(_ value: String) { list.elements.append(.text(value)) }
    mutating func encode(_ value: Int) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) { list.elements.append(.integer(value)) }
    mutating func encode(_ value: Double) throws { throw FastPathUnavailable() }
    mutating func encode(_ value: Float) throws { throw FastPathUnavailable() }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        list.elements.append(try FastJSONEncoder.node(of: value))
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy keyType: Inner.Type) -> KeyedEncodingContainer<Inner> {
        let inner = FastJSONEncoder.Object()
        list.elements.append(.object(inner))
        return KeyedEncodingContainer(FastJSONKeyedEncoding<Inner>(object: inner))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let inner = FastJSONEncoder.List()
        list.elements.append(.list(inner))
        return FastJSONUnkeyedEncoding(list: inner)
    }

    mutating func superEncoder() -> any Encoder {
        list.elements.append(.unusual)
        return FastJSONEncoder(slot: FastJSONEncoder.Slot())
    }
}

/// One value, as it is encoded.
private struct FastJSONSingleEncoding: SingleValueEncodingContainer {
    let slot: FastJSONEncoder.Slot

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { slot.node = .null }
    mutating func encode(_ value: Bool) { slot.node = value ? .yes : .no }
    mutating func encode(_ value: String) { slot.node = .text(value) }
    mutating func encode(_ value: Int) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: Int8) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: Int16) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: Int32) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: Int64) { slot.node = .integer(value) }
    mutating func encode(_ value: UInt) throws { slot.node = .integer(try Self.whole(value)) }
    mutating func encode(_ value: UInt8) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: UInt16) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: UInt32) { slot.node = .integer(Int64(value)) }
    mutating func encode(_ value: UInt64) throws { slot.node = .integer(try Self.whole(value)) }
    mutating func encode(_ value: Double) throws { throw FastPathUnavailable() }
    mutating func encode(_ value: Float) throws { throw FastPathUnavailable() }
    mutating func encode<Value: Encodable>(_ value: Value) throws { slot.node = try FastJSONEncoder.node(of: value) }

    private static func whole(_ value: some BinaryInteger) throws(FastPathUnavailable) -> Int64 {
        guard let number = Int64(exactly: value) else { throw FastPathUnavailable() }
        return number
    }
}

extension FastJSONKeyedEncoding {
    mutating func encode(_ value: Int8, forKey key: Key) { add(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int16, forKey key: Key) { add(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int32, forKey key: Key) { add(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { add(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { add(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { add(.integer(Int64(value)), key) }

    mutating func encode(_ value: UInt, forKey key: Key) throws { try addWhole(value, key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try addWhole(value, key) }

    private func addWhole(_ value: some BinaryInteger, _ key: Key) throws {
        guard let number = Int64(exactly: value) else { throw FastPathUnavailable() }
        add(.integer(number), key)
    }
}

extension FastJSONUnkeyedEncoding {
    mutating func encode(_ value: Int8) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt8) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) { list.elements.append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt) throws { try addWhole(value) }
    mutating func encode(_ value: UInt64) throws { try addWhole(value) }

    private func addWhole(_ value: some BinaryInteger) throws {
        guard let number = Int64(exactly: value) else { throw FastPathUnavailable() }
        list.elements.append(.integer(number))
    }
}
