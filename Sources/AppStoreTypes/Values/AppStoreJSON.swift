// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// JSON as Apple writes it: instants are milliseconds since 1970, and nothing absent is written as null.
public enum AppStoreJSON {
    /// Decodes a value from Apple's JSON.
    ///
    /// Fractional milliseconds, as Xcode signs them, are accepted.
    ///
    /// - Throws: A `DecodingError` that names the field.
    public static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        try decodeOrdinarily(type, from: bytes)
    }

    package static func decodeOrdinarily<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws -> Value {
        if let value = FastJSONDecoder.decode(type, from: bytes) { return value }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return try decoder.decode(type, from: bytes)
    }

    /// Encodes a value as Apple would, its keys in alphabetical order so that equal values give equal bytes.
    public static func encode(_ value: some Encodable) throws -> Data {
        try encodeOrdinarily(value)
    }

    package static func encodeOrdinarily(_ value: some Encodable) throws -> Data {
        if let bytes = try? FastJSONEncoder.encode(value) { return Data(bytes) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.millisecondsSince1970)
        }
        return try encoder.encode(value)
    }
}
