// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// JSON as this server's API speaks it: instants are milliseconds since 1970, keys sorted, nothing absent written.
///
/// The same rules as Apple's, so that an app needs one decoder for both.
enum ServiceJSON {
    static func encode(_ value: some Encodable) throws -> Data {
        try AppStoreJSON.encode(value)
    }

    static func encode(_ value: some DirectJSONEncodable) throws -> Data {
        try AppStoreJSON.encode(value)
    }

    static func decode<Value: DirectJSONDecodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        try AppStoreJSON.decode(type, from: bytes)
    }

    /// The instants that a caller may name: the years 1 to 9999.
    ///
    /// Nothing is computed with others.
    static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Decodes what a caller sent; an instant that cannot be meant is refused as a value that cannot be.
    static func decodeRequest<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let milliseconds = try container.decode(Double.self).rounded()
            guard let exact = Int64(exactly: milliseconds), instants.contains(exact) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not in the years 1 to 9999")
            }
            return Date(millisecondsSince1970: exact)
        }
        return try decoder.decode(type, from: bytes)
    }

    static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        try AppStoreJSON.decode(type, from: bytes)
    }
}
