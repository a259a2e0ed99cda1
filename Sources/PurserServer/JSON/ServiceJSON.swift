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

    static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        try AppStoreJSON.decode(type, from: bytes)
    }
}
