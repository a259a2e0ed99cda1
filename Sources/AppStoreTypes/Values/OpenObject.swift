// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// A JSON member's name that is only known when the program runs.
struct JSONKey: CodingKey {
    let stringValue: String

    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }
}

/// Reads a JSON object leniently and keeps the members that no one asked for.
struct OpenObjectReader {
    private let container: KeyedDecodingContainer<JSONKey>
    private var asked: Set<String> = []

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: JSONKey.self)
    }

    /// The member's value, or the default when it is absent or null.
    mutating func value<Value: Decodable>(_ name: String, default absent: Value) throws -> Value {
        try optional(name) ?? absent
    }

    /// The member's value, or nothing when it is absent or null.
    mutating func optional<Value: Decodable>(_ name: String) throws -> Value? {
        asked.insert(name)
        return try container.decodeIfPresent(Value.self, forKey: JSONKey(name))
    }

    /// The members that were not asked for.
    func others() throws -> [String: JSONValue] {
        var others: [String: JSONValue] = [:]
        for key in container.allKeys where !asked.contains(key.stringValue) {
            others[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
        return others
    }
}

/// Writes what an ``OpenObjectReader`` read.
struct OpenObjectWriter {
    private var container: KeyedEncodingContainer<JSONKey>
    private var written: Set<String> = []

    init(_ encoder: any Encoder) {
        container = encoder.container(keyedBy: JSONKey.self)
    }

    /// Writes a member.
    mutating func value(_ value: some Encodable, _ name: String) throws {
        written.insert(name)
        try container.encode(value, forKey: JSONKey(name))
    }

    /// Writes a member when it has a value.
    mutating func optional(_ value: (some Encodable)?, _ name: String) throws {
        guard let value else { return }
        try self.value(value, name)
    }

    /// Writes a member, as null when it has no value.
    mutating func nullable(_ value: (some Encodable)?, _ name: String) throws {
        guard let value else {
            written.insert(name)
            return try container.encodeNil(forKey: JSONKey(name))
        }
        try self.value(value, name)
    }

    /// Writes the members that were kept, but none that has been written.
    mutating func others(_ others: [String: JSONValue]) throws {
        for (name, value) in others where !written.contains(name) {
            try container.encode(value, forKey: JSONKey(name))
        }
    }
}
