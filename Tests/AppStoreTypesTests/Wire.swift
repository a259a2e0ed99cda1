// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// Decodes, encodes and compares as trees: nothing that was there may be lost or changed.
func expectSurvival<Value: Codable>(
    of json: String,
    as type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
    let value = try AppStoreJSON.decode(type, from: Data(json.utf8))
    let before = try AppStoreJSON.decode(JSONValue.self, from: Data(json.utf8))
    let after = try AppStoreJSON.decode(JSONValue.self, from: AppStoreJSON.encode(value))
    #expect(after == before, sourceLocation: sourceLocation)
    return value
}

/// The JSON tree that a value encodes to.
func tree(_ value: some Encodable) throws -> JSONValue {
    try AppStoreJSON.decode(JSONValue.self, from: AppStoreJSON.encode(value))
}

/// A file beside the tests.
func fixture(_ name: String) throws -> Data {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try Data(contentsOf: folder.appendingPathComponent("Fixtures").appendingPathComponent(name))
}

/// A generator whose sequence its seed decides (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
