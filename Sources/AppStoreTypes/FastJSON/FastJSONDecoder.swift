// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Reads JSON of our own faster than `JSONDecoder`, to the very same values.
///
/// Whatever is unusual, or fails, is read again by that one, which also says what is wrong.
struct FastJSONDecoder: Decoder {
    let tokens: CanonicalJSONTokens
    let index: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value that a text represents, or nothing when an ordinary decoder must read it.
    static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) -> Value? {
        json.withUnsafeBytes { bytes in
            guard let tokens = try? CanonicalJSONTokens(bytes) else { return nil }
            return try? value(type, at: 0, of: tokens)
        }
    }

    static func value<Value: Decodable>(
        _ type: Value.Type,
        at index: Int,
        of tokens: CanonicalJSONTokens
    ) throws -> Value {
        if type == Date.self {
            // The same arithmetic as the ordinary decoder's, so that the instants are equal to the last bit.
            let date = Date(timeIntervalSince1970: Double(try tokens.number(index)) / 1000)
            guard let value = date as? Value else { throw FastPathUnavailable() }
            return value
        }
        guard type != Data.self, type != Decimal.self, type != URL.self else { throw FastPathUnavailable() }
        return try Value(from: FastJSONDecoder(tokens: tokens, index: index))
    }

    static func whole<Value: FixedWidthInteger>(
        _ type: Value.Type,
        at index: Int,
        of tokens: CanonicalJSONTokens
    ) throws(FastPathUnavailable) -> Value {
        guard let value = Value(exactly: try tokens.number(index)) else { throw FastPathUnavailable() }
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard tokens.tokens[index].kind == .object else { throw FastPathUnavailable() }
        return KeyedDecodingContainer(FastJSONKeyedDecoding(tokens: tokens, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard tokens.tokens[index].kind == .list else { throw FastPathUnavailable() }
        return FastJSONUnkeyedDecoding(tokens: tokens, list: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension FastJSONDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { tokens.tokens[index].kind == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try tokens.isTrue(index) }
    func decode(_ type: String.Type) throws -> String { try tokens.text(index) }
    func decode(_ type: Double.Type) throws -> Double { Double(try tokens.number(index)) }
    func decode(_ type: Float.Type) throws -> Float { throw FastPathUnavailable() }
    func decode(_ type: Int.Type) throws -> Int { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: Int8.Type) throws -> Int8 { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: Int16.Type) throws -> Int16 { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: Int32.Type) throws -> Int32 { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: Int64.Type) throws -> Int64 { try tokens.number(index) }
    func decode(_ type: UInt.Type) throws -> UInt { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try Self.whole(type, at: index, of: tokens) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try Self.whole(type, at: index, of: tokens) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Self.value(type, at: index, of: tokens) }
}

/// The members of an object.
private struct FastJSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let tokens: CanonicalJSONTokens
    let object: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var keys: [Key] = []
        var index = object + 1
        while index < tokens.tokens[object].next {
            if let name = try? tokens.text(index), let key = Key(stringValue: name) { keys.append(key) }
            index = tokens.tokens[index + 1].next
        }
        return keys
    }

    private func place(_ key: Key) throws(FastPathUnavailable) -> Int {
        guard let place = tokens.value(of: key.stringValue, in: object) else { throw FastPathUnavailable() }
        return place
    }

    private func presentPlace(_ key: Key) -> Int? {
        guard let place = tokens.value(of: key.stringValue, in: object), tokens.tokens[place].kind != .null else {
            return nil
        }
        return place
    }

    private func whole<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
        try FastJSONDecoder.whole(type, at: place(key), of: tokens)
    }

    func contains(_ key: Key) -> Bool { tokens.value(of: key.stringValue, in: object) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { tokens.tokens[try place(key)].kind == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try tokens.isTrue(place(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try tokens.text(place(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { Double(try tokens.number(place(key))) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw FastPathUnavailable() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try whole(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try whole(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try whole(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try whole(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try whole(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try whole(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try whole(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try whole(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try whole(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try whole(type, key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try FastJSONDecoder.value(type, at: place(key), of: tokens)
    }

    // What may be absent is most of what is asked for: each is looked up once.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try presentPlace(key).map { try tokens.isTrue($0) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try presentPlace(key).map { try tokens.text($0) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try presentPlace(key).map { try FastJSONDecoder.whole(type, at: $0, of: tokens) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try presentPlace(key).map { try tokens.number($0) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try presentPlace(key).map { try FastJSONDecoder.value(type, at: $0, of: tokens) }
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
        try FastJSONDecoder(tokens: tokens, index: place(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try FastJSONDecoder(tokens: tokens, index: place(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw FastPathUnavailable() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw FastPathUnavailable() }
}

/// The elements of a list.
private struct FastJSONUnkeyedDecoding: UnkeyedDecodingContainer {
    let tokens: CanonicalJSONTokens
    let end: Int
    let count: Int?
    private var position: Int
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { position >= end }

    init(tokens: CanonicalJSONTokens, list: Int) {
        self.tokens = tokens
        end = tokens.tokens[list].next
        position = list + 1
        var count = 0
        var index = position
        while index < end {
            count += 1
            index = tokens.tokens[index].next
        }
        self.count = count
    }

    private mutating func next() throws(FastPathUnavailable) -> Int {
        guard position < end else { throw FastPathUnavailable() }
        defer {
            position = tokens.tokens[position].next
            currentIndex += 1
        }
        return position
    }

    private mutating func whole<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        try FastJSONDecoder.whole(type, at: next(), of: tokens)
    }

    mutating func decodeNil() throws -> Bool {
        guard position < end, tokens.tokens[position].kind == .null else { return false }
        _ = try next()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try tokens.isTrue(next()) }
    mutating func decode(_ type: String.Type) throws -> String { try tokens.text(next()) }
    mutating func decode(_ type: Double.Type) throws -> Double { Double(try tokens.number(next())) }
    mutating func decode(_ type: Float.Type) throws -> Float { throw FastPathUnavailable() }
    mutating func decode(_ type: Int.Type) throws -> Int { try whole(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try FastJSONDecoder.value(type, at: next(), of: tokens)
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
        try FastJSONDecoder(tokens: tokens, index: next()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try FastJSONDecoder(tokens: tokens, index: next()).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { throw FastPathUnavailable() }
}
