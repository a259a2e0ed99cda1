// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

extension AppStoreJSON {
    /// Encodes a value that writes itself, to the bytes that the ordinary encoder would write; that one is asked when a
    /// text needs escapes.
    package static func encode(_ value: some DirectJSONEncodable) throws -> Data {
        if let bytes = JSONWriter.bytes(of: value) { return Data(bytes) }
        return try encodeOrdinarily(value)
    }

    /// Decodes a value that reads itself; an ordinary decoder is asked when it is written otherwise, and says what is
    /// wrong.
    package static func decode<Value: DirectJSONDecodable>(
        _ type: Value.Type = Value.self,
        from bytes: Data
    ) throws -> Value {
        try JSONReader.value(type, from: bytes) ?? decodeOrdinarily(type, from: bytes)
    }
}
